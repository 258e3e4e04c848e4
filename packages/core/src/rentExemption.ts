/**
 * Computes the lamports that keep an account of `bytes` bytes alive for good: two years of rent.
 * Every account pays for 128 bytes beyond its data.
 *
 * @example
 * rentExemption(165) // 2_039_280n lamports for a token account
 */
export function rentExemption(bytes: number): bigint {
  return (128n + BigInt(bytes)) * 6960n
}
