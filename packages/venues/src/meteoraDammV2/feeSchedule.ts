import { TernError } from '@tern/core'
import { ceilQuotient } from '../wideQuotient.ts'
import { type BaseFee, feeDenominator, type MarketCapScheduler, type TimeScheduler } from './baseFee.ts'
import type { PoolState } from './layout.ts'
import { appliesAt, isRateLimited, limitedRateOf, rateBeforeFee } from './rateLimiter.ts'

const bpsInOne = 10_000n
const oneQ64 = 1n << 64n

/**
 * The fee rate of a pool, as a part of `feeDenominator`.
 * `point` is a slot or a Unix second, by the pool's activation type.
 */
export interface FeeSchedule {
  /** Returns the rate for `amount` raw units that include the fee. */
  ofIncluded(point: bigint, amount: bigint): bigint
  /**
   * Returns the rate for `amount` raw units after the fee; `undefined` if the amount before the fee exceeds 64 bits.
   */
  ofExcluded(point: bigint, amount: bigint): bigint | undefined
  /** The point from which on the fee is constant; 0 if it always is. */
  readonly settledFrom: bigint
}

function invalid(field: string, value: bigint | number): never {
  throw new TernError('layout/invalidValue', { field, value: String(value) })
}

/**
 * Returns the max fee of a pool's fee version.
 * @throws TernError `layout/invalidValue` for an unknown version.
 * @see `get_max_fee_numerator` (constants.rs)
 */
export function maxFee(feeVersion: number): bigint {
  if (feeVersion > 1) invalid('fee_version', feeVersion)
  return feeVersion === 0 ? 500_000_000n : 990_000_000n
}

/**
 * Returns the fee after a number of exponential periods, in Q64, rounded down at each step. `undefined` if the power is
 * 0.
 * @see `get_fee_in_period`, `pow` (math/fee_math.rs)
 */
function feeInPeriod(cliff: bigint, reductionBps: bigint, period: number): bigint | undefined {
  if (reductionBps === 0n) return cliff
  let square = oneQ64 - (reductionBps << 64n) / bpsInOne
  if (square < 0n) return undefined
  let power = oneQ64
  for (let left = period; left > 0; left >>= 1) {
    if ((left & 1) === 1) power = (power * square) >> 64n
    square = (square * square) >> 64n
  }
  return power === 0n ? undefined : (power * cliff) >> 64n
}

/** @see `get_base_fee_numerator_by_period` (base_fee/fee_time_scheduler.rs, fee_market_cap_scheduler.rs) */
function feeByPeriod(fee: TimeScheduler | MarketCapScheduler, period: number): bigint | undefined {
  if (fee.mode === 'timeExponential' || fee.mode === 'marketCapExponential')
    return feeInPeriod(fee.cliff_fee_numerator, fee.reduction_factor, period)
  const left = fee.cliff_fee_numerator - fee.reduction_factor * BigInt(period)
  return left < 0n ? undefined : left
}

/**
 * Returns the fee after all periods.
 * @throws TernError `layout/invalidValue` if it has no result. The program then refuses every trade.
 */
function minFee(fee: TimeScheduler | MarketCapScheduler): bigint {
  return feeByPeriod(fee, fee.number_of_period) ?? invalid('reduction_factor', fee.reduction_factor)
}

/** Adds the dynamic fee to a base fee. Caps the sum at the pool's max. */
type Total = (numerator: bigint) => bigint

/** A fee that does not depend on the amount. */
interface TimedFee {
  readonly at: (point: bigint) => bigint
  readonly settledFrom: bigint
}

function timeFee(fee: TimeScheduler, activationPoint: bigint, total: Total): TimedFee {
  const { cliff_fee_numerator: cliff, period_frequency: frequency } = fee
  const first = total(cliff)
  if (frequency === 0n) return { at: () => first, settledFrom: 0n }
  const periods = fee.number_of_period
  const min = total(minFee(fee))
  const lastStep = activationPoint + BigInt(periods) * frequency
  let known = { period: 0, fee: first }
  const at = (point: bigint) => {
    if (point >= lastStep || point < activationPoint) return min
    const period = Number((point - activationPoint) / frequency)
    if (period !== known.period) known = { period, fee: total(feeByPeriod(fee, period) ?? cliff) }
    return known.fee
  }
  return { at, settledFrom: first === min ? 0n : lastStep }
}

function marketCapFee(fee: MarketCapScheduler, pool: PoolState, total: Total): TimedFee {
  const last = minFee(fee)
  const { activation_point: start, init_sqrt_price: initial, sqrt_price: price } = pool
  const end = start + BigInt(fee.scheduler_expiration_duration)
  const rise = price > initial ? price - initial : 0n
  if (rise > 0n && (initial === 0n || fee.sqrt_price_step_bps === 0)) invalid('init_sqrt_price', initial)
  const steps = rise === 0n ? 0n : (rise * bpsInOne) / initial / BigInt(fee.sqrt_price_step_bps)
  const now = total(steps >= BigInt(fee.number_of_period) ? last : (feeByPeriod(fee, Number(steps)) ?? last))
  const min = total(last)
  const at = (point: bigint) => (point > end || point < start ? min : now)
  return { at, settledFrom: now === min ? 0n : end + 1n }
}

/**
 * Computes the dynamic fee. It depends on the pool only, because the program updates the volatility after a swap, not
 * before.
 * @see `get_variable_fee` (state/fee.rs)
 */
function variableFee(pool: PoolState): bigint {
  if (pool.dynamic_fee_initialized === 0) return 0n
  if (pool.bin_step_u128 === 0n) invalid('bin_step_u128', 0n)
  // The program caps the accumulator at its max, a 24-bit value.
  if (pool.volatility_accumulator >= 1n << 32n) invalid('volatility_accumulator', pool.volatility_accumulator)
  const square = (pool.volatility_accumulator * BigInt(pool.bin_step)) ** 2n
  const fee = (square * BigInt(pool.variable_fee_control) + 99_999_999_999n) / 100_000_000_000n
  return fee < 1n << 64n ? fee : invalid('variable_fee_control', pool.variable_fee_control)
}

/**
 * Returns the fee of a direction of a pool: base plus dynamic fee, capped at the max of the pool's version.
 * @throws TernError `layout/invalidValue` for parameters with which the program creates no pool.
 * @see `get_total_fee_numerator` (state/fee.rs)
 */
export function feeScheduleOf(pool: PoolState, base: BaseFee, direction: 'aToB' | 'bToA'): FeeSchedule {
  const max = maxFee(pool.fee_version)
  const variable = variableFee(pool)
  const total: Total = numerator => (numerator + variable > max ? max : numerator + variable)
  if (base.mode === 'rateLimiter') {
    const cliff = total(base.cliff_fee_numerator)
    if (!isRateLimited(base) || direction === 'aToB')
      return { ofIncluded: () => cliff, ofExcluded: () => cliff, settledFrom: 0n }
    const start = pool.activation_point
    return {
      ofIncluded: (point, amount) => (appliesAt(base, start, point) ? total(limitedRateOf(base, amount)) : cliff),
      ofExcluded(point, amount) {
        if (!appliesAt(base, start, point)) return cliff
        const rate = rateBeforeFee(base, amount)
        return rate === undefined ? undefined : total(rate)
      },
      settledFrom: start + BigInt(base.max_limiter_duration) + 1n,
    }
  }
  const { at, settledFrom } =
    'period_frequency' in base ? timeFee(base, pool.activation_point, total) : marketCapFee(base, pool, total)
  return { ofIncluded: at, ofExcluded: at, settledFrom }
}

/**
 * Returns the fee on `amount`, rounded up.
 * @see `get_excluded_fee_amount` (state/fee.rs)
 */
export function feeOf(amount: bigint, numerator: bigint): bigint {
  return ceilQuotient(amount, numerator, feeDenominator)
}

/**
 * Returns the amount that leaves `amount` after the fee, rounded up. The caller must check that it fits 64 bits.
 * @see `get_included_fee_amount` (state/fee.rs)
 */
export function beforeFee(amount: bigint, numerator: bigint): bigint {
  return ceilQuotient(amount, feeDenominator, feeDenominator - numerator)
}
