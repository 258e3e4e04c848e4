import { pooledTokens, withMarket } from '../../../world/pooledTokens.ts'
import { ammV4Stories } from '../../../world/stories.ts'
import type { WorldVenue } from '../../../world/worldVenue.ts'
import { placeAuthority, placePool } from './pool.ts'

/** Old tokens, each in an AMM v4 pool against wrapped SOL. */
export const raydiumAmmV4Token: WorldVenue = {
  protocols: ['raydiumammv4'],
  begin: placeAuthority,
  pools: pooledTokens({
    protocol: 'raydiumammv4',
    stories: ammV4Stories,
    holderParts: [6n, 3n, 1n],
    placePool: withMarket(placePool),
  }),
}
