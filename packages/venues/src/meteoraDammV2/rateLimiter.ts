import { TernError } from '@tern/core'
import { maxU64 } from '@tern/core/internal'
import { squareRoot } from '../squareRoot.ts'
import { ceilQuotient } from '../wideQuotient.ts'
import { feeDenominator, type RateLimiter } from './baseFee.ts'

/** A basis point as a part of `feeDenominator` (`to_numerator`, params/fee_parameters.rs). */
const feePerBps = feeDenominator / 10_000n

/**
 * Checks if the limiter is in use.
 * @throws TernError `layout/invalidValue` for parameters with which the program creates no pool.
 * @see `is_zero_rate_limiter` (base_fee/fee_rate_limiter.rs)
 */
export function isRateLimited(one: RateLimiter): boolean {
  const parts = [one.fee_increment_bps, one.max_limiter_duration, one.max_fee_bps, one.reference_amount]
  const used = parts.filter(part => BigInt(part) !== 0n).length
  if (used === 0) return false
  if (used < parts.length) throw new TernError('layout/invalidValue', { field: 'base_fee', value: parts.join(', ') })
  const max = BigInt(one.max_fee_bps) * feePerBps
  if (max >= feeDenominator || one.cliff_fee_numerator > max)
    throw new TernError('layout/invalidValue', { field: 'max_fee_bps', value: String(one.max_fee_bps) })
  return true
}

/**
 * Checks if the limiter applies at `point`. The caller checks that it is in use and that token B comes in.
 * @see `is_rate_limiter_applied` (base_fee/fee_rate_limiter.rs)
 */
export function appliesAt(one: RateLimiter, activationPoint: bigint, point: bigint): boolean {
  return point >= activationPoint && point <= activationPoint + BigInt(one.max_limiter_duration)
}

/** Returns the number of whole reference amounts that raise the fee (`get_max_index`). */
function maxIndex(one: RateLimiter): bigint {
  return (BigInt(one.max_fee_bps) * feePerBps - one.cliff_fee_numerator) / (BigInt(one.fee_increment_bps) * feePerBps)
}

/**
 * Returns the average rate for `amount`. Each further reference amount pays one increment more, up to the max.
 * The fee and then the rate are rounded up.
 * @see `get_fee_numerator_from_included_fee_amount`
 */
export function limitedRateOf(one: RateLimiter, amount: bigint): bigint {
  const { cliff_fee_numerator: cliff, reference_amount: reference } = one
  if (amount <= reference) return cliff
  const increment = BigInt(one.fee_increment_bps) * feePerBps
  const whole = (amount - reference) / reference
  const rest = (amount - reference) % reference
  const index = maxIndex(one)
  const summed = (n: bigint) => reference * (cliff + cliff * n + (increment * n * (n + 1n)) / 2n)
  const charged =
    whole < index
      ? summed(whole) + rest * (cliff + increment * (whole + 1n))
      : summed(index) + ((whole - index) * reference + rest) * BigInt(one.max_fee_bps) * feePerBps
  const fee = (charged + feeDenominator - 1n) / feeDenominator
  return ceilQuotient(fee, feeDenominator, amount)
}

function afterFee(one: RateLimiter, amount: bigint): bigint {
  return amount - ceilQuotient(amount, limitedRateOf(one, amount), feeDenominator)
}

/**
 * Returns the rate for `amount` after the fee, with the program's roundings. A quadratic equation finds the amount
 * before the fee.
 *
 * @returns `undefined` if that amount exceeds 64 bits, or if the roundings give no valid rate.
 * @see `get_fee_numerator_from_excluded_fee_amount`
 */
export function rateBeforeFee(one: RateLimiter, amount: bigint): bigint | undefined {
  const { cliff_fee_numerator: cliff, reference_amount: reference } = one
  if (amount <= afterFee(one, reference)) return cliff
  const max = (maxIndex(one) + 1n) * reference
  const checked = max < maxU64 ? max : maxU64
  const checkedLeft = afterFee(one, checked)
  if (amount === checkedLeft) return limitedRateOf(one, checked)
  if (amount > checkedLeft && max > maxU64) return undefined
  const included = amount < checkedLeft ? solve(one, amount) : checked + grossOf(amount - checkedLeft, maxRate(one))
  if (included === undefined || included > maxU64 || included < amount) return undefined
  const rate = ceilQuotient(included - amount, feeDenominator, included)
  return rate < cliff ? undefined : rate
}

const maxRate = (one: RateLimiter) => BigInt(one.max_fee_bps) * feePerBps

function grossOf(amount: bigint, rate: bigint): bigint {
  return ceilQuotient(amount, feeDenominator, feeDenominator - rate)
}

/**
 * Solves for the amount that leaves `left` after the fee, below the max rate.
 * The equation gives an amount near it; the rest is charged at the rate of its step.
 */
function solve(one: RateLimiter, left: bigint): bigint | undefined {
  const { cliff_fee_numerator: cliff, reference_amount: reference } = one
  const increment = BigInt(one.fee_increment_bps) * feePerBps
  const y = 2n * feeDenominator * reference + increment * reference - 2n * cliff * reference
  const discriminant = y * y - 8n * increment * left * feeDenominator * reference
  if (discriminant < 0n) return undefined
  const first = (y - squareRoot(discriminant)) / (2n * increment)
  const rest = left - afterFee(one, first)
  const rate = cliff + increment * (first / reference)
  if (rest < 0n || rate >= feeDenominator) return undefined
  return first + grossOf(rest, rate)
}
