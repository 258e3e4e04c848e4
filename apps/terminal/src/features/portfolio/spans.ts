import type { Sale } from '../../data/activity/positionBook.ts'
import { monthOf } from './calendar.ts'

/** The windows of time of the summary. */
export type Span = '24h' | '7d' | 'month' | 'all'

const day = 86_400

/** When a window begins, in seconds since 1970. `first` is the time of the wallet's first transaction. */
export function beginOf(span: Span, now: number, first: number): number {
  if (span === '24h') return now - day
  if (span === '7d') return now - 7 * day
  if (span === 'all') return first
  const { year, month } = monthOf(new Date(now * 1000))
  return new Date(year, month, 1).getTime() / 1000
}

/** The length of candles to draw a window with, in seconds. */
export function candleSeconds(fromSeconds: number, toSeconds: number): 15 | 60 | 300 | 3600 {
  const span = toSeconds - fromSeconds
  return span <= 3_600 ? 15 : span <= 6 * 3_600 ? 60 : span <= 1.5 * day ? 300 : 3_600
}

/** Sums the profit of the sales since a time. */
export const realisedSince = (sales: readonly Sale[], fromSeconds: number): bigint =>
  sales.reduce(
    (sum, { timestampSeconds: at, realised }) => (at !== null && at >= fromSeconds ? sum + realised : sum),
    0n,
  )
