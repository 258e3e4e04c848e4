/** √n, rounded down, of what 132 bits hold. A double is right to its 52nd bit; one step of Newton's doubles that, and the last unit is checked. */
export function squareRoot(n: bigint): bigint {
  if (n < 2n) return n
  let root = BigInt(Math.floor(Math.sqrt(Number(n))))
  root = (root + n / root) >> 1n
  while (root * root > n) root -= 1n
  while ((root + 1n) * (root + 1n) <= n) root += 1n
  return root
}
