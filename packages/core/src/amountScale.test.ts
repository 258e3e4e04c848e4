import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filledAddress } from '../test/filledAddress.ts'
import { systemProgram, tokenProgram } from './addresses.ts'
import { formatAmount, parseAmount, typedAmount } from './amount.ts'
import { type AmountScale, amountScale, rawPerToken, shownUnits } from './amountScale.ts'
import { isTernError } from './errors.ts'
import { maxU64 } from './integer.ts'
import { scaledUiAmountLayout } from './mintExtensions.ts'
import { formatPrice } from './price.ts'

const scaled = (multiplier: number): AmountScale => ({ kind: 'scaled', multiplier })
const tenfold = { decimals: 6, scale: scaled(10) }

/** Any multiplier that the program takes: a positive normal float, mostly near 1. */
const multipliers = fc.oneof(
  fc.double({ min: 1e-3, max: 1e4, noNaN: true }),
  fc.double({ min: 2 ** -1022, max: Number.MAX_VALUE, noNaN: true }),
  fc.integer({ min: 1, max: 1_000 }),
)
const counted = fc.record({ decimals: fc.nat(18), scale: multipliers.map(scaled) })

/** Returns `undefined` for an amount beyond 64 bits. */
function readOrUndefined(...[text, token]: Parameters<typeof parseAmount>): bigint | undefined {
  try {
    return parseAmount(text, token)
  } catch (error) {
    expect(isTernError(error, 'amount/outOfRange')).toBe(true)
    return undefined
  }
}

describe('a scaled token', () => {
  it('is shown and typed with its multiplier', () => {
    expect(formatAmount(1_000_000n, tenfold)).toBe('10')
    expect(parseAmount('10', tenfold)).toBe(1_000_000n)
    expect(formatAmount(123_456_789n, tenfold, { fixed: 2, grouping: ',' })).toBe('1,234.56')
  })

  it('rounds typed amounts down to raw units, from the exact value of the float', () => {
    expect(parseAmount('0.000009', tenfold)).toBe(0n)
    expect(parseAmount('0.000019', tenfold)).toBe(1n)
    // The float 0.1 is a little more than a tenth, so ten units are a little less than 100.
    expect(parseAmount('10', { decimals: 0, scale: scaled(0.1) })).toBe(99n)
    expect(parseAmount('0.0000001', { decimals: 6, scale: scaled(0.001) })).toBe(99n)
  })

  it('is shown rounded down, as the program truncates', () => {
    expect(formatAmount(101n, { decimals: 2, scale: scaled(0.99) })).toBe('0.99')
    expect(formatAmount(-101n, { decimals: 2, scale: scaled(0.99) })).toBe('-0.99')
  })

  it('loses no unit when a button fills a field', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxU64 }), counted, (raw, token) => {
        expect(parseAmount(typedAmount(raw, token), token)).toBe(raw)
      }),
    )
  })

  it('never makes a typed amount larger', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxU64 }), fc.nat(18), counted, (digits, places, token) => {
        const text = formatAmount(digits, places)
        const raw = readOrUndefined(text, token)
        const { numerator, denominator } = rawPerToken(token)
        if (raw === undefined) return
        const isAtMost = (value: bigint) => value * denominator * 10n ** BigInt(places) <= digits * numerator
        expect([isAtMost(raw), isAtMost(raw + 1n)]).toEqual([true, false])
      }),
    )
  })

  it('has a price per shown token, so price times shown amount is the value', () => {
    const [base, quote] = [
      { ...tenfold, mint: filledAddress(1), program: tokenProgram },
      { decimals: 9, mint: filledAddress(2), program: tokenProgram },
    ]
    // A raw unit costs 2 lamports, so a million raw units, shown as 10 tokens, cost 0.002 SOL.
    const price = { base, quote, ratio: { numerator: 2n, denominator: 1n } }
    expect(formatPrice(price, { significant: 4 })).toBe('0.0002')
    expect(rawPerToken(tenfold)).toEqual({ numerator: 1_000_000n, denominator: 10n })
  })

  it('is shown as the exact product if the program writes infinity', () => {
    expect(shownUnits(10n, { decimals: 0, scale: scaled(Number.MAX_VALUE) })).toBe(10n * BigInt(Number.MAX_VALUE))
  })

  it('takes the new multiplier from its timestamp on', () => {
    const scaledUiAmount = scaledUiAmountLayout.decode(
      scaledUiAmountLayout.encode({
        ...{ authority: systemProgram, multiplier: 5, newMultiplier: 10 },
        newMultiplierEffectiveTimestamp: 1_000n,
      }),
    )
    expect(amountScale({ scaledUiAmount }, 999n)).toEqual(scaled(5))
    expect(amountScale({ scaledUiAmount }, 1_000n)).toEqual(scaled(10))
  })

  it('refuses multipliers that the program refuses', () => {
    const config = { authority: systemProgram, newMultiplierEffectiveTimestamp: 0n, newMultiplier: 1 }
    for (const multiplier of [0, -0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** -1023])
      expect(() => scaledUiAmountLayout.encode({ ...config, multiplier })).toThrow('multiplier')
    const data = scaledUiAmountLayout.encode({ ...config, multiplier: 1 })
    data.fill(0, 32, 40)
    expect(() => scaledUiAmountLayout.decode(data)).toThrow('multiplier')
  })
})

describe('an interest-bearing token', () => {
  const rates = { rateAuthority: systemProgram, preUpdateAverageRate: 500, currentRate: 500 }
  const year = 31_556_736n

  it('is shown with interest and typed without', () => {
    const interestBearing = { ...rates, initializationTimestamp: 0n, lastUpdateTimestamp: year }
    const scale = amountScale({ interestBearing }, year)
    // The program's own test: exp(0.05) after a year at 5%.
    expect(formatAmount(10n ** 18n, { decimals: 18, scale })).toBe('1.051271096376024117')
    expect(formatAmount(10n ** 10n, { decimals: 10, scale })).toBe('1.0512710964')
    expect(parseAmount('1', { decimals: 10, scale })).toBe(10n ** 10n)
    expect(typedAmount(10n ** 10n, { decimals: 10, scale })).toBe('1')
    expect(() => parseAmount('0.00000000001', { decimals: 10, scale })).toThrow('decimals overflow')
  })

  it('is shown without interest if no float can hold the interest', () => {
    const interestBearing = { ...rates, currentRate: 32_767, initializationTimestamp: 0n, lastUpdateTimestamp: 0n }
    expect(amountScale({ interestBearing }, 1_000n * year)).toBe(undefined)
  })
})
