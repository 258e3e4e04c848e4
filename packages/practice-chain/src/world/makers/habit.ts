import type { Random } from '../random.ts'

/** What a maker sees of one market when it looks there. Lamports and prices are doubles here: this is play, and no quote. */
export interface Sight {
  readonly kind: 'curve' | 'pool'
  readonly ageSeconds: number
  /** The native side that the price rests on, in lamports; of a curve the virtual one. */
  readonly depth: number
  /** Lamports that bring the price to what the makers think fair: above 0 bought with, below 0 sold for. */
  readonly gap: number
  /** By what part the price has changed in so many seconds. */
  change(seconds: number): number
  /** By what part the price is below its highest of so many seconds. */
  below(seconds: number): number
  /** What the maker holds there, in lamports at this price. */
  readonly held: number
  /** What it has gained on that, as a part of what it paid. */
  readonly gain: number
  readonly heldSeconds: number
}

/** A trade worth `lamports`, or everything that is held. Nothing: the maker lets it pass. */
export type Wish = { readonly side: 'buy' | 'sell'; readonly lamports: number } | 'sell all' | undefined

/** How somebody trades: where they look, and what they do there. Decided by what is seen and by `random` alone. */
export interface Habit {
  readonly name: string
  /** How much a market draws it: it looks at each as often as this says, at 0 never. */
  interest(sight: Sight): number
  decide(sight: Sight, random: Random): Wish
}

export const sol = 1_000_000_000

/** A number from `least` to `most`, small ones more often: as trades are. */
export const mostlySmall = (least: number, most: number, random: Random): number =>
  least * (most / least) ** (random() ** 1.6)

export const between = (least: number, most: number, random: Random): number => least + (most - least) * random()

export const buyFor = (lamports: number): Wish => ({ side: 'buy', lamports })
export const sellFor = (lamports: number): Wish => ({ side: 'sell', lamports })
