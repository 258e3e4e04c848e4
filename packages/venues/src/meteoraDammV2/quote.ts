import { maxU64 } from '@tern/core/internal'
import { floorQuotient } from '../wideQuotient.ts'
import { decodeBaseFee } from './baseFee.ts'
import { type Curve, curveOf, type Passage } from './curve.ts'
import { beforeFee, type FeeSchedule, feeOf, feeScheduleOf } from './feeSchedule.ts'
import type { PoolState } from './layout.ts'

/** A single direction of a pool, ready to quote. */
export interface Direction {
  readonly curve: Curve
  readonly fees: FeeSchedule
  /** `true`: the fee is taken from the input. `false`: from the output. */
  readonly isFeeOnInput: boolean
}

/**
 * `SwapResult2` (state/pool.rs), with its fees as a single sum. Raw units.
 * The input counts after its mint's transfer fee, the output before its mint's transfer fee.
 */
export interface SwapResult {
  /** Input that the pool receives. Includes the fee if the fee is on the input. */
  readonly amountIn: bigint
  /** Output that the pool pays, after any fee on the output. */
  readonly amountOut: bigint
  /** In the input or the output token, see `isFeeOnInput`. */
  readonly fee: bigint
  readonly passage: Passage
}

/**
 * Checks if the fee is taken from the input.
 * In mode 0, the fee is always on the output. In the other modes it is in token B.
 * @see `FeeMode::get_fee_mode` (state/fee.rs)
 */
export function isFeeOnInput(collectFeeMode: number, direction: 'aToB' | 'bToA'): boolean {
  return collectFeeMode !== 0 && direction === 'bToA'
}

/**
 * Prepares a direction of a pool. `undefined` if the direction has no liquidity.
 * @throws TernError `layout/invalidValue` for fee parameters with which the program creates no pool.
 */
export function directionOf(pool: PoolState, direction: 'aToB' | 'bToA'): Direction | undefined {
  const fees = feeScheduleOf(pool, decodeBaseFee(pool.base_fee), direction)
  const curve = curveOf(pool, direction)
  return curve && { curve, fees, isFeeOnInput: isFeeOnInput(pool.collect_fee_mode, direction) }
}

/**
 * Quotes an exact input. `undefined` if the amount leads out of the price range.
 * @param point a slot or a Unix second, by the pool's activation type.
 * @see `get_swap_result_from_exact_input` (state/pool.rs)
 */
export function swapExactIn(
  { curve, fees, isFeeOnInput }: Direction,
  amount: bigint,
  point: bigint,
): SwapResult | undefined {
  const numerator = fees.ofIncluded(point, amount)
  if (isFeeOnInput) {
    const fee = feeOf(amount, numerator)
    const passage = curve.fromInput(amount - fee)
    return passage && { amountIn: amount, amountOut: passage.output, fee, passage }
  }
  const passage = curve.fromInput(amount)
  return passage && paid(passage, numerator)
}

/**
 * Quotes an input that leads out of the price range: the part up to the range's end.
 * @see `get_swap_result_from_partial_input` (state/pool.rs)
 */
export function swapToEdge(
  { curve, fees, isFeeOnInput }: Direction,
  amount: bigint,
  point: bigint,
): SwapResult | undefined {
  const { edge } = curve
  if (edge === undefined) return undefined
  const given = fees.ofIncluded(point, amount)
  if (!isFeeOnInput) return paid(edge, given)
  const fee = feeOf(amount, given)
  if (amount - fee === edge.input) return { amountIn: amount, amountOut: edge.output, fee, passage: edge }
  const numerator = fees.ofExcluded(point, edge.input)
  return numerator === undefined ? undefined : charged(edge, numerator)
}

/**
 * Quotes an exact output. `undefined` if the pool has less.
 * @see `get_swap_result_from_exact_output` (state/pool.rs)
 */
export function swapExactOut(
  { curve, fees, isFeeOnInput }: Direction,
  amount: bigint,
  point: bigint,
): SwapResult | undefined {
  if (isFeeOnInput) {
    const passage = curve.fromOutput(amount)
    const numerator = passage && fees.ofExcluded(point, passage.input)
    return numerator === undefined ? undefined : charged(passage as Passage, numerator)
  }
  const numerator = fees.ofExcluded(point, amount)
  if (numerator === undefined) return undefined
  const output = beforeFee(amount, numerator)
  const passage = output > maxU64 ? undefined : curve.fromOutput(output)
  return passage && { amountIn: passage.input, amountOut: amount, fee: output - amount, passage }
}

/** Takes the fee from the pool's payment. */
function paid(passage: Passage, numerator: bigint): SwapResult {
  const fee = feeOf(passage.output, numerator)
  return { amountIn: passage.input, amountOut: passage.output - fee, fee, passage }
}

/** Adds the fee to the curve's input. */
function charged(passage: Passage, numerator: bigint): SwapResult | undefined {
  const amountIn = beforeFee(passage.input, numerator)
  if (amountIn > maxU64) return undefined
  return { amountIn, amountOut: passage.output, fee: amountIn - passage.input, passage }
}

/** `SplitFees` (state/fee.rs). Raw units. */
export interface SplitFees {
  /** The liquidity providers can claim this share. */
  readonly claiming: bigint
  /** Stays in the reserves. */
  readonly compounding: bigint
  readonly protocol: bigint
  readonly referral: bigint
}

/**
 * Splits a fee: every share is rounded down, and the rest belongs to the liquidity providers.
 * @see `split_fees` (state/fee.rs)
 */
export function splitFees(
  pool: Pick<PoolState, 'protocol_fee_percent' | 'compounding_fee_bps' | 'referral_fee_percent'>,
  fee: bigint,
  referral: 'referred' | 'unreferred',
): SplitFees {
  const whole = floorQuotient(fee, BigInt(pool.protocol_fee_percent), 100n)
  const compounding = ((fee - whole) * BigInt(pool.compounding_fee_bps)) / 10_000n
  const referred = referral === 'referred' ? (whole * BigInt(pool.referral_fee_percent)) / 100n : 0n
  return { claiming: fee - whole - compounding, compounding, protocol: whole - referred, referral: referred }
}
