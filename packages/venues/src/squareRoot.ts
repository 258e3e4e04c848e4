/**
 * Computes the square root of a value of at least 0, rounded down.
 * @see `sqrt_u256` (math/utils_math.rs)
 */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  // Newton's method from above: the root falls until it is exact.
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
