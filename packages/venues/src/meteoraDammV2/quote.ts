import { maxU64 } from '@tern/core'
import { floorQuotient } from '../wideQuotient.ts'
import { decodeBaseFee } from './baseFee.ts'
import { type Curve, curveOf, type Passage } from './curve.ts'
import { beforeFee, type FeeSchedule, feeOf, feeScheduleOf } from './feeSchedule.ts'
import type { PoolState } from './layout.ts'

/** One direction of a pool, ready to quote. */
export interface Direction {
  readonly curve: Curve
  readonly fees: FeeSchedule
  /** Whether the fee is taken from what comes in, or from what goes out. */
  readonly isFeeOnInput: boolean
}

/** `SwapResult2` (state/pool.rs), its fee in one. Raw units, transfer fees of the mints left out on both sides. */
export interface SwapResult {
  /** What the pool takes, the fee in it where it is on the input. */
  readonly amountIn: bigint
  /** What the pool pays, the fee no longer in it. */
  readonly amountOut: bigint
  /** Of the input or the output token, see `isFeeOnInput`. */
  readonly fee: bigint
  readonly passage: Passage
}

/** `FeeMode::get_fee_mode` (state/fee.rs): the fee is in token B, but in the first mode, where it is in what goes out. */
export function isFeeOnInput(collectFeeMode: number, direction: 'aToB' | 'bToA'): boolean {
  return collectFeeMode !== 0 && direction === 'bToA'
}

/**
 * Works out one direction of a pool, `undefined` where there is no liquidity.
 * @throws TernError `layout/invalidValue` for fee parameters that the program refuses to create a pool with.
 */
export function directionOf(pool: PoolState, direction: 'aToB' | 'bToA'): Direction | undefined {
  const fees = feeScheduleOf(pool, decodeBaseFee(pool.base_fee), direction)
  const curve = curveOf(pool, direction)
  return curve && { curve, fees, isFeeOnInput: isFeeOnInput(pool.collect_fee_mode, direction) }
}

/**
 * `get_swap_result_from_exact_input` (state/pool.rs). `undefined` where the amount leads out of the price range.
 * @param point the slot or the second, by the pool's activation type.
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

/** `get_swap_result_from_partial_input` (state/pool.rs), of an amount that leads out of the price range: all up to its end. */
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

/** `get_swap_result_from_exact_output` (state/pool.rs). `undefined` where the pool does not have that much. */
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

/** The fee comes out of what the pool pays. */
function paid(passage: Passage, numerator: bigint): SwapResult {
  const fee = feeOf(passage.output, numerator)
  return { amountIn: passage.input, amountOut: passage.output - fee, fee, passage }
}

/** The fee comes on top of what the curve takes. */
function charged(passage: Passage, numerator: bigint): SwapResult | undefined {
  const amountIn = beforeFee(passage.input, numerator)
  if (amountIn > maxU64) return undefined
  return { amountIn, amountOut: passage.output, fee: amountIn - passage.input, passage }
}

/** `SplitFees` (state/fee.rs). Raw units. */
export interface SplitFees {
  /** What the liquidity providers can claim. */
  readonly claiming: bigint
  /** What stays in the reserves. */
  readonly compounding: bigint
  readonly protocol: bigint
  readonly referral: bigint
}

/** `split_fees` (state/fee.rs): every share is rounded down, the rest is the liquidity providers'. */
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
