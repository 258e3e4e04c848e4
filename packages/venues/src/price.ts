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

/**
 * Computes the price impact of a trade: the share by which its average price is worse than the current price.
 *
 * @param current raw units out per raw unit in, before fees.
 * @param paid raw units in that move the price, without fees.
 * @param got raw units out for them, before fees.
 * @returns 1 − (`got` / `paid`) / `current`, and at least 0.
 */
export function impactOf({ numerator, denominator }: Ratio, paid: bigint, got: bigint): Ratio {
  const worth = paid * numerator
  const lost = worth - got * denominator
  return lost > 0n ? { numerator: lost, denominator: worth } : { numerator: 0n, denominator: 1n }
}
