import { pooledTokens } from '../../../world/pooledTokens.ts'
import { dammV1Stories } from '../../../world/stories.ts'
import type { WorldVenue } from '../../../world/worldVenue.ts'
import { placeDammV1Pool, placeSolVault } from './pool.ts'

/** Tokens in DAMM v1 pools against wrapped SOL. All pools keep their SOL in one vault. */
export const meteoraDammV1Token: WorldVenue = {
  protocols: ['meteora_damm_v1'],
  begin: placeSolVault,
  pools: pooledTokens({
    protocol: 'meteora_damm_v1',
    stories: dammV1Stories,
    holderParts: [6n, 4n, 3n],
    placePool: async (genesis, pool, { tradeFee, lockedPercent }) => ({
      address: await placeDammV1Pool(genesis, { ...pool, tradeFee, lockedPercent }),
      tokens: pool.tokens,
    }),
  }),
}
