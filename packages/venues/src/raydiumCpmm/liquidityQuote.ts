/**
 * The LP tokens that no wallet gets when a pool is created.
 *
 * @see `lock_lp_amount` (instructions/initialize.rs)
 */
export const lockedLpAmount = 100n

/**
 * Converts LP tokens to their share of both reserves.
 *
 * @param lpSupply must be above 0.
 * @param rounding `ceil` for deposits, `floor` for withdrawals.
 *   With either, a share below 1 becomes 0, and the program refuses it.
 * @returns raw units of token 0 and token 1.
 * @see `ConstantProductCurve::lp_tokens_to_trading_tokens` (curve/constant_product.rs)
 * @example
 * lpToTokens(10n, 30n, 100n, 2n, 'ceil') // [34n, 0n] raw units: 33.3 is rounded up, 0.67 is not
 */
export function lpToTokens(
  lpAmount: bigint,
  lpSupply: bigint,
  reserve0: bigint,
  reserve1: bigint,
  rounding: 'floor' | 'ceil',
): readonly [bigint, bigint] {
  const part = (reserve: bigint) => {
    const product = lpAmount * reserve
    const amount = product / lpSupply
    return rounding === 'ceil' && amount > 0n && amount * lpSupply !== product ? amount + 1n : amount
  }
  return [part(reserve0), part(reserve1)]
}

/**
 * Finds the largest number of LP tokens whose deposit takes at most `amount` of one token.
 * The inverse of `lpToTokens` with `ceil`: `ceil(lp · reserve / lpSupply) ≤ amount`.
 *
 * @param amount raw units that reach the pool.
 * @param reserve must be above 0.
 * @example
 * lpForToken(34n, 30n, 100n) // 10n LP units: 11 would take 37
 */
export function lpForToken(amount: bigint, lpSupply: bigint, reserve: bigint): bigint {
  return (amount * lpSupply) / reserve
}

/**
 * Computes the LP tokens of a new pool: the square root of the product, rounded down.
 * `lockedLpAmount` of these stay locked.
 *
 * @param amount0 raw units that reach the vault, after any transfer fee, within 64 bits. Likewise `amount1`.
 * @see `initialize` (instructions/initialize.rs)
 * @example
 * initialLpSupply(10n ** 9n, 4n * 10n ** 6n) // 63_245_553n raw units
 */
export function initialLpSupply(amount0: bigint, amount1: bigint): bigint {
  const product = amount0 * amount1
  if (product < 2n) return product
  // Newton's method from above: the root of a number of n bits has at most ⌈n / 2⌉ bits.
  let root = 1n << BigInt(Math.ceil(product.toString(2).length / 2))
  for (;;) {
    const next = (root + product / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
