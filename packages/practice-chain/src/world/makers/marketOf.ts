import type { Address } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { fateOf, lifeSeconds } from '../launches/fate.ts'
import type { WorldToken } from '../worldVenue.ts'
import { worldVenueOf } from '../worldVenues.ts'
import { fairCurvePrice, fairPoolPrice } from './fairPrice.ts'
import type { Market } from './floor.ts'

/** The facts about a token that makers need to trade it. */
export type Traded = Pick<WorldToken, 'mint' | 'name' | 'pool' | 'protocol' | 'createdAtSeconds'>

/** How long the makers trade a token after its curve, in seconds from the discovery of its pool. */
const graduateSeconds = 14_400

/**
 * Creates the market of a token. Its story decides the fair price, or its mint if it has no story.
 * @returns `undefined` for a pool without a story, because it has no fair price.
 */
export function marketOf({ mint, name, pool, protocol, createdAtSeconds }: Traded): Market | undefined {
  const venue = worldVenueOf(protocol)
  const common = { mint, pool, protocol, bornSeconds: createdAtSeconds }
  const grownUp = venue?.pools.find(one => one.name === name)
  if (grownUp !== undefined) {
    const fairPrice = fairPoolPrice(mint, grownUp.openingPrice)
    return { ...common, kind: 'pool', lifeSeconds: Number.POSITIVE_INFINITY, fairPrice }
  }
  const curves = venue?.curves
  if (curves === undefined) return undefined
  const { fate = fateOf(mint), priceAt = curves.priceAt } = curves.seeds.find(one => one.name === name) ?? {}
  const fairPrice = fairCurvePrice(mint, { fate, launchedSeconds: createdAtSeconds }, priceAt)
  return { ...common, kind: 'curve', lifeSeconds: lifeSeconds(fate), fairPrice, lastPrice: priceAt(1) }
}

/** Creates the market of a token that has left its curve. Its pool opens at the curve's final price. */
export function graduatedMarket(
  { mint, lastPrice }: Market,
  { protocol, address: pool }: { readonly protocol: Protocol; readonly address: Address },
  nowSeconds: number,
): Market | undefined {
  if (lastPrice === undefined) return undefined
  const fairPrice = fairPoolPrice(mint, lastPrice)
  return { mint, pool, protocol, kind: 'pool', bornSeconds: nowSeconds, lifeSeconds: graduateSeconds, fairPrice }
}
