import { describe, expect, it } from 'vitest'
import { dammV2State, flatFee, volatileFee } from '../../test/meteoraDammV2Pools.ts'
import type { BaseFee } from './baseFee.ts'
import { beforeFee, feeOf, feeScheduleOf, maxFee } from './feeSchedule.ts'
import type { PoolState } from './layout.ts'

const start = 1_700_000_000n
const rateAt = (fee: BaseFee, point: bigint, state: Partial<PoolState> = {}) =>
  feeScheduleOf(dammV2State({ baseFee: fee, state }), fee, 'aToB').ofIncluded(point, 1_000n)

const linear: BaseFee = {
  ...{ mode: 'timeLinear', cliff_fee_numerator: 500_000_000n, number_of_period: 10, period_frequency: 60n },
  reduction_factor: 40_000_000n,
}
const exponential: BaseFee = { ...linear, mode: 'timeExponential', reduction_factor: 1_000n }
const marketCap: BaseFee = {
  ...{ mode: 'marketCapLinear', cliff_fee_numerator: 500_000_000n, number_of_period: 10, sqrt_price_step_bps: 100 },
  ...{ scheduler_expiration_duration: 1_000, reduction_factor: 40_000_000n },
}

describe('a fee schedule', () => {
  it('falls by a step each period, and never below the last step', () => {
    const rates = [0n, 59n, 60n, 599n, 600n, 6_000n].map(later => rateAt(linear, start + later))
    expect(rates).toEqual([500_000_000n, 500_000_000n, 460_000_000n, 140_000_000n, 100_000_000n, 100_000_000n])
    expect(rateAt(linear, start - 1n)).toBe(100_000_000n)
    expect(rateAt(flatFee(7n), start)).toBe(7n)
  })

  it('falls by 10% each period, truncated in Q64', () => {
    // 0.9 in Q64 is rounded up: 18446744073709551616 − floor(1000 · 2^64 / 10000).
    expect(rateAt(exponential, start + 60n)).toBe(450_000_000n)
    expect(rateAt(exponential, start + 120n)).toBe(405_000_000n)
    expect(rateAt(exponential, start + 600n)).toBe(174_339_220n)
  })

  it('falls with the price until it expires', () => {
    const at = (percent: bigint, later = 1_000n) =>
      rateAt(marketCap, start + later, { init_sqrt_price: 10n ** 18n, sqrt_price: (10n ** 18n * percent) / 100n })
    expect([at(50n), at(100n), at(101n), at(105n), at(500n)]).toEqual([
      ...[500_000_000n, 500_000_000n, 460_000_000n, 300_000_000n, 100_000_000n],
    ])
    expect(at(100n, 1_001n)).toBe(100_000_000n)
  })

  it('reports the point from which on it is constant', () => {
    const limiter: BaseFee = {
      ...{ mode: 'rateLimiter', cliff_fee_numerator: 10_000_000n, fee_increment_bps: 100, max_limiter_duration: 600 },
      ...{ max_fee_bps: 5_000, reference_amount: 1_000n },
    }
    const state = { init_sqrt_price: 10n ** 18n, sqrt_price: 10n ** 18n }
    const from = (fee: BaseFee, direction: 'aToB' | 'bToA' = 'bToA') =>
      feeScheduleOf(dammV2State({ baseFee: fee, state }), fee, direction).settledFrom
    expect([linear, exponential, marketCap].map(fee => from(fee) - start)).toEqual([600n, 600n, 1_001n])
    expect([from(limiter) - start, from(limiter, 'aToB')]).toEqual([601n, 0n])
    expect([from(flatFee(7n)), from({ ...linear, reduction_factor: 0n })]).toEqual([0n, 0n])
  })

  it('grows with volatility, rounded up, up to the version’s max', () => {
    // (10,000 · 1)² · 956 / 10^11 = 0.956
    expect(rateAt(flatFee(100_000n), start, { ...volatileFee, volatility_accumulator: 10_000n })).toBe(100_001n)
    // (14,460,000 · 1)² · 956 / 10^11 = 1,998,915.7
    expect(rateAt(flatFee(100_000n), start, { ...volatileFee, volatility_accumulator: 14_460_000n })).toBe(2_098_916n)
    const wild = { ...volatileFee, volatility_accumulator: 14_460_000n, variable_fee_control: 16_000_000 }
    expect(rateAt(flatFee(100_000n), start, wild)).toBe(maxFee(1))
    expect(rateAt(flatFee(600_000_000n), start, { fee_version: 0 })).toBe(maxFee(0))
    expect([maxFee(0), maxFee(1)]).toEqual([500_000_000n, 990_000_000n])
  })

  it('refuses parameters that the program refuses', () => {
    const refused = (fee: BaseFee, state: Partial<PoolState> = {}) =>
      expect(() => rateAt(fee, start, state)).toThrow('Not a value of')
    refused({ ...linear, reduction_factor: 50_000_001n })
    refused({ ...exponential, reduction_factor: 10_001n })
    refused({ ...exponential, reduction_factor: 10_000n })
    refused({ ...marketCap, sqrt_price_step_bps: 0 })
    refused(linear, { fee_version: 2 })
    refused(linear, { ...volatileFee, bin_step_u128: 0n })
    refused(linear, { ...volatileFee, volatility_accumulator: 1n << 32n })
  })

  it('rounds a fee up, and rounds the amount before it up too', () => {
    expect([feeOf(1_000n, 2_500_000n), feeOf(1_001n, 2_500_000n), feeOf(1n, 1n)]).toEqual([3n, 3n, 1n])
    expect([beforeFee(997n, 2_500_000n), beforeFee(0n, 2_500_000n)]).toEqual([1_000n, 0n])
  })
})
