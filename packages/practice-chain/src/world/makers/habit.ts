import type { Random } from '../random.ts'

/** A maker's view of a market. Lamports and prices are doubles here, because this is a game and not a quote. */
export interface Sight {
  readonly kind: 'curve' | 'pool'
  readonly ageSeconds: number
  /** The native reserve that supports the price, in lamports. For a curve, the virtual reserve. */
  readonly depth: number
  /** Lamports to a fair price: positive to buy, negative to sell. */
  readonly gap: number
  /** The price's relative change within the last seconds. */
  change(seconds: number): number
  /** How far the price is below its max of the last seconds, as a part of that max. */
  below(seconds: number): number
  /** The maker's position in lamports, at the current price. */
  readonly held: number
  /** The position's gain, as a part of its cost. */
  readonly gain: number
  readonly heldSeconds: number
}

/** A trade worth `lamports`, or all that is held. `undefined`: no trade. */
export type Wish = { readonly side: 'buy' | 'sell'; readonly lamports: number } | 'sell all' | undefined

/** A trading behaviour: the choice of markets and of trades. It depends only on the sight and on `random`. */
export interface Habit {
  readonly name: string
  /** The weight with which the maker picks this market. At 0, it never picks it. */
  interest(sight: Sight): number
  decide(sight: Sight, random: Random): Wish
}

export const sol = 1_000_000_000

/** A random number from `min` to `max`, small numbers more often, as real trades are. */
export const mostlySmall = (min: number, max: number, random: Random): number => min * (max / min) ** (random() ** 1.6)

export const between = (min: number, max: number, random: Random): number => min + (max - min) * random()

export const buyFor = (lamports: number): Wish => ({ side: 'buy', lamports })
export const sellFor = (lamports: number): Wish => ({ side: 'sell', lamports })
