import { ceilQuotient } from '../wideQuotient.ts'
import type { Direction } from './bitmap.ts'
import {
  type Deltas,
  deltasBetween,
  divideUp,
  feeOnTop,
  isBeyond,
  largest64,
  rateDenominator,
  usableInput,
} from './swapMath.ts'

/** `get_next_sqrt_price_from_input` (libraries/sqrt_price_math.rs): never beyond what the input pays for. */
function priceAfterInput(fromX64: bigint, liquidity: bigint, amountIn: bigint, direction: Direction): bigint {
  if (direction === 'oneForZero') return fromX64 + (amountIn << 64n) / liquidity
  const scaled = liquidity << 64n
  return divideUp(scaled * fromX64, scaled + amountIn * fromX64)
}

/** `get_next_sqrt_price_from_output`: always as far as the output takes; `undefined` where the pool has not so much. */
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

/** One step of a swap (`SwapComputationResult`). */
export interface Step extends Deltas {
  readonly sqrtPriceX64: bigint
  /** Of the input or the output; an output is without it, an input as well. */
  readonly fee: bigint
}

/** What a step is asked for. */
export interface StepRequest {
  readonly fromX64: bigint
  readonly targetX64: bigint
  readonly liquidity: bigint
  /** Raw units that are left of the request. */
  readonly remaining: bigint
  readonly feeRate: bigint
  readonly isExactIn: boolean
  readonly isFeeOnInput: boolean
  readonly direction: Direction
}

/** `compute_swap` (libraries/swap_math.rs); `undefined` where the program fails: amounts beyond 64 bits, or no liquidity. */
export function computeSwap(request: StepRequest): Step | undefined {
  const { fromX64, targetX64, liquidity, remaining, feeRate, isExactIn, isFeeOnInput, direction } = request
  const usable = usableOf(request)
  if (usable > largest64) return undefined
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
    return fee < 0n || fee > largest64 ? undefined : { sqrtPriceX64, amountIn: moved.amountIn, amountOut, fee }
  }
  const fee = feeWithin(moved.amountOut, feeRate)
  const net = moved.amountOut - fee
  if (isExactIn) return { sqrtPriceX64, amountIn: isAtTarget ? moved.amountIn : remaining, amountOut: net, fee }
  return net > remaining
    ? { sqrtPriceX64, amountIn: moved.amountIn, amountOut: remaining, fee: moved.amountOut - remaining }
    : { sqrtPriceX64, amountIn: moved.amountIn, amountOut: net, fee }
}

/** What of the request moves the price. */
function usableOf({ remaining, feeRate, isExactIn, isFeeOnInput }: StepRequest): bigint {
  if (isExactIn) return isFeeOnInput ? usableInput(remaining, feeRate) : remaining
  return isFeeOnInput ? remaining : grossOf(remaining, feeRate)
}

/** The least output of which `net` is left once the fee is taken from it. */
export function grossOf(net: bigint, feeRate: bigint): bigint {
  return ceilQuotient(net, rateDenominator, rateDenominator - feeRate)
}

/** The fee that is part of `amount`, rounded up. */
export function feeWithin(amount: bigint, feeRate: bigint): bigint {
  return ceilQuotient(amount, feeRate, rateDenominator)
}
