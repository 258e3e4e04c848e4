/** `part` of `whole` in basis points, towards zero; `null` where there is no whole. */
export function shareBps(part: bigint, whole: bigint): number | null {
  return whole > 0n ? Number((part * 10_000n) / whole) : null
}
