/** The largest integer whose square is at most `n`. */
export function squareRoot(n: bigint): bigint {
  if (n < 2n) return n
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1)
  while (true) {
    const y = (x + n / x) >> 1n
    if (y >= x) return x
    x = y
  }
}
