import type { TableOfAddresses } from '@tern/chain/internal'
import type { Pool } from '@tern/venues'
import type { Client } from '../../client.ts'
import { readTables } from '../trade/readTable.ts'

/**
 * Reads the lookup tables for swaps in pools: the client's, and the pools' own.
 *
 * @throws TernError `rpc/*`.
 */
export async function readRouteTables(client: Client, pools: readonly Pool[]): Promise<readonly TableOfAddresses[]> {
  const { lookupTable, poolTables } = client
  const named = pools.map(({ protocol, address }) => ({ protocol, address }))
  const own = (await poolTables?.(named)) ?? []
  return readTables(client, [...new Set([...own, ...(lookupTable === undefined ? [] : [lookupTable])])])
}
