import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ageText,
  amountText,
  compactText,
  cutText,
  fractionNeeded,
  fractionOf,
  inSol,
  percentOf,
  percentText,
  plainDecimal,
  plainText,
  priceString,
  priceText,
  ratioOf,
  type TokenUnit,
  unscaled,
  wholeText,
} from './numberText.ts'

const decimal = (text: string) => {
  const [whole = '0', fraction = ''] = text.split('.')
  return { numerator: BigInt(whole + fraction), denominator: 10n ** BigInt(fraction.length) }
}

describe('priceText', () => {
  it.each([
    ['0.000004213', '0.0₅4213'],
    ['0.0004213', '0.0004213'],
    ['0.00004213', '0.0₄4213'],
    ['0.00042', '0.00042'],
    ['0.0000091999', '0.0₅92'],
    ['0.99996', '1'],
    ['9.9999', '10'],
    ['1.5', '1.5'],
    ['2.3141', '2.314'],
    ['150.71', '150.7'],
    ['1234.5', '1,234.50'],
    ['84213.4', '84,213'],
    ['0', '0'],
  ])('%s is written %s', (price, text) => {
    expect(priceString(decimal(price))).toBe(text)
  })

  it('keeps trailing zeros in a column', () => {
    expect(priceString(decimal('0.0000024'), 'keep')).toBe('0.0₅2400')
    expect(priceString(decimal('1.5'), 'keep')).toBe('1.500')
  })

  it('carries a plain decimal within half of the fourth digit of the price', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        (numerator, denominator) => {
          const shown = decimal(priceText({ numerator, denominator }).plain)
          const difference = shown.numerator * denominator - numerator * shown.denominator
          const size = difference < 0n ? -difference : difference
          expect(size * 2000n <= numerator * shown.denominator).toBe(true)
        },
      ),
    )
  })
})

describe('amounts', () => {
  it('are cut, never rounded up', () => {
    expect(amountText(12_482_999_999n, inSol, 3)).toBe('12.482')
    expect(amountText(1n, inSol, 5)).toBe('0.00000')
    expect(plainText(1_234_999_999_999n, inSol, 5)).toBe('1234.99999')
    expect(plainText(0n, inSol, 5)).toBe('0.00000')
  })

  it('are grouped and take a true minus', () => {
    expect(amountText(-1_234_500_000_000n, inSol, 3)).toBe('−1,234.500')
  })

  it('never show more decimals than the token has', () => {
    expect(amountText(12_345n, unscaled(2), 5)).toBe('123.45')
    expect(amountText(7n, unscaled(0), 5)).toBe('7')
  })

  it('are whole as a plain decimal', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), fc.integer({ min: 0, max: 12 }), (raw, decimals) => {
        const { numerator, denominator } = decimal(plainDecimal(raw, unscaled(decimals)))
        expect(numerator * 10n ** BigInt(decimals)).toBe(raw * denominator)
      }),
    )
  })

  it('of one preview share the decimals of the finest amount', () => {
    expect(fractionNeeded([500_000_000n, 2_039_280n], inSol, 5)).toBe(8)
    expect(fractionNeeded([500_000_000n], inSol, 5)).toBe(5)
  })

  it('have a compact form', () => {
    expect(compactText(18_374_041_000_000n, unscaled(6))).toBe('18.3M')
    expect(compactText(1_000_000_000_000n, inSol)).toBe('1.00K')
    expect(compactText(999_990_000_000n, inSol)).toBe('999.99')
    expect(compactText(123_456_000_000_000n, inSol)).toBe('123K')
  })
})

describe('percent and age', () => {
  it.each([
    [1234, '+12.3%'],
    [-2360, '−23.6%'],
    [200, '+2.0%'],
    [0, '0%'],
    [1, '0%'],
    [12_345, '+123%'],
    [9_994, '+99.9%'],
    [9_999, '+100%'],
    [-9_999, '−100%'],
    [99_949, '+999%'],
    [99_950, '11.0×'],
    [104_000, '11.4×'],
    [1_234_500, '124×'],
    [12_345_678, '1,236×'],
  ])('%d basis points are %s', (bps, text) => {
    expect(percentText(bps)).toBe(text)
  })

  it.each([
    [-1, '0s'],
    [59.9, '59s'],
    [60, '1m'],
    [7200, '2h'],
    [86_400 * 3, '3d'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(ageText(seconds)).toBe(text)
  })
})

describe('parts of a million', () => {
  it.each([
    [0, '0.0'],
    [617_654, '61.7'],
    [999_999, '99.9'],
    [1_000_000, '100'],
  ])('%i are %s percent, never rounded up', (ppm, text) => {
    expect(percentOf(ppm)).toBe(text)
  })
})

describe('amounts of a scaled token', () => {
  const tenfold: TokenUnit = { decimals: 6, scale: { kind: 'scaled', multiplier: 10 } }

  it('are shown as wallets show them, in every form', () => {
    const raw = 1_234_567_891n
    expect(plainDecimal(raw, tenfold)).toBe('12345.67891')
    expect(wholeText(-raw, tenfold)).toBe('−12,345.67891')
    expect(amountText(raw, tenfold, 2)).toBe('12,345.67')
    expect(cutText(1n, tenfold, 3)).toBe('<0.001')
    expect(cutText(100n, tenfold, 3)).toBe('0.001')
    expect(plainText(raw, tenfold, 1)).toBe('12345.6')
    expect(compactText(raw, tenfold)).toBe('12.3K')
    expect(fractionNeeded([raw], tenfold, 0)).toBe(5)
    expect(fractionOf(raw, tenfold)).toBe(0)
    expect(fractionOf(raw, unscaled(6))).toBe(2)
  })
})

it.each([
  [5.165e-8, 5_165n, 10n ** 11n],
  [0.1 + 0.2, 30_000_000_000_000_004n, 10n ** 17n],
  [1_234.5, 12_345n, 10n],
  [2e21, 2n * 10n ** 21n, 1n],
  [0, 0n, 1n],
])('%d is a fraction of its shortest decimal', (price, numerator, denominator) => {
  expect(ratioOf(price)).toEqual({ numerator, denominator })
})
