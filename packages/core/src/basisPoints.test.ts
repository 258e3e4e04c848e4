import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPercent, maximumIn, minimumOut, parsePercent } from './basisPoints.ts'

const amount = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const bps = fc.integer({ min: 0, max: 10_000 })

describe('slippage', () => {
  it('follows the specification: expected × (100 − percent) / 100 out, × (1 + slippage) in', () => {
    expect(minimumOut(1_000n, 100)).toBe(990n)
    expect(minimumOut(999n, 50)).toBe(994n)
    expect(maximumIn(1_000n, 100)).toBe(1_010n)
    expect(minimumOut(12_345n, 10_000)).toBe(0n)
    expect(minimumOut(12_345n, 0)).toBe(12_345n)
  })

  it('never raises the min output nor lowers the max input beyond the expected amount', () => {
    fc.assert(
      fc.property(amount, bps, (expected, slippage) => {
        const min = minimumOut(expected, slippage)
        const max = maximumIn(expected, slippage)
        expect(min >= 0n && min <= expected && max >= expected).toBe(true)
        expect(min * 10_000n <= expected * BigInt(10_000 - slippage)).toBe(true)
        expect(max * 10_000n <= expected * BigInt(10_000 + slippage)).toBe(true)
      }),
    )
  })

  it('is whole basis points from 0 to 10,000', () => {
    for (const wrong of [-1, 10_001, 0.5, Number.NaN])
      for (const limit of [minimumOut, maximumIn])
        expect(() => limit(1n, wrong)).toThrow(expect.objectContaining({ code: 'trade/invalidSlippage' }))
  })
})

describe('percent', () => {
  it('is typed and shown with two decimals', () => {
    expect(parsePercent('0.5')).toBe(50)
    expect(parsePercent('100')).toBe(10_000)
    expect(() => parsePercent('0.005')).toThrow('decimals overflow')
    expect(() => parsePercent('1%')).toThrow('invalid number string')
    expect(formatPercent({ numerator: 1n, denominator: 8n })).toBe('12.5')
    expect(formatPercent({ numerator: 1n, denominator: 3n }, 4)).toBe('33.3333')
    expect(formatPercent({ numerator: -1n, denominator: 3n })).toBe('-33.33')
    expect(formatPercent({ numerator: 12n, denominator: 1n }, 2, { grouping: ',' })).toBe('1,200')
    fc.assert(
      fc.property(bps, value => {
        expect(parsePercent(formatPercent({ numerator: BigInt(value), denominator: 10_000n }))).toBe(value)
      }),
    )
  })
})
