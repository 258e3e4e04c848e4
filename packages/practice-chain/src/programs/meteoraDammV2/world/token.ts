import { deriveKey } from '../../../world/deriveKey.ts'
import { pooledTokens } from '../../../world/pooledTokens.ts'
import { dammV2Stories } from '../../../world/stories.ts'
import type { WorldVenue } from '../../../world/worldVenue.ts'
import { placeConfigs, placeDammV2Pool } from './pool.ts'

/** Tokens in DAMM v2 pools against wrapped SOL, each with its own fee. */
export const meteoraDammV2Token: WorldVenue = {
  protocols: ['meteora_damm_v2'],
  begin: placeConfigs,
  pools: pooledTokens({
    protocol: 'meteora_damm_v2',
    stories: dammV2Stories,
    holderParts: [7n, 5n, 3n],
    async placePool(genesis, pool, { seed, symbol, liquidity, baseFee, isVolatile }) {
      const { address: nftMint } = await deriveKey(seed, `position ${symbol}`)
      return placeDammV2Pool(genesis, { ...pool, nftMint, liquidity, baseFee, isVolatile })
    },
  }),
}
