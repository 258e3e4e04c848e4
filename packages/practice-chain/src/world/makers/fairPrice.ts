import { type Fate, fairProgress } from '../launches/fate.ts'
import { seededRandom } from '../random.ts'

/** The makers' fair price at a moment, in lamports per raw token unit. A pure function, so no state has to be kept. */
export type FairPrice = (nowSeconds: number) => number

/** The waves of a price: their period, and their amplitude as a logarithm. */
const waves = [
  { seconds: 540, reach: 0.012 },
  { seconds: 2_460, reach: 0.03 },
  { seconds: 11_300, reach: 0.07 },
  { seconds: 51_000, reach: 0.12 },
  { seconds: 398_000, reach: 0.2 },
]

function wander(name: string): (nowSeconds: number) => number {
  const random = seededRandom(`wander ${name}`)
  const moved = waves.map(wave => ({ ...wave, phase: random() }))
  return now =>
    moved.reduce((sum, { seconds, reach, phase }) => sum + reach * Math.sin(2 * Math.PI * (now / seconds + phase)), 0)
}

/**
 * A fair price around the opening price of a pool: at most about 1.5 times as high, at least about two thirds.
 * @param name makes the price's course unique.
 */
export function fairPoolPrice(name: string, openingPrice: number): FairPrice {
  const wanders = wander(name)
  return now => openingPrice * Math.exp(wanders(now))
}

/**
 * A fair price for a token on a curve: its fate at its age, with some noise.
 * @param priceAt the venue's `CurveVenue.priceAt`.
 */
export function fairCurvePrice(
  mint: string,
  { fate, launchedSeconds }: { readonly fate: Fate; readonly launchedSeconds: number },
  priceAt: (progress: number) => number,
): FairPrice {
  const wanders = wander(mint)
  return now => priceAt(fairProgress(fate, now - launchedSeconds)) * Math.exp(0.6 * wanders(now))
}
