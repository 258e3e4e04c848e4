import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filledAddress } from '../test/filledAddress.ts'
import { nativeToken, tokenProgram } from './addresses.ts'
import { convertAmount, formatPrice, invertPrice, multiplyPrices, priceOf } from './price.ts'
import { compareRatios, invertRatio, multiplyRatios, ratio } from './ratio.ts'

const token = (byte: number, decimals: number) => ({ mint: filledAddress(byte), decimals, program: tokenProgram })
const coin = token(3, 6)
const dollar = token(4, 6)
const positive = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })

describe('ratios', () => {
  it('are in lowest terms with a positive denominator', () => {
    expect(ratio(4n, 6n)).toEqual({ numerator: 2n, denominator: 3n })
    expect(ratio(4n, -6n)).toEqual({ numerator: -2n, denominator: 3n })
    expect(ratio(-4n, -6n)).toEqual({ numerator: 2n, denominator: 3n })
    expect(ratio(0n, -5n)).toEqual({ numerator: 0n, denominator: 1n })
    expect(() => ratio(1n, 0n)).toThrow('division by 0')
    const any = fc.bigInt({ min: -1000n, max: 1000n })
    fc.assert(
      fc.property(
        any,
        any.filter(value => value !== 0n),
        (numerator, denominator) => {
          const reduced = ratio(numerator, denominator)
          expect(reduced.denominator > 0n).toBe(true)
          expect(reduced.numerator * denominator).toBe(numerator * reduced.denominator)
          for (const prime of [2n, 3n, 5n, 7n, 11n, 13n])
            expect(
              reduced.numerator !== 0n && reduced.numerator % prime === 0n && reduced.denominator % prime === 0n,
            ).toBe(false)
        },
      ),
    )
  })

  it('multiply, invert and compare', () => {
    expect(multiplyRatios(ratio(2n, 3n), ratio(3n, 4n))).toEqual(ratio(1n, 2n))
    expect(invertRatio(ratio(-2n, 3n))).toEqual(ratio(-3n, 2n))
    expect(() => invertRatio(ratio(0n, 3n))).toThrow('division by 0')
    expect([ratio(1n, 2n), ratio(-1n, 3n), ratio(1n, 3n)].sort(compareRatios)).toEqual([
      ratio(-1n, 3n),
      ratio(1n, 3n),
      ratio(1n, 2n),
    ])
    expect(compareRatios({ numerator: 2n, denominator: 4n }, ratio(1n, 2n))).toBe(0)
  })
})

describe('prices', () => {
  const price = priceOf({ token: coin, raw: 3_000_000n }, { token: nativeToken, raw: 1_500_000_000n })

  it('are raw units for the chain and whole units for people', () => {
    expect(price).toEqual({ base: coin, quote: nativeToken, ratio: { numerator: 500n, denominator: 1n } })
    expect(formatPrice(price, { significant: 5 })).toBe('0.5')
    expect(formatPrice(invertPrice(price), { fixed: 2 })).toBe('2.00')
    expect(formatPrice(price, { fixed: 1 }, { rounding: 'ceil' })).toBe('0.5')
  })

  it('convert amounts in the asked rounding', () => {
    const third = { base: coin, quote: dollar, ratio: ratio(1n, 3n) }
    expect(convertAmount(third, { token: coin, raw: 10n }, 'floor')).toEqual({ token: dollar, raw: 3n })
    expect(convertAmount(third, { token: coin, raw: 10n }, 'ceil')).toEqual({ token: dollar, raw: 4n })
    expect(() => convertAmount(third, { token: dollar, raw: 10n }, 'floor')).toThrow('token not equals')
  })

  it('multiply only if the quote of the first is the base of the second', () => {
    const inDollars = priceOf({ token: nativeToken, raw: 1_000_000_000n }, { token: dollar, raw: 200_000_000n })
    const product = multiplyPrices(price, inDollars)
    expect([product.base, product.quote]).toEqual([coin, dollar])
    expect(formatPrice(product, { significant: 6 })).toBe('100')
    expect(() => multiplyPrices(inDollars, price)).toThrow('token not equals')
    expect(() => multiplyPrices(price, price)).toThrow('token not equals')
  })

  it('cancel out with their inverse', () => {
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const some = priceOf({ token: coin, raw: a }, { token: nativeToken, raw: b })
        expect(multiplyPrices(some, invertPrice(some)).ratio).toEqual({ numerator: 1n, denominator: 1n })
        expect(convertAmount(some, { token: coin, raw: a }, 'floor').raw).toBe(b)
      }),
    )
  })

  it('with a base of zero are refused', () => {
    expect(() => priceOf({ token: coin, raw: 0n }, { token: dollar, raw: 1n })).toThrow('division by 0')
    expect(() => invertPrice(priceOf({ token: coin, raw: 1n }, { token: dollar, raw: 0n }))).toThrow('division by 0')
  })
})
