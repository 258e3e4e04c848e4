import { maxU64, TernError } from '@tern/core'
import { ceilQuotient } from '../wideQuotient.ts'
import { feeDenominator, type RateLimiter } from './baseFee.ts'
import { squareRoot } from './squareRoot.ts'

/** One basis point, as a part of `feeDenominator` (`to_numerator`, params/fee_parameters.rs). */
const feePerBps = feeDenominator / 10_000n

/**
 * Whether the limiter is used at all (`is_zero_rate_limiter`, base_fee/fee_rate_limiter.rs).
 * @throws TernError `layout/invalidValue` for one that the program refuses to create a pool with.
 */
export function isRateLimited(one: RateLimiter): boolean {
  const parts = [one.fee_increment_bps, one.max_limiter_duration, one.max_fee_bps, one.reference_amount]
  const used = parts.filter(part => BigInt(part) !== 0n).length
  if (used === 0) return false
  if (used < parts.length) throw new TernError('layout/invalidValue', { field: 'base_fee', value: parts.join(', ') })
  const most = BigInt(one.max_fee_bps) * feePerBps
  if (most >= feeDenominator || one.cliff_fee_numerator > most)
    throw new TernError('layout/invalidValue', { field: 'max_fee_bps', value: String(one.max_fee_bps) })
  return true
}

/** `is_rate_limiter_applied` (base_fee/fee_rate_limiter.rs), of a limiter that is used and token B that comes in. */
export function appliesAt(one: RateLimiter, activationPoint: bigint, point: bigint): boolean {
  return point >= activationPoint && point <= activationPoint + BigInt(one.max_limiter_duration)
}

/** `get_max_index`: how many whole reference amounts raise the fee. */
function mostIndex(one: RateLimiter): bigint {
  return (BigInt(one.max_fee_bps) * feePerBps - one.cliff_fee_numerator) / (BigInt(one.fee_increment_bps) * feePerBps)
}

/** `get_fee_numerator_from_included_fee_amount`: each further reference amount is charged at one increment more, up to the most. */
export function limitedRateOf(one: RateLimiter, amount: bigint): bigint {
  const { cliff_fee_numerator: cliff, reference_amount: reference } = one
  if (amount <= reference) return cliff
  const increment = BigInt(one.fee_increment_bps) * feePerBps
  const whole = (amount - reference) / reference
  const rest = (amount - reference) % reference
  const index = mostIndex(one)
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
 * `get_fee_numerator_from_excluded_fee_amount`, rounding by rounding: the rate of the amount of which `amount` is left, by a
 * quadratic equation. `undefined` where 64 bits do not hold it, or the roundings lead nowhere.
 */
export function rateBeforeFee(one: RateLimiter, amount: bigint): bigint | undefined {
  const { cliff_fee_numerator: cliff, reference_amount: reference } = one
  if (amount <= afterFee(one, reference)) return cliff
  const most = (mostIndex(one) + 1n) * reference
  const checked = most < maxU64 ? most : maxU64
  const checkedLeft = afterFee(one, checked)
  if (amount === checkedLeft) return limitedRateOf(one, checked)
  if (amount > checkedLeft && most > maxU64) return undefined
  const included = amount < checkedLeft ? solve(one, amount) : checked + grossOf(amount - checkedLeft, mostRate(one))
  if (included === undefined || included > maxU64 || included < amount) return undefined
  const rate = ceilQuotient(included - amount, feeDenominator, included)
  return rate < cliff ? undefined : rate
}

const mostRate = (one: RateLimiter) => BigInt(one.max_fee_bps) * feePerBps

function grossOf(amount: bigint, rate: bigint): bigint {
  return ceilQuotient(amount, feeDenominator, feeDenominator - rate)
}

/** The amount below the highest rate of which `left` is left: whole reference amounts from the equation, and the rest. */
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
