import type { Address } from '@tern/core'

/** Returns no address: a pool's address derives from an order book, not from its mints. */
export async function candidatePools(): Promise<readonly Address[]> {
  return []
}
