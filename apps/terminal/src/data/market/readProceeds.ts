import { readSaleProceeds } from '@tern/client'
import type { Protocol } from '@tern/venues'
import { client } from '../client.ts'
import type { Listing } from './listing.ts'

export type Sold = Pick<Listing, 'mint' | 'pool' | 'protocol'>

/**
 * Reads how many lamports a sale of raw units of a token brings.
 *
 * @returns `null` if the pool buys nothing now.
 * @throws TernError if the pool cannot be read. Then the value of the units is not known.
 */
export async function readProceeds({ mint, pool, protocol }: Sold, amountIn: bigint): Promise<bigint | null> {
  const name = { protocol: protocol as Protocol, address: pool }
  return (await readSaleProceeds(await client(), { mint, pool: name, amountIn })) ?? null
}
