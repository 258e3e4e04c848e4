import { type Address, wrappedNativeMint } from '@tern/core'
import { expect, it } from 'vitest'
import { unscaled } from '../../text/numberText.ts'
import { changeBps, type PairSide, pairLine, windows } from './pairLine.ts'

const [hour, day] = windows
const sol: PairSide = { mint: wrappedNativeMint, unit: unscaled(9), closes: [], now: undefined }
const close = (seconds: number, price: number) => ({ seconds, price })
const token = (over: Partial<PairSide>): PairSide => ({
  ...{ mint: 'kite' as Address, unit: unscaled(9), closes: [], now: undefined },
  ...over,
})
const to = 1_000_000

it('is the price of received tokens for one paid token', () => {
  const kite = token({ closes: [close(to - 7_200, 0.5), close(to - 1_800, 0.25)], now: 0.2 })
  const line = pairLine(sol, kite, { window: hour, to })
  expect(line).toMatchObject({ from: to - 3_600, to })
  const { points = [] } = line ?? {}
  expect(points).toHaveLength(121)
  expect([0, 59, 60, 119, 120].map(n => points[n])).toEqual([2, 2, 4, 4, 5])
  expect(line && changeBps(line)).toBe(15_000)
  expect(pairLine(kite, sol, { window: hour, to })?.points.at(-1)).toBe(0.2)
})

it('counts the decimals and the scale of each token', () => {
  const shown = { decimals: 6, scale: { kind: 'scaled', multiplier: 10 } as const }
  // 4 lamports for a raw unit, and 100,000 raw units for a shown token.
  const star = token({ unit: shown, closes: [close(to - 10, 4)] })
  expect(pairLine(star, sol, { window: hour, to })?.points[0]).toBeCloseTo(0.0004, 12)
  const moon = token({ unit: unscaled(6), closes: [close(to - 10, 2)] })
  expect(pairLine(star, moon, { window: hour, to })?.points[0]).toBeCloseTo(0.2, 12)
})

it('begins with the first price of the younger market', () => {
  const old = token({ closes: [close(to - 90_000, 1)] })
  const young = token({ closes: [close(to - 600, 1)] })
  expect(pairLine(old, young, { window: day, to })?.from).toBe(to - 600)
})

it('ends with the current price, not with the close of a candle that is open', () => {
  const kite = token({ closes: [close(to - 600, 1), close(to + 200, 9)], now: 2 })
  expect(pairLine(kite, sol, { window: day, to })?.points.at(-1)).toBe(2)
})

it('draws a market whose first candle is open', () => {
  const kite = token({ closes: [close(to + 200, 4)], now: 2 })
  const line = pairLine(kite, sol, { window: day, to })
  expect(line?.from).toBe(to - 100)
  expect([line?.points[0], line?.points.at(-1)]).toEqual([4, 2])
})

it('is missing while a token has no price', () => {
  expect(pairLine(sol, token({}), { window: day, to })).toBeUndefined()
  expect(pairLine(sol, token({ closes: [close(to - 10, 0)] }), { window: day, to })).toBeUndefined()
})
