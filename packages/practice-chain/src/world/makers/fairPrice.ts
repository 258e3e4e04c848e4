import { type Fate, fairProgress } from '../launches/fate.ts'
import { seededRandom } from '../random.ts'

/** What the makers think a raw token unit is worth at a moment, in lamports. The same at every call, so that nothing has to be kept. */
export type FairPrice = (nowSeconds: number) => number

/** How a price wanders: how long a wave takes, and how far it goes (as a logarithm). */
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

/** Of a token in a pool: about what the pool opened at, up to half as much again or two thirds of it. `name` makes it its own. */
export function fairPoolPrice(name: string, openingPrice: number): FairPrice {
  const wanders = wander(name)
  return now => openingPrice * Math.exp(wanders(now))
}

/** Of a token on a curve: what its fate says for its age, with some doubt. `priceAt`: as `CurveVenue`'s. */
export function fairCurvePrice(
  mint: string,
  fate: Fate,
  launchedSeconds: number,
  priceAt: (progress: number) => number,
): FairPrice {
  const wanders = wander(mint)
  return now => priceAt(fairProgress(fate, now - launchedSeconds)) * Math.exp(0.6 * wanders(now))
}
