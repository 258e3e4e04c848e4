import { maxU64 } from '@tern/core/internal'
import { ceilQuotient, floorQuotient } from '../wideQuotient.ts'
import type { Direction } from './bitmap.ts'

/** `FEE_RATE_DENOMINATOR_VALUE` (states/config.rs): 1,000,000 is 100%. */
export const rateDenominator = 1_000_000n

const fractionOf64 = maxU64

/** Computes `a / b`, rounded up, for `a` of at least 0 and `b` above 0. */
export const divideUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** The amounts between two prices at a liquidity, in raw units. The input is rounded up, the output down. */
export interface Deltas {
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/**
 * Computes the amounts between two prices.
 *
 * @returns `undefined` if an amount exceeds 64 bits. The program then fails with `MaxTokenOverflow`.
 * @see `get_delta_amounts_for_swap` (libraries/liquidity_math.rs)
 */
export function deltasBetween(
  fromX64: bigint,
  toX64: bigint,
  liquidity: bigint,
  direction: Direction,
): Deltas | undefined {
  const isDown = direction === 'zeroForOne'
  const token1X64 = liquidity * (isDown ? fromX64 - toX64 : toX64 - fromX64)
  const product = fromX64 * toX64
  const scaled = token1X64 << 64n
  const amountIn = isDown ? divideUp(scaled, product) : (token1X64 + fractionOf64) >> 64n
  const amountOut = isDown ? token1X64 >> 64n : scaled / product
  return amountIn > maxU64 || amountOut > maxU64 ? undefined : { amountIn, amountOut }
}

/** Returns the part of an input that moves the price after the fee, rounded down. */
export function usableInput(amount: bigint, feeRate: bigint): bigint {
  return floorQuotient(amount, rateDenominator - feeRate, rateDenominator)
}

/** Returns the fee that comes on top of `amount`, rounded up. */
export function feeOnTop(amount: bigint, feeRate: bigint): bigint {
  return ceilQuotient(amount, feeRate, rateDenominator - feeRate)
}

/** Checks if a price is past another in the direction of the swap. */
export function isBeyond(sqrtPriceX64: bigint, targetX64: bigint, direction: Direction): boolean {
  return direction === 'zeroForOne' ? sqrtPriceX64 < targetX64 : sqrtPriceX64 > targetX64
}
