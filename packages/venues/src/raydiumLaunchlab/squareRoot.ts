/**
 * Computes √n, rounded down, for n of at most 132 bits.
 * A double is right to its 52nd bit. One step of Newton's method doubles that, and the loops correct the last unit.
 */
export function squareRoot(n: bigint): bigint {
  if (n < 2n) return n
  let root = BigInt(Math.floor(Math.sqrt(Number(n))))
  root = (root + n / root) >> 1n
  while (root * root > n) root -= 1n
  while ((root + 1n) * (root + 1n) <= n) root += 1n
  return root
}
