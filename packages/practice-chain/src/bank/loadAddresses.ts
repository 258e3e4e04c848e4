import { type AccountSnapshot, type Address, addressLookupTableProgram, encodeBase58 } from '@tern/core'
import { lookupTableHeaderLayout, upgradeableLoader } from '@tern/core/internal'
import { reservedAddresses } from './reservedAddresses.ts'
import { isWritableIndex, type WireMessage } from './wire.ts'

export interface LoadedAddresses {
  readonly writable: readonly Address[]
  readonly readonly: readonly Address[]
}

/**
 * Resolves the addresses that the message takes from lookup tables.
 * Missing addresses are left out: the runtime refuses such a transaction, so the list is not used.
 */
export function loadAddresses(
  { lookups }: WireMessage,
  read: (address: Address) => AccountSnapshot | null,
): LoadedAddresses {
  const loaded = { writable: [] as Address[], readonly: [] as Address[] }
  for (const { table, writable, readonly } of lookups) {
    const account = read(table)
    if (account?.owner !== addressLookupTableProgram) continue
    for (const index of writable) push(loaded.writable, account.data, index)
    for (const index of readonly) push(loaded.readonly, account.data, index)
  }
  return loaded
}

function push(list: Address[], data: Uint8Array, index: number): void {
  const at = lookupTableHeaderLayout.size + 32 * index
  if (at + 32 <= data.length) list.push(encodeBase58(data.subarray(at, at + 32)) as Address)
}

/**
 * Positions that the message locks for writing, in the list of its own and its loaded addresses.
 * The runtime grants fewer locks than the message asks for: reserved addresses stay readonly.
 * Called programs stay readonly too, unless the upgradeable loader is among the accounts.
 */
export function writablePositions(message: WireMessage, loaded: LoadedAddresses): readonly number[] {
  const own = message.accounts.length
  const accounts = [...message.accounts, ...loaded.writable]
  const isLoaderThere = accounts.includes(upgradeableLoader) || loaded.readonly.includes(upgradeableLoader)
  const called = new Set(isLoaderThere ? [] : message.instructions.map(({ programIndex }) => programIndex))
  const isAsked = (position: number) => position >= own || isWritableIndex(message, position)
  return accounts
    .map((_, position) => position)
    .filter(i => isAsked(i) && !called.has(i) && !reservedAddresses.has(accounts[i] as Address))
}
