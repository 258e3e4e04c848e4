import { TernError } from '@tern/core'
import { squareRoot } from '../squareRoot.ts'
import { ceilQuotient, exactDouble, fromDouble, toDouble } from '../wideQuotient.ts'
import type { PoolConfig, VirtualPool } from './layout.ts'

/** Denominator of fees (`FEE_DENOMINATOR`, constants.rs): 1,000,000,000 is 100%. */
export const feeDenominator = 1_000_000_000n
/** Max fee: 99% (`MAX_FEE_NUMERATOR`). */
const maxFee = 990_000_000n
/** A basis point as a numerator. */
const basisPoint = feeDenominator / 10_000n
const oneQ64 = 1n << 64n
const maxU128 = (1n << 128n) - 1n

/** The fee rate of a pool, as a numerator over `feeDenominator`. `point` is a slot or a Unix second. */
export interface FeeRule {
  /**
   * Returns the rate for an amount that includes the fee (`get_total_fee_numerator_from_included_fee_amount`,
   * state/config.rs).
   */
  ofIncluded(point: bigint, amount: bigint): bigint
  /**
   * Returns the rate for an amount without the fee (`…_from_excluded_fee_amount`).
   * `undefined` if the program finds no rate.
   */
  ofExcluded(point: bigint, amount: bigint): bigint | undefined
  /** The first point that has a fee. Before it, the program's arithmetic fails. */
  readonly since: bigint
  /** The point from which on the fee is constant; 0 if it always is. */
  readonly settledFrom: bigint
}

/**
 * Prepares the fee rule of a direction.
 * @throws TernError `layout/invalidValue` for terms that the program does not accept in a config.
 */
export function feeRule(config: PoolConfig, pool: VirtualPool, side: 'buy' | 'sell'): FeeRule {
  const variable = variableFee(config, pool)
  const { cliff_fee_numerator: cliff, base_fee_mode: mode, second_factor: frequency } = config.base_fee
  const total = (base: bigint) => (base + variable > maxFee ? maxFee : base + variable)
  if (mode > 2) refuse('base_fee_mode', mode)
  if (mode === 2) {
    const limiter = limiterOf(config)
    if (limiter !== undefined && side === 'buy') return limited(limiter, pool.activation_point, total)
  } else {
    // Check the last period: if its fee is valid, the fees of all earlier periods are valid too.
    scheduledFee(config, BigInt(config.base_fee.first_factor))
    if (frequency > 0n) return scheduled(config, pool.activation_point, total)
  }
  const always = total(cliff)
  return { ofIncluded: () => always, ofExcluded: () => always, since: 0n, settledFrom: 0n }
}

/**
 * Returns the rule of a fee that falls in steps with time.
 * @see `get_base_fee_numerator` (base_fee/fee_scheduler.rs)
 */
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
  const min = total(scheduledFee(config, last))
  return { ofIncluded: at, ofExcluded: at, since, settledFrom: at(since) === min ? since : since + last * frequency }
}

/**
 * Returns the fee of a period.
 * @throws TernError `layout/invalidValue`.
 * @see `get_base_fee_numerator_by_period` (base_fee/fee_scheduler.rs)
 */
function scheduledFee({ base_fee }: PoolConfig, period: bigint): bigint {
  const { cliff_fee_numerator: cliff, third_factor: reduction, base_fee_mode: mode } = base_fee
  const fee = mode === 0 ? cliff - reduction * period : (cliff * powerQ64(oneLess(reduction), period)) >> 64n
  if (fee < 0n || (mode === 1 && period > 0n && fee === 0n && cliff > 0n)) refuse('third_factor', reduction)
  return fee
}

/** Returns 1 − bps / 10,000 in Q64.64. The quotient is rounded down, like in `get_fee_in_period` (math/fee_math.rs). */
function oneLess(reductionBps: bigint): bigint {
  if (reductionBps > 10_000n) refuse('third_factor', reductionBps)
  return oneQ64 - (reductionBps << 64n) / 10_000n
}

/**
 * Computes a power of a number up to 1 in Q64.64 by repeated squaring. Each product is rounded down.
 * @see `pow` (math/fee_math.rs)
 */
function powerQ64(base: bigint, exponent: bigint): bigint {
  if (base >= oneQ64) return oneQ64
  let result = oneQ64
  for (let [left, square] = [exponent, base]; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = (result * square) >> 64n
    square = (square * square) >> 64n
  }
  return result
}

/**
 * Computes the dynamic fee from the price moves up to the last trade. The current trade has no effect on it.
 * @see `get_variable_fee_numerator` (state/config.rs)
 */
function variableFee({ dynamic_fee: fee }: PoolConfig, { volatility_tracker }: VirtualPool): bigint {
  if (fee.initialized === 0) return 0n
  const moved = volatility_tracker.volatility_accumulator * BigInt(fee.bin_step)
  const scaled = moved * moved * BigInt(fee.variable_fee_control)
  if (scaled > maxU128 - 100_000_000_000n) refuse('volatility_accumulator', volatility_tracker.volatility_accumulator)
  return (scaled + 99_999_999_999n) / 100_000_000_000n
}

/**
 * A fee that rises with the amount of a buy, for some time after the start.
 * @see `FeeRateLimiter` (base_fee/fee_rate_limiter.rs)
 */
interface Limiter {
  readonly cliff: bigint
  /** The rise of the fee with each further `reference`, as a numerator. */
  readonly increment: bigint
  readonly reference: bigint
  readonly duration: bigint
  /** Number of rises until the max fee (`get_max_index`). */
  readonly rises: bigint
}

function limiterOf({ base_fee }: PoolConfig): Limiter | undefined {
  const { cliff_fee_numerator: cliff, first_factor, second_factor: duration, third_factor: reference } = base_fee
  if (first_factor === 0 && duration === 0n && reference === 0n) return undefined
  if (first_factor === 0 || duration === 0n || reference === 0n) refuse('base_fee', 'a rate limiter in part')
  if (cliff > maxFee) refuse('cliff_fee_numerator', cliff)
  const increment = BigInt(first_factor) * basisPoint
  return { cliff, increment, reference, duration, rises: (maxFee - cliff) / increment }
}

/**
 * Checks if a config's fees rise with the amount of a buy.
 * The program then reads the transaction's other instructions.
 */
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

/** @see `get_fee_numerator_from_included_fee_amount` (base_fee/fee_rate_limiter.rs) */
function limitedOfIncluded({ cliff, increment, reference, rises }: Limiter, amount: bigint): bigint {
  if (amount <= reference) return cliff
  const more = amount - reference
  const whole = more / reference
  const [steps, rest, restFee] =
    whole < rises
      ? [whole, more % reference, cliff + increment * (whole + 1n)]
      : [rises, more - rises * reference, maxFee]
  const full = cliff + cliff * steps + (increment * steps * (steps + 1n)) / 2n
  const fee = (reference * full + rest * restFee + feeDenominator - 1n) / feeDenominator
  return ceilOf(fee * feeDenominator, amount)
}

/**
 * @see `get_fee_numerator_from_excluded_fee_amount` (base_fee/fee_rate_limiter.rs), including its estimate by a square
 *   root
 */
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
      : checked + withFee(maxFee, excluded - checkedLeft)
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

/** Computes `value / divisor`, rounded up, for values of at least 0. */
export function ceilOf(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor
}

/** The last requested rate, in basis points. */
let last = { fee: 0n, basisPoints: 0 }

/**
 * Returns the rest of `included` after the fee. The fee is rounded up.
 * For a rate in whole basis points, the product fits a double.
 * @see `get_excluded_fee_amount` (state/config.rs)
 */
export function withoutFee(fee: bigint, included: bigint): bigint {
  if (fee !== last.fee) last = { fee, basisPoints: Number(fee) / 100_000 }
  const amount = toDouble(included)
  const product = amount * last.basisPoints
  if (Math.max(product, amount) < exactDouble && Number.isInteger(last.basisPoints))
    return fromDouble(amount - Math.ceil(product / 10_000))
  return included - ceilQuotient(included, fee, feeDenominator)
}

/**
 * Returns the amount that leaves `excluded` after the fee, rounded up.
 * @param fee below `feeDenominator`.
 * @see `get_included_fee_amount` (state/config.rs)
 */
export function withFee(fee: bigint, excluded: bigint): bigint {
  return ceilQuotient(excluded, feeDenominator, feeDenominator - fee)
}

function refuse(field: string, value: bigint | number | string): never {
  throw new TernError('layout/invalidValue', { field, value: String(value) })
}
