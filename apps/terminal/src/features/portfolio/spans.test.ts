import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import { beginOf, candleSeconds, realisedSince } from './spans.ts'

const sale = (timestampSeconds: number | null, realised: bigint) => ({
  mint: 'kite' as Address,
  timestampSeconds,
  realised,
})

it('begin a day or a week ago, with the month, or with the wallet', () => {
  const now = new Date(2026, 10, 21, 12).getTime() / 1000
  expect(beginOf('24h', now, 5)).toBe(now - 86_400)
  expect(beginOf('7d', now, 5)).toBe(now - 604_800)
  expect(beginOf('month', now, 5)).toBe(new Date(2026, 10, 1).getTime() / 1000)
  expect(beginOf('all', now, 5)).toBe(5)
})

it('are drawn with at most 500 candles', () => {
  const spans = [600, 3_600, 6 * 3_600, 86_400, 15 * 86_400]
  for (const span of spans) expect(candleSeconds(0, span) * 500).toBeGreaterThanOrEqual(span)
  expect(spans.map(span => candleSeconds(0, span))).toEqual([15, 15, 60, 300, 3_600])
})

it('sum the profit of their sales', () => {
  expect(realisedSince([sale(9, 1n), sale(10, 2n), sale(20, -5n), sale(null, 16n)], 10)).toBe(-3n)
})
