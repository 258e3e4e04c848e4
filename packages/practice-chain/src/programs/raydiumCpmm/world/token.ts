import { raydiumCpmmLiquidity } from '@tern/venues/raydiumCpmm/liquidity'
import { pooledTokens } from '../../../world/pooledTokens.ts'
import { poolStories } from '../../../world/stories.ts'
import type { WorldVenue } from '../../../world/worldVenue.ts'
import { placeConfigs, placePool } from './pool.ts'

/** The established tokens, each in a CPMM pool against wrapped SOL. */
export const raydiumCpmmToken: WorldVenue = {
  protocols: ['raydium_cpmm'],
  begin: placeConfigs,
  pools: pooledTokens({
    protocol: 'raydium_cpmm',
    stories: poolStories,
    holderParts: [8n, 4n, 2n, 1n],
    placePool: async (genesis, pool, { config, creatorFeeOn }) => ({
      address: await placePool(genesis, { ...pool, config, creatorFeeOn }),
      tokens: pool.tokens,
    }),
  }),
  liquidity: raydiumCpmmLiquidity,
}
