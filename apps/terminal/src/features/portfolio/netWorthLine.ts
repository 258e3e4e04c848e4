import { type Address, wrappedNativeMint } from '@tern/core'
import type { Entry } from '../../data/activity/useActivity.ts'

/** The size of the drawing, which is stretched to its place on the page. */
export const lineSize = { width: 800, height: 132 } as const
const margin = 8
const steps = 96
/** The drawing's height stands for at least 1/20 of the highest worth. */
const leastSpan = 20

/** A token's price at a time. */
export interface PricePoint {
  readonly seconds: number
  /** Lamports for a raw unit. */
  readonly price: number
}

export interface Holding {
  readonly mint: Address
  /** Raw units held now. */
  readonly amount: bigint
  /** Oldest first. If empty, the price is unknown and the token is not counted. */
  readonly prices: readonly PricePoint[]
}

interface Window {
  readonly from: number
  readonly to: number
}

/** Computes the net worth at even steps of time, in lamports, oldest first. Floats, for drawing only. */
export function netWorthPoints(
  lamports: bigint,
  holdings: readonly Holding[],
  entries: readonly Entry[],
  { from, to }: Window,
): readonly number[] {
  let sol = lamports
  const amounts = new Map(holdings.map(({ mint, amount }) => [mint, amount]))
  let next = 0
  const points: number[] = []
  // Go back from the current balances, which are certain, and undo each transaction at its time.
  for (let step = steps; step >= 0; step--) {
    const seconds = from + ((to - from) * step) / steps
    for (let entry = entries[next]; entry !== undefined; entry = entries[++next]) {
      if ((entry.timestampSeconds ?? 0) <= seconds) break
      sol -= entry.lamports
      for (const { mint, amount } of entry.tokens) amounts.set(mint, (amounts.get(mint) ?? 0n) - amount)
    }
    const worth = holdings.map(({ mint, prices }) => Number(amounts.get(mint) ?? 0n) * priceAt(prices, seconds))
    points.push(worth.reduce((sum, one) => sum + one, Number(sol)))
  }
  return points.reverse()
}

/** The price at a time; before the first known price, that first price. */
function priceAt(prices: readonly PricePoint[], seconds: number): number {
  return (prices.findLast(point => point.seconds <= seconds) ?? prices[0])?.price ?? 0
}

export const wrappedHolding = (amount: bigint): Holding => ({
  mint: wrappedNativeMint,
  amount,
  prices: [{ seconds: 0, price: 1 }],
})

/** Draws the points as an SVG line, and the area below it. */
export function pathOf(points: readonly number[]): { readonly line: string; readonly area: string } {
  const { width, height } = lineSize
  const [lowest, highest] = [Math.min(...points), Math.max(...points)]
  // Small changes must not fill the height.
  const span = Math.max(highest - lowest, Math.abs(highest) / leastSpan)
  const middle = (highest + lowest) / 2
  const y = (point: number) =>
    span === 0 ? height / 2 : height / 2 - ((point - middle) / span) * (height - 2 * margin)
  const x = (i: number) => (i / Math.max(1, points.length - 1)) * width
  const line = points.map((point, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(point).toFixed(1)}`).join('')
  return { line, area: `${line}L${width} ${height}L0 ${height}Z` }
}
