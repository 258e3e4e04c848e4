import { pooledTokens, withMarket } from '../../../world/pooledTokens.ts'
import { stableStories } from '../../../world/stories.ts'
import type { WorldVenue } from '../../../world/worldVenue.ts'
import { placeModel, placeStablePool } from './pool.ts'

/** Tokens of about the value of SOL, each in a stable pool against wrapped SOL. */
export const raydiumStableToken: WorldVenue = {
  protocols: ['raydium_stable'],
  begin: placeModel,
  pools: pooledTokens({
    protocol: 'raydium_stable',
    stories: stableStories,
    holderParts: [6n, 3n, 2n],
    placePool: withMarket(placeStablePool),
  }),
}
