import { describe, expect, it } from 'vitest'
import { type CurveParams, initialCurve } from './curveParams.ts'

const params: CurveParams = {
  type: 'constantProduct',
  supply: 10n ** 15n,
  total_base_sell: 793_100_000_000_000n,
  total_quote_fund_raising: 85_000_000_000n,
  migrate_type: 1,
}

describe('a new curve', () => {
  it('begins like on mainnet', () => {
    expect(initialCurve(params, 0n, 0n)).toEqual({
      virtual_base: 1_073_025_605_596_382n,
      virtual_quote: 30_000_852_951n,
      total_base_sell: 793_100_000_000_000n,
    })
  })

  it('ends at the price at which the later pool begins', () => {
    const locked = 10n ** 13n
    const curve = initialCurve(params, locked, 1_000_000_000n)
    if (curve === undefined) return expect.fail('no curve')
    const moved = 10n ** 15n - locked - curve.total_base_sell
    const last = Number(curve.virtual_quote + 85_000_000_000n) / Number(curve.virtual_base - curve.total_base_sell)
    expect(last).toBeCloseTo(84_000_000_000 / Number(moved), 12)
  })

  it('sells half at a fixed price, two thirds at a rising price', () => {
    expect(initialCurve({ ...params, type: 'fixedPrice' }, 0n, 0n)).toEqual({
      virtual_base: 5n * 10n ** 14n,
      virtual_quote: 85_000_000_000n,
      total_base_sell: 5n * 10n ** 14n,
    })
    const linear = initialCurve({ ...params, type: 'linearPrice' }, 0n, 0n)
    expect(linear).toMatchObject({ virtual_quote: 0n, total_base_sell: 666_666_666_666_666n })
    // slope · sold² / 2 is the amount to raise. The slope is a whole number, here of two digits.
    const raisedAt = (slope: bigint) => (slope * 666_666_666_666_666n ** 2n) / 2n ** 65n
    const slope = linear?.virtual_base ?? 0n
    expect(raisedAt(slope)).toBeLessThanOrEqual(85_000_000_000n)
    expect(raisedAt(slope + 1n)).toBeGreaterThan(85_000_000_000n)
  })

  it.each([
    ['everything is sold', { total_base_sell: 10n ** 15n }, 0n],
    ['everything is locked', {}, 10n ** 15n],
    ['nothing is raised', { total_quote_fund_raising: 0n }, 0n],
    ['less is sold than moves on', { total_base_sell: 10n ** 14n }, 0n],
    ['64 bits do not hold it', { supply: 2n ** 63n, total_base_sell: 2n ** 62n + 2n ** 40n }, 0n],
    ['a fixed price of nothing', { type: 'fixedPrice', supply: 1n }, 0n],
    ['a price that rises too slowly', { type: 'linearPrice', supply: 2n ** 63n, total_quote_fund_raising: 1n }, 0n],
    ['a price that rises too fast', { type: 'linearPrice', supply: 3n, total_quote_fund_raising: 2n ** 60n }, 0n],
  ] as const)('does not exist if %s', (_, some, locked) => {
    expect(initialCurve({ ...params, ...some }, locked, 0n)).toBeUndefined()
  })
})
