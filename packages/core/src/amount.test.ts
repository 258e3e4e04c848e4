import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filledAddress } from '../test/filledAddress.ts'
import { nativeToken, tokenProgram } from './addresses.ts'
import { addAmounts, compareAmounts, formatAmount, parseAmount, subtractAmounts } from './amount.ts'
import { isTernError } from './errors.ts'
import { maxU64 } from './integer.ts'

const coin = { mint: filledAddress(7), decimals: 6, program: tokenProgram }

describe('parseAmount', () => {
  it('reads typed amounts', () => {
    expect(parseAmount('0.5', 9)).toBe(500_000_000n)
    expect(parseAmount('  1 ', 9)).toBe(1_000_000_000n)
    expect(parseAmount('.5', 1)).toBe(5n)
    expect(parseAmount('5.', 2)).toBe(500n)
    expect(parseAmount('0', 9)).toBe(0n)
    expect(parseAmount('000.010', 3)).toBe(10n)
    expect(parseAmount('12', 0)).toBe(12n)
    expect(parseAmount('0.000001', coin)).toBe(1n)
    expect(parseAmount('18446744073.709551615', nativeToken)).toBe(maxU64)
    expect(parseAmount(`${'0'.repeat(500)}1`, 0)).toBe(1n)
  })

  it("refuses text that is not a number with 'invalid number string'", () => {
    const texts = [
      '',
      ' ',
      '.',
      'abc',
      '1e30',
      '1e-3',
      '0x10',
      '1,000',
      '1 000',
      '1.2.3',
      '+1',
      'Infinity',
      'NaN',
      '٣',
      '１',
      '½',
      '1n',
      '$1',
      '--1',
      '-',
      '-.',
      '1-',
    ]
    for (const text of texts) expect(() => parseAmount(text, 9), text).toThrow('invalid number string')
  })

  it('refuses a negative amount, too many decimals and more than 64 bits', () => {
    expect(() => parseAmount('-1', 9)).toThrow(expect.objectContaining({ code: 'amount/negative' }))
    expect(() => parseAmount('-0', 9)).toThrow(expect.objectContaining({ code: 'amount/negative' }))
    expect(() => parseAmount('0.0000000001', 9)).toThrow('decimals overflow')
    expect(() => parseAmount('1.0', 0)).toThrow('decimals overflow')
    for (const text of ['18446744073.709551616', '99999999999', '1'.repeat(100_000)])
      expect(() => parseAmount(text, 9)).toThrow(expect.objectContaining({ code: 'amount/outOfRange' }))
  })

  it('reads back every amount that formatAmount writes', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxU64 }), fc.nat(20), (raw, decimals) => {
        expect(parseAmount(formatAmount(raw, decimals), decimals)).toBe(raw)
        expect(parseAmount(formatAmount(raw, decimals, { fixed: decimals }), decimals)).toBe(raw)
      }),
    )
  })

  it('throws only its own errors', () => {
    const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.-+eE, ') }))
    fc.assert(
      fc.property(typed, fc.nat(12), (text, decimals) => {
        try {
          const raw = parseAmount(text, decimals)
          expect(raw >= 0n && raw <= maxU64).toBe(true)
          expect(text.trim()).toMatch(/^\d*\.?\d*$/)
        } catch (error) {
          expect(isTernError(error) && error.code.startsWith('amount/')).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('formatAmount', () => {
  it('writes every digit and no zeros at the end', () => {
    expect(formatAmount(0n, 9)).toBe('0')
    expect(formatAmount(1n, 9)).toBe('0.000000001')
    expect(formatAmount(1_234_500_000n, coin, { grouping: ',' })).toBe('1,234.5')
    expect(formatAmount(1_000n, 0, { grouping: ',' })).toBe('1,000')
    expect(formatAmount(-1_500_000_000n, nativeToken)).toBe('-1.5')
  })

  it('rounds down by default', () => {
    expect(formatAmount(1_999_999n, coin, { fixed: 2 })).toBe('1.99')
    expect(formatAmount(1_999_999n, coin, { fixed: 2, rounding: 'halfUp' })).toBe('2.00')
    expect(formatAmount(1_999_999n, coin, { significant: 3 })).toBe('1.99')
    expect(formatAmount(1_999_999n, coin, { significant: 3, rounding: 'ceil' })).toBe('2')
    expect(formatAmount(-1n, coin, { fixed: 0 })).toBe('-1')
  })

  it("refuses more decimals than the token has with 'decimals overflow'", () => {
    expect(formatAmount(1n, coin, { fixed: 6 })).toBe('0.000001')
    expect(() => formatAmount(1n, coin, { fixed: 7 })).toThrow('decimals overflow')
    expect(() => formatAmount(1n, coin, { fixed: -1 })).toThrow(expect.objectContaining({ code: 'number/fixedDigits' }))
    expect(() => formatAmount(1n, coin, { significant: 0 })).toThrow(
      expect.objectContaining({ code: 'number/significantDigits' }),
    )
  })
})

describe('token amounts', () => {
  const coins = (raw: bigint) => ({ token: coin, raw })
  const lamports = (raw: bigint) => ({ token: nativeToken, raw })

  it('are added, subtracted and compared', () => {
    expect(addAmounts(coins(2n), coins(3n))).toEqual(coins(5n))
    expect(subtractAmounts(coins(2n), coins(3n))).toEqual(coins(-1n))
    expect([coins(3n), coins(1n), coins(2n)].sort(compareAmounts).map(({ raw }) => raw)).toEqual([1n, 2n, 3n])
    expect(compareAmounts(coins(2n), coins(2n))).toBe(0)
  })

  it("of different tokens are refused with 'token not equals'", () => {
    for (const action of [addAmounts, subtractAmounts, compareAmounts])
      expect(() => action(coins(1n), lamports(1n))).toThrow('token not equals')
  })

  it('are of one token if the mints are equal, even if name or symbol differ', () => {
    expect(addAmounts(coins(1n), { token: { ...coin, symbol: 'COIN' }, raw: 1n }).raw).toBe(2n)
  })
})
