const p = 2n ** 255n - 19n
/** The curve's constant: -121665 / 121666 modulo p. */
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
const signBit = 2n ** 255n

const mod = (x: bigint): bigint => ((x % p) + p) % p

function squared(x: bigint, times: number): bigint {
  let result = x
  for (let i = 0; i < times; i++) result = (result * result) % p
  return result
}

/** Computes x^((p − 1) / 2): 1 for a square, p − 1 for a non-square, 0 for 0. The exponent is 2²⁵⁴ − 10 = 16 · (2²⁵⁰ − 1) + 6. */
function legendre(x: bigint): bigint {
  const x2 = squared(x, 1)
  const ones = (half: bigint, count: number) => (squared(half, count) * half) % p
  const n2 = (x2 * x) % p
  const n4 = ones(n2, 2)
  const n5 = (squared(n4, 1) * x) % p
  const n10 = ones(n5, 5)
  const n20 = ones(n10, 10)
  const n25 = (squared(n20, 5) * n5) % p
  const n50 = ones(n25, 25)
  const n100 = ones(n50, 50)
  const n200 = ones(n100, 100)
  const n250 = (squared(n200, 50) * n50) % p
  const x6 = (squared(x2, 1) * x2) % p
  return (squared(n250, 4) * x6) % p
}

/**
 * Tests if 32 bytes are a point of Ed25519's curve: if there is an x with x² = (y² − 1) / (dy² + 1).
 * A derived program address is never on the curve, so that it has no secret key.
 *
 * @example
 * isOnCurve(addressBytes(await associatedTokenAddress(owner, mint, tokenProgram))) // false
 * @see curve25519-dalek's `decompress`, the runtime's own test
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n
  for (let i = 31; i >= 0; i--) y = (y << 8n) | BigInt(bytes[i] ?? 0)
  if (y >= signBit) y -= signBit
  const y2 = (y * y) % p
  return legendre(mod((y2 - 1n) * (d * y2 + 1n))) !== p - 1n
}
