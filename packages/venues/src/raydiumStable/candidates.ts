import type { Address } from '@tern/core'

/** Finds nothing: the address of a pool follows from an order book, not from a mint. */
export async function candidatePools(): Promise<readonly Address[]> {
  return []
}
