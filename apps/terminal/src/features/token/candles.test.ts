import type { CandleRow } from '@tern/server/appRouter'
import { describe, expect, it } from 'vitest'
import { unscaled } from '../../text/numberText.ts'
import { addTrade, type Candle, dropOldest, isFlat, lastClose, parseCandles, timesBefore } from './candles.ts'

const trade = (timestampSeconds: number, lamportsPerToken: number) => ({
  timestampSeconds,
  // With 6 decimals, a token is 10^6 raw units.
  price: { numerator: String(lamportsPerToken), denominator: '1000000' },
})

const row = (t: number, price: string): CandleRow => ({
  t,
  open: price,
  high: price,
  low: price,
  close: price,
  volumeLamports: '1',
})

const times = (candles: readonly Candle[]) => candles.map(({ time }) => time)

/** The last candle. */
function newest(candles: readonly Candle[]): Candle {
  const last = candles.at(-1)
  if (last === undefined) throw new RangeError('no candle')
  return last
}

it('a chart that runs for a day keeps its newest candles, and reports when it drops old ones', () => {
  const candles = Array.from({ length: 2_000 }, (_, time) => ({ time, open: 1, high: 1, low: 1, close: 1 }))
  expect(dropOldest(candles)).toBe(false)
  candles.push({ time: 2_000, open: 1, high: 1, low: 1, close: 1 })
  expect(dropOldest(candles)).toBe(true)
  expect([candles.length, candles[0]?.time, candles.at(-1)?.time]).toEqual([1_500, 501, 2_000])
  expect(dropOldest(candles)).toBe(false)
})

describe('candles', () => {
  it('are SOL per whole token', () => {
    const candle = newest(parseCandles([{ ...row(60, '0.0015'), high: '0.002', low: '0.001' }], 60, unscaled(6)))
    expect(candle.time).toBe(60)
    expect(candle.open).toBeCloseTo(0.0000015, 12)
    expect(candle.high).toBeCloseTo(0.000002, 12)
  })

  it('are priced per shown token', () => {
    const scaled = { decimals: 6, scale: { kind: 'scaled', multiplier: 10 } } as const
    expect(newest(parseCandles([row(60, '0.0015')], 60, scaled)).close).toBeCloseTo(0.00000015, 13)
  })

  it('keep the last price to the last digit', () => {
    const rows = [row(0, '0.001'), row(60, '0.000000123456789012345678'), row(120, '12')]
    expect(lastClose(rows)).toEqual({ numerator: 12n, denominator: 1n })
    expect(lastClose(rows.slice(0, 2))).toEqual({ numerator: 123456789012345678n, denominator: 10n ** 24n })
    expect(lastClose([])).toBeUndefined()
  })

  it('from the server open at the close before, like live candles', () => {
    const [first, second] = parseCandles([row(0, '0.001'), row(60, '0.003')], 60, unscaled(6)).slice(-2)
    expect(second).toMatchObject({ open: first?.close, low: first?.close })
    expect(second?.high).toBe(second?.close)
  })

  it('are flat in intervals without trades', () => {
    const [first, ...rest] = parseCandles([row(0, '0.001'), row(180, '0.003')], 60, unscaled(6)).slice(-4)
    expect(times(rest)).toEqual([60, 120, 180])
    expect(rest.slice(0, 2).every(candle => isFlat(candle) && candle.close === first?.close)).toBe(true)
    expect(rest[2]).toMatchObject({ open: first?.close })
  })

  it('begin with the first trade, after empty intervals that fill the chart', () => {
    const candles = parseCandles([row(60_000, '0.002')], 60, unscaled(6))
    expect(times(candles)).toEqual([60_000])
    const before = timesBefore(candles, 60)
    expect(before).toHaveLength(149)
    expect([before[0], before.at(-1)]).toEqual([60_000 - 149 * 60, 60_000 - 60])
    expect(timesBefore(parseCandles([row(0, '0.001'), row(86_400, '0.003')], 60, unscaled(6)), 60)).toEqual([])
    expect(timesBefore([], 60)).toEqual([])
  })

  it('never exceed the drawn number, however long the market was quiet', () => {
    const candles = parseCandles([row(0, '0.001'), row(86_400, '0.003')], 1, unscaled(6))
    expect(candles).toHaveLength(500)
    expect(times(candles.slice(-2))).toEqual([86_399, 86_400])
  })

  it('grow with trades of their interval', () => {
    const first = newest(addTrade(undefined, trade(121, 1500), { intervalSeconds: 60, unit: unscaled(6) }))
    expect(first).toMatchObject({ time: 120, open: 0.0000015, close: 0.0000015 })
    const grown = [1800, 1200, 1400].reduce(
      (last, price) => newest(addTrade(last, trade(150, price), { intervalSeconds: 60, unit: unscaled(6) })),
      first,
    )
    expect(grown.high).toBeCloseTo(0.0000018, 12)
    expect(grown.low).toBeCloseTo(0.0000012, 12)
    expect(grown.close).toBeCloseTo(0.0000014, 12)
    expect(grown.open).toBe(first.open)
  })

  it('open at the last close', () => {
    const first = newest(addTrade(undefined, trade(1, 1000), { intervalSeconds: 60, unit: unscaled(6) }))
    const added = addTrade(first, trade(200, 3000), { intervalSeconds: 60, unit: unscaled(6) })
    const next = newest(added)
    expect(times(added)).toEqual([60, 120, 180])
    expect(next).toMatchObject({ time: 180, open: first.close, low: first.close })
    expect(next.close).toBe(next.high)
  })

  it('ignore a late trade', () => {
    expect(
      addTrade(
        newest(addTrade(undefined, trade(600, 1000), { intervalSeconds: 60, unit: unscaled(6) })),
        trade(599, 9000),
        { intervalSeconds: 60, unit: unscaled(6) },
      ),
    ).toEqual([])
  })
})
