import { buyBase, buyForQuote, type Curve, type Movement, sellForQuote, sellToQuote } from './curve.ts'
import { type FeeRule, withFee, withoutFee } from './fees.ts'

/** One direction of a pool, ready to quote. */
export interface Side {
  readonly curve: Curve
  readonly isBuy: boolean
  readonly fees: FeeRule
  readonly isFeeOnInput: boolean
  /** What the pool has of the token that goes out, fees that wait not in it. */
  readonly reserveOut: bigint
}

/** `SwapResult2` (state/virtual_pool.rs). Raw units. */
export interface SwapResult {
  /** What leaves the trader, a fee on the input in it. */
  readonly amountIn: bigint
  /** What reaches the trader. */
  readonly amountOut: bigint
  /** What the curve itself took and gave. */
  readonly moved: Movement
  /** All of the fee, of the token that `isFeeOnInput` says. */
  readonly fee: bigint
}

/**
 * `get_swap_result_from_partial_input` (state/virtual_pool.rs), which for an amount that the curve takes as a whole is
 * `get_swap_result_from_exact_input`. `undefined` where the program fails.
 */
export function swapPartialFill(side: Side, point: bigint, amount: bigint): SwapResult | undefined {
  const { curve, isBuy, fees, isFeeOnInput, reserveOut } = side
  const rate = fees.ofIncluded(point, amount)
  const excluded = isFeeOnInput ? withoutFee(rate, amount) : amount
  const moved = isBuy ? buyForQuote(curve, excluded) : sellForQuote(curve, excluded)
  if (moved.amountOut > reserveOut) return undefined
  if (!isFeeOnInput) {
    const amountOut = withoutFee(rate, moved.amountOut)
    return { amountIn: moved.amountIn, amountOut, moved, fee: moved.amountOut - amountOut }
  }
  if (moved.amountIn === excluded)
    return { amountIn: amount, amountOut: moved.amountOut, moved, fee: amount - excluded }
  const partRate = fees.ofExcluded(point, moved.amountIn)
  if (partRate === undefined) return undefined
  const amountIn = withFee(partRate, moved.amountIn)
  return { amountIn, amountOut: moved.amountOut, moved, fee: amountIn - moved.amountIn }
}

/** `get_swap_result_from_exact_output` (state/virtual_pool.rs). `undefined` where the program fails. */
export function swapExactOut(side: Side, point: bigint, amountOut: bigint): SwapResult | undefined {
  const { curve, isBuy, fees, isFeeOnInput, reserveOut } = side
  const outRate = isFeeOnInput ? 0n : fees.ofExcluded(point, amountOut)
  if (outRate === undefined) return undefined
  const leaving = isFeeOnInput ? amountOut : withFee(outRate, amountOut)
  if (leaving > reserveOut) return undefined
  const moved = isBuy ? buyBase(curve, leaving) : sellToQuote(curve, leaving)
  if (moved === undefined || BigInt.asUintN(64, moved.amountIn) !== moved.amountIn) return undefined
  if (!isFeeOnInput) return { amountIn: moved.amountIn, amountOut, moved, fee: leaving - amountOut }
  const inRate = fees.ofExcluded(point, moved.amountIn)
  if (inRate === undefined) return undefined
  const amountIn = withFee(inRate, moved.amountIn)
  return BigInt.asUintN(64, amountIn) === amountIn
    ? { amountIn, amountOut, moved, fee: amountIn - moved.amountIn }
    : undefined
}

/** `split_fees` and `split_partner_and_creator_fee` (state/config.rs): the protocol has a fifth, the creator a share of the rest. */
export function splitFee(
  fee: bigint,
  creatorPercentage: bigint,
): readonly [protocol: bigint, partner: bigint, creator: bigint] {
  const protocol = fee / 5n
  const trading = fee - protocol
  const creator = (trading * creatorPercentage) / 100n
  return [protocol, trading - creator, creator]
}
