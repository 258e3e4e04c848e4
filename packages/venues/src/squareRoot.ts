/**
 * Computes the square root of a value of at least 0, rounded down.
 * @see `sqrt_u256` (math/utils_math.rs)
 */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  // The double errs by less than a part in 2^51, so this start is not below the root.
  const start = Math.ceil(Math.sqrt(Number(value)) * (1 + 2 ** -51))
  let root = start < Number.POSITIVE_INFINITY ? BigInt(start) : value
  // Newton's method from above: the root falls until it is exact.
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
