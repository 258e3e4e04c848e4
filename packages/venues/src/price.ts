import type { Ratio } from '@tern/core'

/**
 * The price of a pool that keeps the square root of its price as Q64.64, before fees.
 * The root counts raw units of the pool's second token per raw unit of its first.
 *
 * @param paidIn which of the pool's tokens a trade pays in.
 * @returns raw units out per raw unit in, exact.
 */
export function squareRootPrice(sqrtPrice: bigint, paidIn: 'first' | 'second'): Ratio {
  const [square, one] = [sqrtPrice * sqrtPrice, 1n << 128n]
  return paidIn === 'first' ? { numerator: square, denominator: one } : { numerator: one, denominator: square }
}

/**
 * The price of a pool of two reserves, before fees.
 *
 * @returns raw units out per raw unit in, exact.
 */
export function reservesPrice(reserveIn: bigint, reserveOut: bigint): Ratio {
  return { numerator: reserveOut, denominator: reserveIn }
}
