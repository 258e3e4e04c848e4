import type { Ratio } from '@tern/core'

/**
 * Computes the price before fees from its square root in Q64.64.
 * The root squared is in raw units of the pool's second token per raw unit of its first.
 *
 * @param paidIn the pool's token that a trade pays in.
 * @returns raw units out per raw unit in, exact.
 */
export function squareRootPrice(sqrtPrice: bigint, paidIn: 'first' | 'second'): Ratio {
  const [square, one] = [sqrtPrice * sqrtPrice, 1n << 128n]
  return paidIn === 'first' ? { numerator: square, denominator: one } : { numerator: one, denominator: square }
}

/**
 * Computes the price of a pool with two reserves, before fees.
 *
 * @returns raw units out per raw unit in, exact.
 */
export function reservesPrice(reserveIn: bigint, reserveOut: bigint): Ratio {
  return { numerator: reserveOut, denominator: reserveIn }
}
