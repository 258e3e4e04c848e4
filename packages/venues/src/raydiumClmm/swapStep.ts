import { maxU64 } from '@tern/core/internal'
import { ceilQuotient } from '../wideQuotient.ts'
import type { Direction } from './bitmap.ts'
import { type Deltas, deltasBetween, divideUp, feeOnTop, isBeyond, rateDenominator, usableInput } from './swapMath.ts'

/**
 * Returns the price after an input. Rounded so that the price never moves further than the input pays for.
 * @see `get_next_sqrt_price_from_input` (libraries/sqrt_price_math.rs)
 */
function priceAfterInput(fromX64: bigint, liquidity: bigint, amountIn: bigint, direction: Direction): bigint {
  if (direction === 'oneForZero') return fromX64 + (amountIn << 64n) / liquidity
  const scaled = liquidity << 64n
  return divideUp(scaled * fromX64, scaled + amountIn * fromX64)
}

/**
 * Returns the price after an output. Rounded so that the price moves at least as far as the output requires.
 * `undefined` if the pool has less.
 * @see `get_next_sqrt_price_from_output`
 */
function priceAfterOutput(
  fromX64: bigint,
  liquidity: bigint,
  amountOut: bigint,
  direction: Direction,
): bigint | undefined {
  if (direction === 'zeroForOne') {
    const next = fromX64 - divideUp(amountOut << 64n, liquidity)
    return next > 0n ? next : undefined
  }
  const scaled = liquidity << 64n
  const left = scaled - amountOut * fromX64
  return left > 0n ? divideUp(scaled * fromX64, left) : undefined
}

/** A step of a swap (`SwapComputationResult`). */
export interface Step extends Deltas {
  readonly sqrtPriceX64: bigint
  /** In the input or the output. Neither `amountIn` nor `amountOut` includes it. */
  readonly fee: bigint
}

/** The parameters of a step. */
export interface StepRequest {
  readonly fromX64: bigint
  readonly targetX64: bigint
  readonly liquidity: bigint
  /** Raw units of the request that are left. */
  readonly remaining: bigint
  readonly feeRate: bigint
  readonly isExactIn: boolean
  readonly isFeeOnInput: boolean
  readonly direction: Direction
}

/**
 * Computes a step of a swap.
 *
 * @returns `undefined` if the program fails: an amount exceeds 64 bits, or the liquidity is 0.
 * @see `compute_swap` (libraries/swap_math.rs)
 */
export function computeSwap(request: StepRequest): Step | undefined {
  const { fromX64, targetX64, liquidity, remaining, feeRate, isExactIn, isFeeOnInput, direction } = request
  const usable = usableOf(request)
  if (usable > maxU64) return undefined
  const whole = deltasBetween(fromX64, targetX64, liquidity, direction)
  const isReached = whole !== undefined && usable >= (isExactIn ? whole.amountIn : whole.amountOut)
  if (!isReached && liquidity === 0n) return undefined
  const sqrtPriceX64 = isReached
    ? targetX64
    : isExactIn
      ? priceAfterInput(fromX64, liquidity, usable, direction)
      : priceAfterOutput(fromX64, liquidity, usable, direction)
  if (sqrtPriceX64 === undefined || isBeyond(sqrtPriceX64, targetX64, direction)) return undefined
  const moved = isReached ? whole : deltasBetween(fromX64, sqrtPriceX64, liquidity, direction)
  if (moved === undefined) return undefined

  const isAtTarget = sqrtPriceX64 === targetX64
  if (isFeeOnInput) {
    const fee = isExactIn && !isAtTarget ? remaining - moved.amountIn : feeOnTop(moved.amountIn, feeRate)
    const amountOut = isExactIn || moved.amountOut < remaining ? moved.amountOut : remaining
    return fee < 0n || fee > maxU64 ? undefined : { sqrtPriceX64, amountIn: moved.amountIn, amountOut, fee }
  }
  const fee = feeWithin(moved.amountOut, feeRate)
  const net = moved.amountOut - fee
  if (isExactIn) return { sqrtPriceX64, amountIn: isAtTarget ? moved.amountIn : remaining, amountOut: net, fee }
  return net > remaining
    ? { sqrtPriceX64, amountIn: moved.amountIn, amountOut: remaining, fee: moved.amountOut - remaining }
    : { sqrtPriceX64, amountIn: moved.amountIn, amountOut: net, fee }
}

/** Returns the part of the request that moves the price. */
function usableOf({ remaining, feeRate, isExactIn, isFeeOnInput }: StepRequest): bigint {
  if (isExactIn) return isFeeOnInput ? usableInput(remaining, feeRate) : remaining
  return isFeeOnInput ? remaining : grossOf(remaining, feeRate)
}

/** Returns the smallest output that leaves `net` after the fee. */
export function grossOf(net: bigint, feeRate: bigint): bigint {
  return ceilQuotient(net, rateDenominator, rateDenominator - feeRate)
}

/** Returns the fee that is part of `amount`, rounded up. */
export function feeWithin(amount: bigint, feeRate: bigint): bigint {
  return ceilQuotient(amount, feeRate, rateDenominator)
}
