import type { TableOfAddresses } from '@tern/chain/internal'
import { decodeLookupTable } from '@tern/core'
import type { Client } from '../../client.ts'

/** Reads the usable addresses of the client's lookup table. `undefined`: there is no table, or it was deactivated. */
export async function readTable({ chain, lookupTable }: Client): Promise<TableOfAddresses | undefined> {
  if (lookupTable === undefined) return undefined
  const account = (await chain.readAccounts([lookupTable])).get(lookupTable)
  if (!account) return undefined
  const { address, addresses, deactivationSlot, lastExtendedSlot, lastExtendedStartIndex } = decodeLookupTable(
    lookupTable,
    account,
  )
  if (deactivationSlot !== null) return undefined
  // An address is usable from the slot after its addition.
  const isSettled = lastExtendedSlot < account.slot
  return { address, addresses: isSettled ? addresses : addresses.slice(0, lastExtendedStartIndex) }
}
