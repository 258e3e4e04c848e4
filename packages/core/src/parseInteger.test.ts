import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isTernError } from './errors.ts'
import { parseInteger } from './parseInteger.ts'

describe('parseInteger', () => {
  it('takes bigints, whole numbers and digits', () => {
    expect(parseInteger(5n)).toBe(5n)
    expect(parseInteger(-(2n ** 200n))).toBe(-(2n ** 200n))
    expect(parseInteger(9_007_199_254_740_990)).toBe(9_007_199_254_740_990n)
    expect(parseInteger(-3)).toBe(-3n)
    expect(parseInteger(-0)).toBe(0n)
    expect(parseInteger('007')).toBe(7n)
    expect(parseInteger('-12345678901234567890')).toBe(-12345678901234567890n)
    fc.assert(
      fc.property(fc.bigInt(), value => {
        expect(parseInteger(String(value))).toBe(value)
      }),
    )
  })

  it("refuses text that is not an integer with 'invalid number string'", () => {
    for (const text of [
      '',
      ' ',
      '1.0',
      '0.5',
      '1e5',
      '0x10',
      '+1',
      '--1',
      '1 ',
      ' 1',
      '1n',
      '1_000',
      '1,000',
      'NaN',
      '٣',
      '-',
      '\n1',
      '1\n',
    ])
      expect(() => parseInteger(text), text).toThrow('invalid number string')
    expect(() => parseInteger('9'.repeat(10_000_000))).toThrow('invalid number string')
  })

  it("refuses a fraction, a number of 2^53 − 1 or more, and other values with 'invalid BigNumberish value'", () => {
    const others = [0.5, -1.5, 2 ** 53 - 1, -(2 ** 53 - 1), 2 ** 53, 1e30, Number.NaN, Infinity, -Infinity]
    for (const value of [...others, null, undefined, true, {}, [], [1], () => 1, new Date(0)])
      expect(() => parseInteger(value), String(value)).toThrow('invalid BigNumberish value')
  })

  it('never runs code of a refused object', () => {
    for (const value of [{ toString: '' }, Object.create(null), { [Symbol.toPrimitive]: 1 }])
      expect(() => parseInteger(value)).toThrow('invalid BigNumberish value')
  })

  it('throws only its two errors for any value', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true }), value => {
        try {
          expect(typeof parseInteger(value)).toBe('bigint')
        } catch (error) {
          expect(isTernError(error, 'number/invalid') || isTernError(error, 'number/invalidText')).toBe(true)
        }
      }),
    )
  })
})
