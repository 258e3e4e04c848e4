import { expect, it } from 'vitest'
import { inSol, unscaled } from '../../text/numberText.ts'
import { priceOf, rawPrice, worthOf } from './poolFigures.ts'
import { aprText, feeText, shareText } from './poolTexts.ts'

const is = (price: ReturnType<typeof priceOf>) => Number(price?.numerator) / Number(price?.denominator)

it('a price counts shown tokens of the other token for a shown token', () => {
  expect(is(priceOf({ amount: 2_000_000_000n, unit: inSol }, { amount: 300_000_000n, unit: unscaled(6) }))).toBe(150)
  expect(priceOf({ amount: 0n, unit: inSol }, { amount: 1n, unit: inSol })).toBeNull()
  expect(rawPrice(null, [inSol, inSol], 0)).toBeNull()
  const price = { numerator: '150', denominator: '1000' }
  expect(is(rawPrice(price, [inSol, unscaled(6)], 0))).toBe(150)
  expect(is(rawPrice(price, [inSol, unscaled(6)], 1))).toBeCloseTo(1 / 150)
})

it('LP tokens stand for their part of the reserves, rounded down', () => {
  expect(worthOf({ reserves: [100n, 7n], lpSupply: 3n }, 1n)).toEqual([33n, 2n])
  expect(worthOf({ reserves: [100n, 7n], lpSupply: 0n }, 1n)).toEqual([0n, 0n])
})

it.each([
  [0n, '0%'],
  [1n, '<0.000001%'],
  [123n, '0.0000123%'],
  [1_000_000_000n, '100%'],
  [333_333_333n, '33.33%'],
  [250_000n, '0.025%'],
  [17_700n, '0.00177%'],
])('a share of %s billionths is %s', (numerator, text) => {
  expect(shareText({ numerator, denominator: 1_000_000_000n })).toBe(text === '0.0000123%' ? '0.000012%' : text)
})

it('formats fees and APR', () => {
  expect([100, 2_500, 10_000, 55_700].map(feeText)).toEqual(['0.01%', '0.25%', '1.00%', '5.57%'])
  expect([0, 5, 388, 9_999, 15_900, 12_345_678].map(aprText)).toEqual([
    '0%',
    '<0.1%',
    '3.8%',
    '99.9%',
    '159%',
    '123,456%',
  ])
})
