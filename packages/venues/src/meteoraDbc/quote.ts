import { buyBase, buyForQuote, type Curve, type Movement, sellForQuote, sellToQuote } from './curve.ts'
import { type FeeRule, withFee, withoutFee } from './fees.ts'

/** A single direction of a pool, ready to quote. */
export interface Side {
  readonly curve: Curve
  readonly isBuy: boolean
  readonly fees: FeeRule
  readonly isFeeOnInput: boolean
  /** The pool's reserve of the output token, without unclaimed fees. */
  readonly reserveOut: bigint
}

/** `SwapResult2` (state/virtual_pool.rs). Raw units. */
export interface SwapResult {
  /** Raw units that leave the trader, including a fee on the input. */
  readonly amountIn: bigint
  /** Raw units that reach the trader. */
  readonly amountOut: bigint
  /** The amounts that moved on the curve. */
  readonly moved: Movement
  /** The whole fee: in the input token if `isFeeOnInput`, otherwise in the output token. */
  readonly fee: bigint
}

/**
 * Quotes an exact input. At the end of the curve, fills only a part.
 * `undefined` if the program fails.
 * @see `get_swap_result_from_partial_input` (state/virtual_pool.rs). Equals `get_swap_result_from_exact_input` for a
 *   whole fill.
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

/**
 * Quotes an exact output. `undefined` if the program fails.
 * @see `get_swap_result_from_exact_output` (state/virtual_pool.rs)
 */
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

/**
 * Splits a fee: a fifth for the protocol, a share of the rest for the creator, both rounded down. The partner gets the
 * remainder.
 * @see `split_fees`, `split_partner_and_creator_fee` (state/config.rs)
 */
export function splitFee(
  fee: bigint,
  creatorPercentage: bigint,
): readonly [protocol: bigint, partner: bigint, creator: bigint] {
  const protocol = fee / 5n
  const trading = fee - protocol
  const creator = (trading * creatorPercentage) / 100n
  return [protocol, trading - creator, creator]
}
