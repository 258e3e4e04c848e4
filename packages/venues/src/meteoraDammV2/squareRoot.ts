/** The greatest integer whose square is at most `value`, which is 0 or above (`sqrt_u256`, math/utils_math.rs). */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  // Newton's iteration from above falls until it is there.
  let root = 1n << BigInt((value.toString(2).length + 1) >> 1)
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
