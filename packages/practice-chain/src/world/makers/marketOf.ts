import type { Address } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { fateOf, lifeSeconds } from '../launches/fate.ts'
import type { WorldToken } from '../worldVenue.ts'
import { worldVenueOf } from '../worldVenues.ts'
import { fairCurvePrice, fairPoolPrice } from './fairPrice.ts'
import type { Market } from './floor.ts'

/** What the makers have to know of a token to trade it. */
export type Traded = Pick<WorldToken, 'mint' | 'name' | 'pool' | 'protocol' | 'createdAtSeconds'>

/** How long the makers go on with a token that left its curve, counted from when its pool was found. */
const graduateSeconds = 14_400

/**
 * The market of a token: its story decides what the makers think of it, and its mint where it has none. `undefined` in a
 * pool without a story, of which nobody knows what to think.
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
  const fate = curves.seeds.find(one => one.name === name)?.fate ?? fateOf(mint)
  const fairPrice = fairCurvePrice(mint, fate, createdAtSeconds, curves.priceAt)
  return { ...common, kind: 'curve', lifeSeconds: lifeSeconds(fate), fairPrice, lastPrice: curves.priceAt(1) }
}

/** Where a token trades that has left its curve. Its pool opened at the price that the curve ended with. */
export function graduatedMarket(
  { mint, lastPrice }: Market,
  { protocol, address: pool }: { readonly protocol: Protocol; readonly address: Address },
  nowSeconds: number,
): Market | undefined {
  if (lastPrice === undefined) return undefined
  const fairPrice = fairPoolPrice(mint, lastPrice)
  return { mint, pool, protocol, kind: 'pool', bornSeconds: nowSeconds, lifeSeconds: graduateSeconds, fairPrice }
}
