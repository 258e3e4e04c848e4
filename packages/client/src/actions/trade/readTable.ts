import type { TableOfAddresses } from '@tern/chain'
import { decodeLookupTable } from '@tern/core'
import type { Client } from '../../client.ts'

/** What of the client's table can be used now; nothing where there is none, or it is given up. */
export async function readTable({ chain, lookupTable }: Client): Promise<TableOfAddresses | undefined> {
  if (lookupTable === undefined) return undefined
  const account = (await chain.readAccounts([lookupTable])).get(lookupTable)
  if (!account) return undefined
  const { address, addresses, deactivationSlot, lastExtendedSlot, lastExtendedStartIndex } = decodeLookupTable(
    lookupTable,
    account,
  )
  if (deactivationSlot !== null) return undefined
  // What was added in a slot can be named from the next one on.
  const isSettled = lastExtendedSlot < account.slot
  return { address, addresses: isSettled ? addresses : addresses.slice(0, lastExtendedStartIndex) }
}
