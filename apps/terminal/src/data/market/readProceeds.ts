import { readSaleProceeds } from '@tern/client'
import type { Protocol } from '@tern/venues'
import { client } from '../client.ts'
import type { Listing } from './listing.ts'

export type Sold = Pick<Listing, 'mint' | 'pool' | 'protocol'>

/**
 * Reads how many lamports selling raw units of a token brings. Never rejects.
 *
 * @returns `null` if the pool sells none of them now, or cannot be read: then nothing caps their value.
 */
export async function readProceeds({ mint, pool, protocol }: Sold, amountIn: bigint): Promise<bigint | null> {
  const name = { protocol: protocol as Protocol, address: pool }
  try {
    return (await readSaleProceeds(await client(), { mint, pool: name, amountIn })) ?? null
  } catch {
    return null
  }
}
