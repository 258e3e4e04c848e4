import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inSol, unscaled } from './numberText.ts'
import {
  atMost,
  readAmountOf,
  readBribe,
  readPriorityFee,
  readSlippage,
  readSol,
  readTokenAmount,
  shareOf,
  slippageCaution,
  slippageLevel,
  solUnit,
} from './typed.ts'

const three = { ...unscaled(3), symbol: 'KITE' }

describe('a typed amount', () => {
  it.each([
    ['1,5', 1_500_000_000n],
    [',5', 500_000_000n],
    ['0,125', 125_000_000n],
    ['1,25', 1_250_000_000n],
    [' 2.5 ', 2_500_000_000n],
  ])("takes '%s' with a comma or a point", (text, value) => {
    expect(readSol(text)).toEqual({ value })
  })

  it.each([
    ['1,330,682.081443', 1_330_682_081_443n],
    ['1,000.5', 1_000_500_000n],
    ['12,345,678', 12_345_678_000_000n],
    ['1,000,000', 1_000_000_000_000n],
    [' 1,330.5k', 1_330_500_000_000n],
  ])("takes '%s' with grouped thousands if it is unambiguous", (text, value) => {
    expect(readTokenAmount(text, unscaled(6))).toEqual({ value })
  })

  it.each([
    ['1,330,682.081443 KITE', 'KITE', 1_330_682_081_443n],
    ['0.5\u00a0kite ', 'KITE', 500_000n],
    ['5 M', 'M', 5_000_000_000_000n],
  ])("takes '%s' with its own unit, %s", (text, symbol, value) => {
    expect(readAmountOf(text, { ...unscaled(6), symbol }, undefined)).toEqual({ value })
  })

  it('refuses another unit', () => {
    expect(readAmountOf('0.5 SOL', { ...unscaled(6), symbol: 'KITE' }, undefined)).toHaveProperty('reason')
  })

  it.each([
    ['26k', 26_000n],
    ['1.5M', 1_500_000n],
    ['1,5 m', 1_500_000n],
    ['2b', 2_000_000_000n],
  ])("takes '%s' as thousands, millions and billions", (text, whole) => {
    expect(readTokenAmount(text, unscaled(6))).toEqual({ value: whole * 1_000_000n })
  })

  it.each([
    'k',
    '1kk',
    '1 000k',
    '20000000b',
    '1,000',
    '12,345',
    '1,2,3',
    '1,000,00',
    '0,000,001',
    '1.000,5',
    '1,000,5.1',
    ',',
    '-1,5',
  ])("does not guess at '%s'", text => {
    expect(readSol(text)).toHaveProperty('reason')
  })
})

it.each(['0.005k', '0.1b', '1m', '2 B', '1,5k', '0.1B SOL'])("refuses '%s' as an amount of SOL", text => {
  expect(readSol(text)).toHaveProperty('reason')
  expect(readAmountOf(text, solUnit, 10n ** 18n)).toHaveProperty('reason')
})

it('takes SOL with its unit and as a share, and a token named SOL like any other', () => {
  expect(readAmountOf('0.1 SOL', solUnit, undefined)).toEqual({ value: 100_000_000n })
  expect(readAmountOf('50%', solUnit, 4n)).toEqual({ value: 2n })
  expect(readAmountOf('2k', { ...unscaled(9), symbol: 'SOL' }, undefined)).toEqual({ value: 2_000_000_000_000n })
})

describe('a typed share of a balance', () => {
  it.each([
    ['50%', 500n],
    [' 12,5 % ', 125n],
    ['100%', 1_001n],
    ['0.1%', 1n],
    ['0.25', 250n],
  ])("is '%s' of it, floored", (text, value) => {
    expect(readAmountOf(text, three, 1_001n)).toEqual({ value })
  })

  it.each([
    ['%', 'Enter an amount'],
    ['0%', 'Enter an amount'],
    ['0.01%', 'Enter an amount'],
    ['101%', 'More than 100%'],
    ['-5%', 'amount'],
    ['5k%', 'invalid number string'],
    ['50%%', 'invalid number string'],
    ['0.001%', 'decimals overflow'],
  ])("is not '%s'", (text, reason) => {
    expect(readAmountOf(text, three, 1_001n)).toMatchObject({ reason: expect.stringContaining(reason) })
  })

  it('waits for the balance', () => {
    expect(readAmountOf('50%', three, undefined)).toEqual({ reason: 'Wallet balance not loaded' })
    expect(readAmountOf('50', three, undefined)).toEqual({ value: 50_000n })
  })
})

describe('typed text', () => {
  it.each([
    ['', 'Enter an amount'],
    ['0', 'Enter an amount'],
    ['0.000', 'Enter an amount'],
    ['abc', 'invalid number string'],
    ['1e30', 'invalid number string'],
    ['0.0000001', 'decimals overflow'],
    ['99999999999999999999', 'Amount too large'],
  ])('the amount %j at 6 decimals: %s', (text, reason) => {
    expect(readTokenAmount(text, unscaled(6))).toEqual({ reason })
  })

  it('cannot exceed the token balance', () => {
    expect(atMost({ value: 6n }, 5n, 'KITE')).toEqual({ reason: 'Not enough KITE', largest: 5n })
    expect(atMost({ value: 5n }, 5n, 'KITE')).toEqual({ value: 5n })
    for (const text of ['150%', '99999999999999999999'])
      expect(atMost(readAmountOf(text, { ...unscaled(0), symbol: 'KITE' }, 5n), 5n, 'KITE')).toMatchObject({
        largest: 5n,
      })
    expect(atMost({ value: 6n }, undefined, 'KITE')).toEqual({ value: 6n })
    expect(atMost({ reason: 'Enter an amount' }, 5n, 'KITE')).toEqual({ reason: 'Enter an amount' })
    expect(atMost({ reason: 'Enter an amount' }, 0n, 'KITE')).toEqual({ reason: 'You have no KITE' })
  })

  it('is exact', () => {
    expect(readTokenAmount('0.5', inSol)).toEqual({ value: 500_000_000n })
    expect(readTokenAmount('18446744073709.551615', unscaled(6))).toEqual({ value: 2n ** 64n - 1n })
    expect(readSlippage('0.5')).toEqual({ value: 50 })
    expect(readSlippage('101')).toEqual({ reason: 'Max slippage is 100%' })
    expect(readSlippage('-1')).toEqual({ reason: 'Slippage cannot be negative' })
    expect(readBribe('0.00005')).toEqual({ value: 50_000n })
    expect(readBribe('')).toEqual({ reason: 'Enter a bribe' })
    expect(readBribe('1')).toEqual({ value: 1_000_000_000n })
    expect(readBribe('1.000000001')).toEqual({ reason: 'Max bribe is 1 SOL' })
    expect(readPriorityFee('1')).toEqual({ value: 1_000_000_000n })
    expect(readPriorityFee('1.000000001')).toEqual({ reason: 'Max priority fee is 1 SOL' })
  })
})

describe('a slippage', () => {
  it.each([
    [0, /^At 0%, any price move/],
    [2_001, /up to 20.01% less/],
    [10_000, /up to 100% less/],
  ])('of %i basis points has a warning', (bps, caution) => {
    expect(slippageCaution(bps)).toMatch(caution)
  })

  it.each([1, 100, 2_000])('of %i basis points has no warning', bps => {
    expect(slippageCaution(bps)).toBeUndefined()
  })

  it('is a caution above 20%, and a danger above 50%', () => {
    expect([0, 2_000, 2_001, 5_000, 5_001].map(slippageLevel)).toEqual(['plain', 'plain', 'warn', 'warn', 'danger'])
  })
})

describe('a share of a balance', () => {
  it('is floored, and all of it at 100%', () => {
    expect(shareOf(7n, 2_500)).toBe(1n)
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n }), all => shareOf(all, 10_000) === all))
  })
})

describe('an amount of a scaled token', () => {
  const tenfold = { decimals: 6, scale: { kind: 'scaled', multiplier: 10 }, symbol: 'XSTK' } as const

  it.each([
    ['10', 1_000_000n],
    ['1,234.5', 123_450_000n],
    ['2 XSTK', 200_000n],
    ['1.5k', 150_000_000n],
    ['0.000019', 1n],
    ['50%', 7n],
  ])('%j is %s raw units', (text, value) => {
    expect(readAmountOf(text, tenfold, 15n)).toEqual({ value })
  })

  it('applies a letter before it rounds down', () => {
    // floor(0.0333… × 1,000), not floor(0.0333…) × 1,000.
    expect(readTokenAmount('0.1k', { decimals: 0, scale: { kind: 'scaled', multiplier: 3 } })).toEqual({ value: 33n })
  })

  it('reports an amount below the smallest unit', () => {
    expect(readTokenAmount('0.000009', tenfold)).toEqual({ reason: 'Below the token’s smallest unit' })
    expect(readTokenAmount('0.000000', tenfold)).toEqual({ reason: 'Enter an amount' })
  })
})

it('an amount of an interest-bearing token is typed without interest', () => {
  const unit = { decimals: 6, scale: { kind: 'interest', multiplier: 1.05 } } as const
  expect(readTokenAmount('100', unit)).toEqual({ value: 100_000_000n })
})
