/** Lamports that keep an account of `bytes` bytes alive for good: two years of rent, with the 128 bytes each account takes anyway. */
export function rentExemption(bytes: number): bigint {
  return (128n + BigInt(bytes)) * 6960n
}
