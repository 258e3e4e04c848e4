import { type Address, address, bool, struct, u64 } from '@tern/core'
import type { AccountContent } from './bank.ts'

/** What the journal holds: everything that changed the state, in order. */
export type Entry =
  /** What follows happened in this slot. */
  | { readonly kind: 'slot'; readonly slot: bigint; readonly unixTimestamp: bigint }
  /** `outcome` is a checksum of what came of it. */
  | { readonly kind: 'transaction'; readonly outcome: Uint8Array; readonly wire: Uint8Array }
  | { readonly kind: 'account'; readonly address: Address; readonly content: AccountContent }
  /** Slots up to this one may have been seen by somebody. */
  | { readonly kind: 'reserved'; readonly slot: bigint }

const tags = { slot: 1, transaction: 2, account: 3, reserved: 4 } as const
export const outcomeSize = 8

const accountLayout = struct('JournalledAccount', 73, { address, owner: address, lamports: u64, executable: bool })

export function encodeAccount(accountAddress: Address, content: AccountContent): Uint8Array {
  const head = accountLayout.encode({ address: accountAddress, ...content })
  return Buffer.concat([head, content.data])
}

export function decodeAccount(bytes: Uint8Array): { readonly address: Address; readonly content: AccountContent } {
  const { address: accountAddress, ...rest } = accountLayout.decode(bytes, 'atLeast')
  return { address: accountAddress, content: { ...rest, data: new Uint8Array(bytes.subarray(accountLayout.size)) } }
}

function u64s(...values: readonly bigint[]): Uint8Array {
  const bytes = new Uint8Array(8 * values.length)
  const view = new DataView(bytes.buffer)
  for (const [i, value] of values.entries()) view.setBigUint64(8 * i, value, true)
  return bytes
}

export function encodeEntry(entry: Entry): Uint8Array {
  const tag = Uint8Array.of(tags[entry.kind])
  switch (entry.kind) {
    case 'slot':
      return Buffer.concat([tag, u64s(entry.slot, entry.unixTimestamp)])
    case 'transaction':
      return Buffer.concat([tag, entry.outcome, entry.wire])
    case 'account':
      return Buffer.concat([tag, encodeAccount(entry.address, entry.content)])
    case 'reserved':
      return Buffer.concat([tag, u64s(entry.slot)])
  }
}

/** `undefined` for what no version of this program wrote. */
export function decodeEntry(bytes: Uint8Array): Entry | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  switch (bytes[0]) {
    case tags.slot:
      return { kind: 'slot', slot: view.getBigUint64(1, true), unixTimestamp: view.getBigUint64(9, true) }
    case tags.transaction:
      return {
        kind: 'transaction',
        outcome: bytes.subarray(1, 1 + outcomeSize),
        wire: new Uint8Array(bytes.subarray(1 + outcomeSize)),
      }
    case tags.account:
      return { kind: 'account', ...decodeAccount(bytes.subarray(1)) }
    case tags.reserved:
      return { kind: 'reserved', slot: view.getBigUint64(1, true) }
    default:
      return undefined
  }
}
