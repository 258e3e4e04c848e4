import { pooledTokens } from '../../../world/pooledTokens.ts'
import { rangeStories } from '../../../world/stories.ts'
import type { WorldVenue } from '../../../world/worldVenue.ts'
import { placeConfigs, placePool } from './pool.ts'

/** Tokens in pools of concentrated liquidity against wrapped SOL. */
export const raydiumClmmToken: WorldVenue = {
  protocols: ['raydium_clmm'],
  begin: placeConfigs,
  pools: pooledTokens({
    protocol: 'raydium_clmm',
    stories: rangeStories,
    holderParts: [6n, 3n, 1n],
    placePool: (genesis, pool, { config, ranges }) => placePool(genesis, { ...pool, config, ranges }),
  }),
}
