import type { TableOfAddresses } from '@tern/chain/internal'
import { type Address, decodeLookupTable } from '@tern/core'
import type { Client } from '../../client.ts'

/** Reads the usable addresses of the client's lookup table. `undefined`: there is no table, or it was deactivated. */
export async function readTable(client: Client): Promise<TableOfAddresses | undefined> {
  const { lookupTable } = client
  return lookupTable === undefined ? undefined : (await readTables(client, [lookupTable]))[0]
}

/** Reads the usable addresses of lookup tables. Leaves out tables that do not exist, or that were deactivated. */
export async function readTables(
  { chain }: Pick<Client, 'chain'>,
  tables: readonly Address[],
): Promise<readonly TableOfAddresses[]> {
  const read = await chain.readAccounts(tables)
  return tables.flatMap(table => {
    const account = read.get(table)
    if (!account) return []
    const { address, addresses, deactivationSlot, lastExtendedSlot, lastExtendedStartIndex } = decodeLookupTable(
      table,
      account,
    )
    if (deactivationSlot !== null) return []
    // An address is usable from the slot after its addition.
    const isSettled = lastExtendedSlot < account.slot
    return [{ address, addresses: isSettled ? addresses : addresses.slice(0, lastExtendedStartIndex) }]
  })
}
