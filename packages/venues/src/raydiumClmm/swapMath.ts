import { ceilQuotient, floorQuotient } from '../wideQuotient.ts'
import type { Direction } from './bitmap.ts'

/** `FEE_RATE_DENOMINATOR_VALUE` (states/config.rs). */
export const rateDenominator = 1_000_000n

/**
 * What 64 bits hold; not core's, of which the loop, which few pools need, then takes nothing: what it shares with a page bundlers
 * put into a chunk of its own.
 */
export const largest64 = 2n ** 64n - 1n

const fractionOf64 = largest64

/** `a / b`, rounded up; both at least 0, `b` above. */
export const divideUp = (a: bigint, b: bigint): bigint => (a + b - 1n) / b

/** What moves between two prices at one liquidity: in, rounded up; out, rounded down. Raw units. */
export interface Deltas {
  readonly amountIn: bigint
  readonly amountOut: bigint
}

/**
 * `get_delta_amounts_for_swap` (libraries/liquidity_math.rs); `undefined` where 64 bits do not hold both, which the program
 * calls `MaxTokenOverflow`.
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
  return amountIn > largest64 || amountOut > largest64 ? undefined : { amountIn, amountOut }
}

/** What of an input moves the price when the fee is taken from it, rounded down. */
export function usableInput(amount: bigint, feeRate: bigint): bigint {
  return floorQuotient(amount, rateDenominator - feeRate, rateDenominator)
}

/** The fee that comes on top of `amount`, rounded up. */
export function feeOnTop(amount: bigint, feeRate: bigint): bigint {
  return ceilQuotient(amount, feeRate, rateDenominator - feeRate)
}

/** Whether a price lies past another, as the swap goes. */
export function isBeyond(sqrtPriceX64: bigint, targetX64: bigint, direction: Direction): boolean {
  return direction === 'zeroForOne' ? sqrtPriceX64 < targetX64 : sqrtPriceX64 > targetX64
}
