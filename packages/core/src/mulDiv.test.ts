import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ceilDiv, mulDiv } from './mulDiv.ts'

const wide = fc.bigInt({ min: -(2n ** 128n), max: 2n ** 128n })
const divisor = wide.filter(value => value !== 0n)

describe('mulDiv', () => {
  it('rounds in the asked direction', () => {
    expect(mulDiv(7n, 3n, 2n, 'floor')).toBe(10n)
    expect(mulDiv(7n, 3n, 2n, 'ceil')).toBe(11n)
    expect(mulDiv(7n, 4n, 2n, 'floor')).toBe(14n)
    expect(mulDiv(7n, 4n, 2n, 'ceil')).toBe(14n)
    expect(mulDiv(-7n, 3n, 2n, 'floor')).toBe(-11n)
    expect(mulDiv(-7n, 3n, 2n, 'ceil')).toBe(-10n)
    expect(mulDiv(7n, 3n, -2n, 'floor')).toBe(-11n)
    expect(mulDiv(-7n, 3n, -2n, 'ceil')).toBe(11n)
    expect(mulDiv(0n, 3n, 2n, 'ceil')).toBe(0n)
  })

  it('lies within one of the exact quotient, on the asked side', () => {
    fc.assert(
      fc.property(wide, wide, divisor, (a, b, denominator) => {
        const floor = mulDiv(a, b, denominator, 'floor')
        const ceil = mulDiv(a, b, denominator, 'ceil')
        const sign = denominator < 0n ? -1n : 1n
        expect(floor * denominator * sign <= a * b * sign).toBe(true)
        expect(ceil * denominator * sign >= a * b * sign).toBe(true)
        expect(ceil - floor).toBe((a * b) % denominator === 0n ? 0n : 1n)
      }),
    )
  })

  it('keeps every bit of a product of two 128-bit numbers', () => {
    const max = 2n ** 128n - 1n
    expect(mulDiv(max, max, max, 'floor')).toBe(max)
  })

  it('refuses to divide by zero', () => {
    expect(() => mulDiv(1n, 1n, 0n, 'floor')).toThrow('division by 0')
    expect(() => ceilDiv(1n, 0n)).toThrow(expect.objectContaining({ code: 'math/divisionByZero' }))
  })

  it('has a short form that rounds up', () => {
    expect([0n, 1n, 2n, 3n, 4n].map(value => ceilDiv(value, 3n))).toEqual([0n, 1n, 1n, 1n, 2n])
    expect(ceilDiv(-1n, 3n)).toBe(0n)
  })
})
