/** Computes `part` of `whole` in basis points, rounded towards zero; `null` if `whole` is not positive. */
export function shareBps(part: bigint, whole: bigint): number | null {
  return whole > 0n ? Number((part * 10_000n) / whole) : null
}
