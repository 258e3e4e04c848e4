import { type Address, wrappedNativeMint } from '@tern/core'
import type { Entry } from '../../data/activity/useActivity.ts'
import { type PricePoint, priceAt } from '../../data/market/closes.ts'

const steps = 96

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
export function netWorthPoints({
  lamports,
  holdings,
  entries,
  window: { from, to },
}: {
  readonly window: Window
  readonly lamports: bigint
  readonly holdings: readonly Holding[]
  readonly entries: readonly Entry[]
}): readonly number[] {
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

/**
 * Scales a holding's prices so that the line ends at its value in the table, which is at most the proceeds of a sale.
 * A value that is not known adds nothing to the line or to the table's total.
 *
 * @param value lamports; `null`: not known.
 */
export function cappedHolding({ mint, amount, prices }: Holding, value: bigint | null): Holding {
  const worth = Number(amount) * (prices.at(-1)?.price ?? 0)
  const share = worth === 0 ? 1 : Number(value ?? 0n) / worth
  return { mint, amount, prices: prices.map(({ seconds, price }) => ({ seconds, price: price * share })) }
}

export const wrappedHolding = (amount: bigint): Holding => ({
  mint: wrappedNativeMint,
  amount,
  prices: [{ seconds: 0, price: 1 }],
})
