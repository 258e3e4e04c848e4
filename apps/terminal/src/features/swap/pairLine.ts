import { type Address, wrappedNativeMint } from '@tern/core'
import { type PricePoint, priceAt } from '../../data/market/closes.ts'
import { rawPerTokenFloat } from '../../data/market/listing.ts'
import type { TokenUnit } from '../../text/numberText.ts'

/** The windows of the chart, and the candles that it asks for: at most 240. */
export const windows = [
  { name: '1h', label: '1h', seconds: 3_600, intervalSeconds: 15 },
  { name: '24h', label: '24h', seconds: 86_400, intervalSeconds: 300 },
  { name: '7d', label: '7d', seconds: 604_800, intervalSeconds: 3_600 },
] as const

export type Window = (typeof windows)[number]

const steps = 120

/** A token of the pair. */
export interface PairSide {
  readonly mint: Address
  readonly unit: TokenUnit
  /** Closes in lamports for a raw unit, oldest first. SOL needs none. */
  readonly closes: readonly PricePoint[]
  /** SOL for a shown token now; `undefined` if no price is known. SOL needs none. */
  readonly now: number | undefined
}

/** A drawn price: received tokens for one paid token, at even steps of time. Floats, for drawing only. */
export interface PairLine {
  readonly points: readonly number[]
  readonly from: number
  readonly to: number
}

/** SOL for a shown token, oldest first. */
function pricesOf(side: PairSide, { intervalSeconds }: Window, to: number): readonly PricePoint[] {
  const { mint, unit, closes, now } = side
  if (mint === wrappedNativeMint) return [{ seconds: 0, price: 1 }]
  const scale = rawPerTokenFloat(unit) / 1e9
  const known = closes
    .filter(({ price }) => price > 0)
    // The open candle ends after now, so its price is drawn at its start.
    .map(({ seconds, price }) => ({
      seconds: seconds < to ? seconds : seconds - intervalSeconds,
      price: price * scale,
    }))
  return now === undefined ? known : [...known.filter(({ seconds }) => seconds < to), { seconds: to, price: now }]
}

/**
 * Computes the price of a pair from the prices of its tokens in SOL.
 *
 * @param to seconds since 1970: the end of the window.
 * @returns `undefined` if a token has no price yet. A younger market begins with its first price, so `from` may be `to`.
 */
export function pairLine(
  pay: PairSide,
  receive: PairSide,
  { window, to }: { readonly window: Window; readonly to: number },
): PairLine | undefined {
  const [given, got] = [pricesOf(pay, window, to), pricesOf(receive, window, to)]
  const [first, second] = [given[0], got[0]]
  if (first === undefined || second === undefined) return undefined
  const from = Math.max(to - window.seconds, first.seconds, second.seconds)
  const at = (step: number) => from + ((to - from) * step) / steps
  const points = Array.from({ length: steps + 1 }, (_, n) => priceAt(given, at(n)) / priceAt(got, at(n)))
  return { points, from, to }
}

/** The change from the first point to the last, in basis points. */
export function changeBps({ points }: PairLine): number {
  const [first = 1, last = first] = [points[0], points.at(-1)]
  return Math.round((last / first - 1) * 10_000)
}
