import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDecimal } from './decimal.ts'
import type { Ratio } from './ratio.ts'

const anyRatio = fc.record({
  numerator: fc.oneof(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.bigInt({ min: -1000n, max: 1000n })),
  denominator: fc.oneof(fc.bigInt({ min: 1n, max: 10n ** 40n }), fc.bigInt({ min: 1n, max: 1000n })),
})
const roundings = fc.constantFrom('floor', 'ceil', 'halfUp')

/** The exact value of decimal text. */
function exactly(text: string): Ratio {
  const [whole = '', fraction = ''] = text.split('.')
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) }
}

/** a − b as a fraction with a positive denominator. */
function difference(a: Ratio, b: Ratio): Ratio {
  return {
    numerator: a.numerator * b.denominator - b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  }
}

const absolute = (value: bigint) => (value < 0n ? -value : value)

describe('formatDecimal with fixed digits', () => {
  it('gives exactly the asked digits in the asked rounding', () => {
    const third = { numerator: 1n, denominator: 3n }
    expect(formatDecimal(third, { fixed: 0 })).toBe('0')
    expect(formatDecimal(third, { fixed: 4 })).toBe('0.3333')
    expect(formatDecimal(third, { fixed: 4 }, { rounding: 'ceil' })).toBe('0.3334')
    expect(formatDecimal({ numerator: 5n, denominator: 2n }, { fixed: 0 })).toBe('3')
    expect(formatDecimal({ numerator: 5n, denominator: 2n }, { fixed: 0 }, { rounding: 'floor' })).toBe('2')
    expect(formatDecimal({ numerator: -5n, denominator: 2n }, { fixed: 0 })).toBe('-3')
    expect(formatDecimal({ numerator: -5n, denominator: 2n }, { fixed: 0 }, { rounding: 'floor' })).toBe('-3')
    expect(formatDecimal({ numerator: -5n, denominator: 2n }, { fixed: 0 }, { rounding: 'ceil' })).toBe('-2')
    expect(formatDecimal({ numerator: 3n, denominator: 1n }, { fixed: 2 })).toBe('3.00')
  })

  it('has no minus before zero, and takes a negative denominator', () => {
    expect(formatDecimal({ numerator: -1n, denominator: 1000n }, { fixed: 2 })).toBe('0.00')
    expect(formatDecimal({ numerator: -1n, denominator: -3n }, { fixed: 2 })).toBe('0.33')
    expect(formatDecimal({ numerator: 1n, denominator: -3n }, { fixed: 2 })).toBe('-0.33')
  })

  it('is within one unit of its last digit, on the asked side', () => {
    fc.assert(
      fc.property(anyRatio, fc.nat(30), roundings, (ratio, fixed, rounding) => {
        const text = formatDecimal(ratio, { fixed }, { rounding })
        expect(text).toMatch(fixed === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${fixed}}$`))
        const off = difference(exactly(text), ratio)
        const units = absolute(off.numerator) * 10n ** BigInt(fixed)
        if (rounding === 'halfUp') expect(2n * units <= off.denominator).toBe(true)
        else expect(units < off.denominator).toBe(true)
        if (rounding === 'floor') expect(off.numerator <= 0n).toBe(true)
        if (rounding === 'ceil') expect(off.numerator >= 0n).toBe(true)
      }),
    )
  })
})

describe('formatDecimal with significant digits', () => {
  it('counts from the first digit that is not zero, and leaves off zeros at the end', () => {
    const text = (numerator: bigint, denominator: bigint, significant: number) =>
      formatDecimal({ numerator, denominator }, { significant })
    expect(text(2n, 3n, 3)).toBe('0.667')
    expect(text(1n, 2n, 6)).toBe('0.5')
    expect(text(0n, 7n, 3)).toBe('0')
    expect(text(123_456n, 1n, 3)).toBe('123000')
    expect(text(99_999n, 1n, 3)).toBe('100000')
    expect(text(9_996n, 100_000n, 3)).toBe('0.1')
    expect(text(1n, 300_000_000n, 4)).toBe('0.000000003333')
    expect(text(1000n, 1n, 1)).toBe('1000')
    expect(text(-2n, 3n, 2)).toBe('-0.67')
    expect(text(10n ** 40n, 1n, 5)).toBe(`1${'0'.repeat(40)}`)
  })

  it('is exact to one unit of the last digit, with no more digits than asked for', () => {
    fc.assert(
      fc.property(anyRatio, fc.integer({ min: 1, max: 25 }), roundings, (ratio, significant, rounding) => {
        const text = formatDecimal(ratio, { significant }, { rounding })
        expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/)
        const digits = text.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
        expect(digits.length).toBeLessThanOrEqual(significant)
        const off = difference(exactly(text), ratio)
        const size = absolute(ratio.numerator) * off.denominator
        // One unit of the last digit is at most 10^(1 − significant) of the value itself.
        expect(absolute(off.numerator) * ratio.denominator * 10n ** BigInt(significant - 1) <= size).toBe(true)
        if (rounding === 'floor') expect(off.numerator <= 0n).toBe(true)
        if (rounding === 'ceil') expect(off.numerator >= 0n).toBe(true)
      }),
    )
  })

  it('agrees with the engine if floats are exact enough', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 1, max: 8 }), (value, significant) => {
        const text = formatDecimal({ numerator: BigInt(value), denominator: 1n }, { significant })
        expect(Number(text)).toBe(Number(value.toPrecision(significant)))
      }),
    )
  })
})

describe('formatDecimal', () => {
  it('groups digits before the point', () => {
    const million = { numerator: 1_234_567_891n, denominator: 1000n }
    expect(formatDecimal(million, { fixed: 3 }, { grouping: ',' })).toBe('1,234,567.891')
    expect(formatDecimal(million, { significant: 2 }, { grouping: '\u202f' })).toBe('1\u202f200\u202f000')
    expect(formatDecimal({ numerator: -123n, denominator: 1n }, { fixed: 0 }, { grouping: ',' })).toBe('-123')
    expect(formatDecimal({ numerator: 1000n, denominator: 1n }, { fixed: 0 }, { grouping: '$1' })).toBe('1$1000')
  })

  it('follows the specification: significant digits are a positive integer, fixed digits are not negative', () => {
    const one = { numerator: 1n, denominator: 1n }
    for (const significant of [0, -1, 1.5, Number.NaN, Infinity, 1e9])
      expect(() => formatDecimal(one, { significant })).toThrow(
        expect.objectContaining({ code: 'number/significantDigits' }),
      )
    for (const fixed of [-1, 0.5, Number.NaN, Infinity, 1e9])
      expect(() => formatDecimal(one, { fixed })).toThrow(expect.objectContaining({ code: 'number/fixedDigits' }))
    expect(() => formatDecimal({ numerator: 1n, denominator: 0n }, { fixed: 1 })).toThrow('division by 0')
  })
})
