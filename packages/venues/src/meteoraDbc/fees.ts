import { TernError } from '@tern/core'
import { ceilQuotient, exactDouble, fromDouble, toDouble } from '../wideQuotient.ts'
import type { PoolConfig, VirtualPool } from './layout.ts'

/** Fees are numerators over this (`FEE_DENOMINATOR`, constants.rs). */
export const feeDenominator = 1_000_000_000n
/** No fee is above 99% (`MAX_FEE_NUMERATOR`). */
const mostFee = 990_000_000n
/** A basis point, as a numerator. */
const basisPoint = feeDenominator / 10_000n
const oneQ64 = 1n << 64n
const mostU128 = (1n << 128n) - 1n

/** What a pool takes of a trade, as a numerator over a thousand million. */
export interface FeeRule {
  /** Of an amount that the fee is still in (`get_total_fee_numerator_from_included_fee_amount`, state/config.rs). */
  ofIncluded(point: bigint, amount: bigint): bigint
  /** Of an amount that the fee comes on top of (`…_from_excluded_fee_amount`); `undefined` where the program finds none. */
  ofExcluded(point: bigint, amount: bigint): bigint | undefined
  /** The first point in time that has a fee: before it the program's arithmetic fails. */
  readonly since: bigint
  /** The point from which on it stays as it is; 0: it always does. */
  readonly settledFrom: bigint
}

/**
 * The rule of one direction, worked out once. @throws TernError `layout/invalidValue` for terms that the program does not let
 * a config have.
 */
export function feeRule(config: PoolConfig, pool: VirtualPool, side: 'buy' | 'sell'): FeeRule {
  const variable = variableFee(config, pool)
  const { cliff_fee_numerator: cliff, base_fee_mode: mode, second_factor: frequency } = config.base_fee
  const total = (base: bigint) => (base + variable > mostFee ? mostFee : base + variable)
  if (mode > 2) refuse('base_fee_mode', mode)
  if (mode === 2) {
    const limiter = limiterOf(config)
    if (limiter !== undefined && side === 'buy') return limited(limiter, pool.activation_point, total)
  } else {
    // What the schedule ends with must be a fee: then so is all that comes before.
    scheduledFee(config, BigInt(config.base_fee.first_factor))
    if (frequency > 0n) return scheduled(config, pool.activation_point, total)
  }
  const always = total(cliff)
  return { ofIncluded: () => always, ofExcluded: () => always, since: 0n, settledFrom: 0n }
}

/** `get_base_fee_numerator` (base_fee/fee_scheduler.rs): the fee falls by steps, as time goes by. */
function scheduled(config: PoolConfig, since: bigint, total: (base: bigint) => bigint): FeeRule {
  const { second_factor: frequency, first_factor } = config.base_fee
  const last = BigInt(first_factor)
  let known = -1n
  let fee = 0n
  const at = (point: bigint) => {
    const passed = (point - since) / frequency
    const period = passed < last ? passed : last
    if (period !== known) {
      fee = total(scheduledFee(config, period))
      known = period
    }
    return fee
  }
  const least = total(scheduledFee(config, last))
  return { ofIncluded: at, ofExcluded: at, since, settledFrom: at(since) === least ? since : since + last * frequency }
}

/** `get_base_fee_numerator_by_period` (base_fee/fee_scheduler.rs). @throws TernError `layout/invalidValue`. */
function scheduledFee({ base_fee }: PoolConfig, period: bigint): bigint {
  const { cliff_fee_numerator: cliff, third_factor: reduction, base_fee_mode: mode } = base_fee
  const fee = mode === 0 ? cliff - reduction * period : (cliff * powerQ64(oneLess(reduction), period)) >> 64n
  if (fee < 0n || (mode === 1 && period > 0n && fee === 0n && cliff > 0n)) refuse('third_factor', reduction)
  return fee
}

/** 1 − bps / 10,000 in Q64.64, rounded as `get_fee_in_period` (math/fee_math.rs) does. */
function oneLess(reductionBps: bigint): bigint {
  if (reductionBps > 10_000n) refuse('third_factor', reductionBps)
  return oneQ64 - (reductionBps << 64n) / 10_000n
}

/** `pow` (math/fee_math.rs) of a number up to one in Q64.64: by squares, each product rounded down. */
function powerQ64(base: bigint, exponent: bigint): bigint {
  if (base >= oneQ64) return oneQ64
  let result = oneQ64
  for (let [left, square] = [exponent, base]; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * square) >> 64n
    square = (square * square) >> 64n
  }
  return result
}

/** `get_variable_fee_numerator` (state/config.rs): by how far prices moved until the last trade; it says nothing of this one. */
function variableFee({ dynamic_fee: fee }: PoolConfig, { volatility_tracker }: VirtualPool): bigint {
  if (fee.initialized === 0) return 0n
  const moved = volatility_tracker.volatility_accumulator * BigInt(fee.bin_step)
  const scaled = moved * moved * BigInt(fee.variable_fee_control)
  if (scaled > mostU128 - 100_000_000_000n) refuse('volatility_accumulator', volatility_tracker.volatility_accumulator)
  return (scaled + 99_999_999_999n) / 100_000_000_000n
}

/** `FeeRateLimiter` (base_fee/fee_rate_limiter.rs): of buys, soon after the start, the more one takes the higher the fee. */
interface Limiter {
  readonly cliff: bigint
  /** How much the fee rises with each further `reference`, as a numerator. */
  readonly increment: bigint
  readonly reference: bigint
  readonly duration: bigint
  /** After so many rises the fee stands at its highest (`get_max_index`). */
  readonly rises: bigint
}

function limiterOf({ base_fee }: PoolConfig): Limiter | undefined {
  const { cliff_fee_numerator: cliff, first_factor, second_factor: duration, third_factor: reference } = base_fee
  if (first_factor === 0 && duration === 0n && reference === 0n) return undefined
  if (first_factor === 0 || duration === 0n || reference === 0n) refuse('base_fee', 'a rate limiter in part')
  if (cliff > mostFee) refuse('cliff_fee_numerator', cliff)
  const increment = BigInt(first_factor) * basisPoint
  return { cliff, increment, reference, duration, rises: (mostFee - cliff) / increment }
}

/** Whether a config's fees rise with what is bought: its program then wants to see a transaction's other instructions. */
export function isLimiting(config: PoolConfig): boolean {
  return config.base_fee.base_fee_mode === 2 && limiterOf(config) !== undefined
}

function limited(limiter: Limiter, since: bigint, total: (base: bigint) => bigint): FeeRule {
  const last = since + limiter.duration
  const later = total(limiter.cliff)
  return {
    ofIncluded: (point, amount) => (point > last ? later : total(limitedOfIncluded(limiter, amount))),
    ofExcluded(point, amount) {
      if (point > last) return later
      const base = limitedOfExcluded(limiter, amount)
      return base === undefined ? undefined : total(base)
    },
    since: 0n,
    settledFrom: last + 1n,
  }
}

/** `get_fee_numerator_from_included_fee_amount` (base_fee/fee_rate_limiter.rs). */
function limitedOfIncluded({ cliff, increment, reference, rises }: Limiter, amount: bigint): bigint {
  if (amount <= reference) return cliff
  const more = amount - reference
  const whole = more / reference
  const [steps, rest, restFee] =
    whole < rises
      ? [whole, more % reference, cliff + increment * (whole + 1n)]
      : [rises, more - rises * reference, mostFee]
  const full = cliff + cliff * steps + (increment * steps * (steps + 1n)) / 2n
  const fee = (reference * full + rest * restFee + feeDenominator - 1n) / feeDenominator
  return ceilOf(fee * feeDenominator, amount)
}

/** `get_fee_numerator_from_excluded_fee_amount` (base_fee/fee_rate_limiter.rs), the estimate by a square root included. */
function limitedOfExcluded(limiter: Limiter, excluded: bigint): bigint | undefined {
  const { cliff, reference, rises } = limiter
  const left = (included: bigint) => withoutFee(limitedOfIncluded(limiter, included), included)
  if (excluded <= left(reference)) return cliff
  const top = (rises + 1n) * reference
  const checked = top < 1n << 64n ? top : (1n << 64n) - 1n
  const checkedLeft = left(checked)
  if (excluded === checkedLeft) return limitedOfIncluded(limiter, checked)
  if (excluded > checkedLeft && checked !== top) return undefined
  const included =
    excluded < checkedLeft
      ? estimateIncluded(limiter, excluded, left)
      : checked + withFee(mostFee, excluded - checkedLeft)
  if (included === undefined || BigInt.asUintN(64, included) !== included || included < excluded) return undefined
  const fee = ceilOf((included - excluded) * feeDenominator, included)
  return fee < cliff ? undefined : fee
}

function estimateIncluded(
  { cliff, increment, reference }: Limiter,
  excluded: bigint,
  left: (included: bigint) => bigint,
): bigint | undefined {
  const y = 2n * feeDenominator * reference + increment * reference - 2n * cliff * reference
  const z = 2n * excluded * feeDenominator * reference
  const inner = y * y - 4n * increment * z
  if (inner < 0n) return undefined
  const first = (y - squareRoot(inner)) / (2n * increment)
  if (first < 0n || BigInt.asUintN(64, first) !== first) return undefined
  const rest = excluded - left(first)
  const restFee = cliff + increment * (first / reference)
  return rest < 0n || restFee >= feeDenominator ? undefined : first + withFee(restFee, rest)
}

/** The whole part of a square root, by Newton's method from above. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** `value / divisor`, rounded up; neither is negative. */
export function ceilOf(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor
}

/** The rate that was last asked for, in basis points. */
let last = { fee: 0n, basisPoints: 0 }

/** `get_excluded_fee_amount` (state/config.rs): the fee is rounded up. Of whole basis points doubles hold what is a product of them. */
export function withoutFee(fee: bigint, included: bigint): bigint {
  if (fee !== last.fee) last = { fee, basisPoints: Number(fee) / 100_000 }
  const amount = toDouble(included)
  const product = amount * last.basisPoints
  if (Math.max(product, amount) < exactDouble && Number.isInteger(last.basisPoints))
    return fromDouble(amount - Math.ceil(product / 10_000))
  return included - ceilQuotient(included, fee, feeDenominator)
}

/** `get_included_fee_amount` (state/config.rs): rounded up. `fee` is below the whole. */
export function withFee(fee: bigint, excluded: bigint): bigint {
  return ceilQuotient(excluded, feeDenominator, feeDenominator - fee)
}

function refuse(field: string, value: bigint | number | string): never {
  throw new TernError('layout/invalidValue', { field, value: String(value) })
}
