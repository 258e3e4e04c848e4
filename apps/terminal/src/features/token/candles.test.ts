import { describe, expect, it } from 'vitest'
import { addTrade, parseCandles } from './candles.ts'

const trade = (timestampSeconds: number, lamportsPerToken: number) => ({
  timestampSeconds,
  // at 6 decimals a token is 10^6 raw units
  price: { numerator: String(lamportsPerToken), denominator: '1000000' },
})

describe('candles', () => {
  it('are SOL per whole token', () => {
    const row = { t: 60, open: '0.0015', high: '0.002', low: '0.001', close: '0.0018', volumeLamports: '1' }
    const [candle] = parseCandles([row], 6)
    expect(candle?.time).toBe(60)
    expect(candle?.open).toBeCloseTo(0.0000015, 12)
    expect(candle?.high).toBeCloseTo(0.000002, 12)
  })

  it('of the server open where the one before closed, as live ones do', () => {
    const row = (t: number, price: string) => ({
      t,
      open: price,
      high: price,
      low: price,
      close: price,
      volumeLamports: '1',
    })
    const [first, second] = parseCandles([row(0, '0.001'), row(60, '0.003')], 6)
    expect(second).toMatchObject({ open: first?.close, low: first?.close })
    expect(second?.high).toBe(second?.close)
  })

  it('grow by trades of their interval', () => {
    const first = addTrade(undefined, trade(121, 1500), 60, 6)
    expect(first).toMatchObject({ time: 120, open: 0.0000015, close: 0.0000015 })
    const grown = [1800, 1200, 1400].reduce((last, price) => addTrade(last, trade(150, price), 60, 6), first)
    expect(grown.high).toBeCloseTo(0.0000018, 12)
    expect(grown.low).toBeCloseTo(0.0000012, 12)
    expect(grown.close).toBeCloseTo(0.0000014, 12)
    expect(grown.open).toBe(first.open)
  })

  it('open where the last one closed', () => {
    const first = addTrade(undefined, trade(1, 1000), 60, 6)
    const next = addTrade(first, trade(200, 3000), 60, 6)
    expect(next).toMatchObject({ time: 180, open: first.close, low: first.close })
    expect(next.close).toBe(next.high)
  })

  it('do not change for a trade that came late', () => {
    const last = addTrade(undefined, trade(600, 1000), 60, 6)
    expect(addTrade(last, trade(599, 9000), 60, 6)).toBe(last)
  })
})
