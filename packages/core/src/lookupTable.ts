import type { Address } from '@solana/addresses'
import type { AccountSnapshot } from './account.ts'
import { addressLookupTableProgram } from './addresses.ts'
import { TernError } from './errors.ts'
import { address, array, bool, bytes, struct, u8, u32, u64 } from './layout.ts'

/**
 * The 56 bytes before the addresses (`LOOKUP_TABLE_META_SIZE`).
 * If `hasAuthority` is false, bincode writes no authority, so `authority` and `padding` hold other bytes.
 */
export const lookupTableHeaderLayout = struct('AddressLookupTable', 56, {
  type: u32,
  deactivationSlot: u64,
  lastExtendedSlot: u64,
  lastExtendedStartIndex: u8,
  hasAuthority: bool,
  authority: address,
  padding: bytes(2),
})

const active = 2n ** 64n - 1n

/** An address lookup table: addresses that a v0 message names by a byte. */
export interface LookupTable {
  readonly address: Address
  /** The slot of the table's deactivation; `null` while it is in use. */
  readonly deactivationSlot: bigint | null
  readonly lastExtendedSlot: bigint
  /** In slot `lastExtendedSlot` itself, only the addresses before this index can be used. */
  readonly lastExtendedStartIndex: number
  readonly authority: Address | null
  readonly addresses: readonly Address[]
}

/**
 * Decodes an address lookup table.
 *
 * @throws TernError `layout/wrongOwner`, `layout/wrongSize`, `layout/invalidValue`.
 * @example
 * decodeLookupTable(tableAddress, account).addresses.length // 0 to 256
 */
export function decodeLookupTable(tableAddress: Address, account: AccountSnapshot): LookupTable {
  const { name, size } = lookupTableHeaderLayout
  const { owner, data } = account
  if (owner !== addressLookupTableProgram)
    throw new TernError('layout/wrongOwner', { layout: name, expected: addressLookupTableProgram, actual: owner })
  const header = lookupTableHeaderLayout.decode(data, 'atLeast')
  if (header.type !== 1) throw new TernError('layout/invalidValue', { field: 'type', value: String(header.type) })
  const count = (data.length - size) / 32
  if (!Number.isInteger(count) || count > 256)
    throw new TernError('layout/wrongSize', {
      layout: name,
      expected: size + 32 * Math.floor(count),
      actual: data.length,
    })
  return {
    address: tableAddress,
    deactivationSlot: header.deactivationSlot === active ? null : header.deactivationSlot,
    lastExtendedSlot: header.lastExtendedSlot,
    lastExtendedStartIndex: header.lastExtendedStartIndex,
    authority: header.hasAuthority ? header.authority : null,
    addresses: array(address, count).read(new DataView(data.buffer, data.byteOffset, data.length), size),
  }
}
