import { isTernError } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleConfig, samplePool } from '../../test/meteoraDbcPools.ts'
import { feeRule, isLimiting, withFee, withoutFee } from './fees.ts'
import type { PoolConfig, VirtualPool } from './layout.ts'

const configWith = (
  base: Partial<PoolConfig['base_fee']>,
  dynamic: Partial<PoolConfig['dynamic_fee']> = {},
): PoolConfig => ({
  ...sampleConfig,
  base_fee: { ...sampleConfig.base_fee, ...base },
  dynamic_fee: { ...sampleConfig.dynamic_fee, ...dynamic },
})
const poolAt = (activation_point: bigint, volatility_accumulator = 0n): VirtualPool => ({
  ...samplePool,
  activation_point,
  volatility_tracker: { ...samplePool.volatility_tracker, volatility_accumulator },
})
const refusal = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (isTernError(error, 'layout/invalidValue')) return error.facts.field
    throw error
  }
  return 'none'
}

describe('a fee that falls', () => {
  const linear = configWith({
    ...{ base_fee_mode: 0, cliff_fee_numerator: 50_000_000n, first_factor: 20, second_factor: 30n },
    third_factor: 2_000_000n,
  })

  it('goes down by a step each period and then is constant, for any amount and direction', () => {
    for (const side of ['buy', 'sell'] as const) {
      const rule = feeRule(linear, poolAt(1_000n), side)
      const at = (point: bigint) => [rule.ofIncluded(point, 7n), rule.ofExcluded(point, 10n ** 12n)]
      expect(at(1_000n)).toEqual([50_000_000n, 50_000_000n])
      expect(at(1_029n)).toEqual([50_000_000n, 50_000_000n])
      expect(at(1_030n)).toEqual([48_000_000n, 48_000_000n])
      expect(at(1_600n)).toEqual([10_000_000n, 10_000_000n])
      expect(at(10n ** 10n)).toEqual([10_000_000n, 10_000_000n])
      expect(at(1_030n)).toEqual([48_000_000n, 48_000_000n])
      expect(rule.since).toBe(1_000n)
    }
  })

  it('goes down by a share of itself each period, in Q64.64, rounded down at each square', () => {
    const config = configWith({
      ...{ base_fee_mode: 1, cliff_fee_numerator: 500_000_000n, first_factor: 100, second_factor: 60n },
      third_factor: 300n,
    })
    const rule = feeRule(config, poolAt(0n), 'buy')
    const after = (periods: bigint) => rule.ofIncluded(60n * periods, 1n)
    expect([0n, 1n, 2n, 3n, 100n, 5_000n].map(after)).toEqual([
      ...[500_000_000n, 485_000_000n, 470_450_000n, 456_336_499n, 23_776_253n, 23_776_253n],
    ])
  })

  it('is refused if it would fall below zero', () => {
    const falling = { first_factor: 26, second_factor: 30n, third_factor: 2_000_000n }
    expect(
      refusal(() => feeRule(configWith({ ...falling, cliff_fee_numerator: 50_000_000n }), poolAt(0n), 'buy')),
    ).toBe('third_factor')
    const gone = { base_fee_mode: 1, first_factor: 5, second_factor: 30n, third_factor: 10_001n }
    expect(refusal(() => feeRule(configWith(gone), poolAt(0n), 'buy'))).toBe('third_factor')
    expect(refusal(() => feeRule(configWith({ base_fee_mode: 3 }), poolAt(0n), 'buy'))).toBe('base_fee_mode')
  })

  it('is constant without periods, for all time', () => {
    const rule = feeRule(configWith({ cliff_fee_numerator: 7_000_000n }), poolAt(1_000n), 'sell')
    expect([rule.since, rule.ofIncluded(0n, 1n)]).toEqual([0n, 7_000_000n])
  })
})

describe('a fee that rises with the amount', () => {
  /** 1% for an amount up to one SOL, and 1% more for each further SOL. */
  const config = configWith({
    ...{ base_fee_mode: 2, cliff_fee_numerator: 10_000_000n, first_factor: 100, second_factor: 600n },
    third_factor: 1_000_000_000n,
  })
  const sol = 1_000_000_000n

  it('is charged for each part of the amount', () => {
    const rule = feeRule(config, poolAt(0n), 'buy')
    const of = (amount: bigint) => rule.ofIncluded(0n, amount)
    // 1% of the first, 2% of the second, 3% of half of the third: 45 of 2,500 thousandths.
    expect([of(1n), of(sol), of(2n * sol), of((5n * sol) / 2n)]).toEqual([
      ...[10_000_000n, 10_000_000n, 15_000_000n, 18_000_000n],
    ])
    // After the 98th rise, everything pays 99%.
    expect(of(10n ** 15n)).toBeGreaterThan(989_000_000n)
    expect(of(10n ** 18n)).toBeLessThanOrEqual(990_000_000n)
  })

  it('applies to buys, for its duration', () => {
    expect(feeRule(config, poolAt(0n), 'sell').ofIncluded(0n, 100n * sol)).toBe(10_000_000n)
    const rule = feeRule(config, poolAt(1_000n), 'buy')
    expect(rule.ofIncluded(1_600n, 2n * sol)).toBe(15_000_000n)
    expect(rule.ofIncluded(1_601n, 2n * sol)).toBe(10_000_000n)
    expect(rule.ofExcluded(1_601n, 2n * sol)).toBe(10_000_000n)
    expect([isLimiting(config), isLimiting(sampleConfig)]).toEqual([true, false])
  })

  it('is recovered from the rest that it leaves, to a millionth', () => {
    const rule = feeRule(config, poolAt(0n), 'buy')
    fc.assert(
      fc.property(fc.bigInt(1_000_000n, 90n * sol), amount => {
        const fee = rule.ofIncluded(0n, amount)
        const again = rule.ofExcluded(0n, withoutFee(fee, amount)) ?? 0n
        expect(Number(again - fee) / Number(fee)).toBeCloseTo(0, 4)
      }),
    )
  })

  it('has no result if the program has no result, and no incomplete rule', () => {
    const rule = feeRule(config, poolAt(0n), 'buy')
    expect(rule.ofExcluded(0n, (1n << 64n) - 1n)).toBeUndefined()
    for (const missing of [{ first_factor: 0 }, { second_factor: 0n }, { third_factor: 0n }])
      expect(refusal(() => feeRule(configWith({ ...config.base_fee, ...missing }), poolAt(0n), 'buy'))).toBe('base_fee')
    const none = configWith({ base_fee_mode: 2, first_factor: 0, second_factor: 0n, third_factor: 0n })
    expect(feeRule(none, poolAt(0n), 'buy').ofIncluded(0n, 10n ** 18n)).toBe(20_000_000n)
    expect(isLimiting(none)).toBe(false)
  })
})

describe('a fee that follows volatility', () => {
  const dynamic = { initialized: 1, bin_step: 1, variable_fee_control: 956 }

  it('adds to the base fee, rounded up, and the sum is at most 99%', () => {
    const of = (volatility: bigint, cliff = 20_000_000n) =>
      feeRule(configWith({ cliff_fee_numerator: cliff }, dynamic), poolAt(0n, volatility), 'buy').ofIncluded(0n, 1n)
    // (10^6)² · 956 / 10^11
    expect(of(1_000_000n)).toBe(20_000_000n + 9_560n)
    expect(of(1n)).toBe(20_000_001n)
    expect(of(0n)).toBe(20_000_000n)
    expect(of(14_460_000n, 989_000_000n)).toBe(990_000_000n)
    expect(refusal(() => of(1n << 60n))).toBe('volatility_accumulator')
  })

  it('is zero if it is switched off', () => {
    const off = configWith({}, { ...dynamic, initialized: 0 })
    expect(feeRule(off, poolAt(0n, 14_460_000n), 'buy').ofIncluded(0n, 1n)).toBe(20_000_000n)
  })
})

describe('taking a fee', () => {
  it('rounds it up, within the amount and on top', () => {
    expect([withoutFee(20_000_000n, 1n), withoutFee(20_000_000n, 50n), withoutFee(20_000_000n, 51n)]).toEqual([
      ...[0n, 49n, 49n],
    ])
    expect([withFee(20_000_000n, 49n), withFee(20_000_000n, 50n)]).toEqual([50n, 52n])
  })

  it('is rounded up to the unit for any rate and amount', () => {
    const amounts = fc.integer({ min: 1, max: 64 }).chain(n => fc.bigInt(0n, (1n << BigInt(n)) - 1n))
    const rates = fc.oneof(
      fc.bigInt(0n, 990_000_000n),
      fc.bigInt(0n, 9_900n).map(basisPoints => basisPoints * 100_000n),
    )
    fc.assert(
      fc.property(rates, amounts, (fee, amount) => {
        expect(withoutFee(fee, amount)).toBe(amount - (amount * fee + 999_999_999n) / 1_000_000_000n)
      }),
      { numRuns: 5_000 },
    )
  })

  it('on top leaves at least the original amount', () => {
    const amounts = fc.bigInt(0n, (1n << 56n) - 1n)
    fc.assert(
      fc.property(fc.bigInt(0n, 990_000_000n), amounts, (fee, amount) => {
        expect(withoutFee(fee, withFee(fee, amount))).toBeGreaterThanOrEqual(amount)
      }),
    )
  })
})
