import { readSaleProceeds } from '@tern/client'
import type { Protocol } from '@tern/venues'
import { client } from '../client.ts'
import type { Listing } from './listing.ts'

export type Sold = Pick<Listing, 'mint' | 'pool' | 'protocol'>

/**
 * Reads how many lamports a sale of raw units of a token brings. Never rejects.
 *
 * @returns `null` if the pool cannot sell any of the units now, or cannot be read. Then their value has no cap.
 */
export async function readProceeds({ mint, pool, protocol }: Sold, amountIn: bigint): Promise<bigint | null> {
  const name = { protocol: protocol as Protocol, address: pool }
  try {
    return (await readSaleProceeds(await client(), { mint, pool: name, amountIn })) ?? null
  } catch {
    return null
  }
}
