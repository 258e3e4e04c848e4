import { type Address, addressLookupTableProgram, systemProgram } from '@tern/core'
import { addressBytes, lookupTableHeaderLayout } from '@tern/core/internal'
import { sharedAccounts } from '@tern/venues/internal/sharedAccounts'
import { deriveKey } from './deriveKey.ts'
import { type Genesis, placeAccount } from './genesis.ts'

/** The address of the lookup table in the world of `seed`. */
export async function lookupTableAddress(seed: string): Promise<Address> {
  return (await deriveKey(seed, 'lookup table')).address
}

/** Encodes a lookup table. It has no authority, so it never changes. */
export function encodeLookupTable(addresses: readonly Address[]): Uint8Array {
  const header = lookupTableHeaderLayout.encode({
    type: 1,
    deactivationSlot: 2n ** 64n - 1n,
    lastExtendedSlot: 0n,
    lastExtendedStartIndex: 0,
    hasAuthority: false,
    authority: systemProgram,
    padding: new Uint8Array(2),
  })
  return Uint8Array.from([...header, ...addresses.flatMap(address => [...addressBytes(address)])])
}

/** Places a lookup table with the accounts that trades share. */
export async function placeLookupTable(genesis: Genesis, seed: string): Promise<void> {
  placeAccount(genesis, await lookupTableAddress(seed), {
    owner: addressLookupTableProgram,
    data: encodeLookupTable(sharedAccounts),
  })
}
