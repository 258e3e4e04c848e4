import { type AccountSnapshot, type Address, address, bool, struct, u64 } from '@tern/core'
import type { AccountContent } from './bank.ts'

/** What the journal holds: everything that changed the state, in order. */
export type Entry =
  /** What follows happened in this slot; all slots before it have blocks. */
  | { readonly kind: 'slot'; readonly slot: bigint; readonly unixTimestamp: bigint }
  /** The same, but no slot in between has a block. The chain's clock is `aheadMs` ahead of the machine's from then on. */
  | { readonly kind: 'travel'; readonly slot: bigint; readonly unixTimestamp: bigint; readonly aheadMs: bigint }
  /** All that came after `parent` is undone: the accounts that it had changed are again what `accounts` says. */
  | {
      readonly kind: 'fork'
      readonly parent: bigint
      readonly slot: bigint
      readonly unixTimestamp: bigint
      readonly epochStartTimestamp: bigint
      readonly accounts: ReadonlyMap<Address, AccountSnapshot | null>
    }
  /** `outcome` is a checksum of what came of it. */
  | { readonly kind: 'transaction'; readonly outcome: Uint8Array; readonly wire: Uint8Array }
  | { readonly kind: 'account'; readonly address: Address; readonly content: AccountContent }
  /** Slots up to this one may have been seen by somebody. */
  | { readonly kind: 'reserved'; readonly slot: bigint }

const tags = { slot: 1, transaction: 2, account: 3, reserved: 4, travel: 5, fork: 6 } as const
export const outcomeSize = 8

const nothing: AccountContent = {
  owner: '11111111111111111111111111111111' as Address,
  lamports: 0n,
  executable: false,
  data: new Uint8Array(),
}
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

/** An account of a fork: its length, its slot, and what it was; no lamports when it was not there. */
function encodeForkAccount(accountAddress: Address, account: AccountSnapshot | null): Uint8Array {
  const content = encodeAccount(accountAddress, account ?? nothing)
  const head = new Uint8Array(12)
  const view = new DataView(head.buffer)
  view.setUint32(0, content.length, true)
  view.setBigUint64(4, account?.slot ?? 0n, true)
  return Buffer.concat([head, content])
}

function decodeForkAccounts(bytes: Uint8Array): Map<Address, AccountSnapshot | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const accounts = new Map<Address, AccountSnapshot | null>()
  for (let at = 0; at < bytes.length; ) {
    const end = at + 12 + view.getUint32(at, true)
    const { address: accountAddress, content } = decodeAccount(bytes.subarray(at + 12, end))
    const isThere = content.lamports > 0n
    accounts.set(accountAddress, isThere ? { ...content, slot: view.getBigUint64(at + 4, true) } : null)
    at = end
  }
  return accounts
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
    case 'travel':
      return Buffer.concat([tag, u64s(entry.slot, entry.unixTimestamp, entry.aheadMs)])
    case 'fork': {
      const { parent, slot, unixTimestamp, epochStartTimestamp, accounts } = entry
      const encoded = [...accounts].map(([of, account]) => encodeForkAccount(of, account))
      return Buffer.concat([tag, u64s(parent, slot, unixTimestamp, epochStartTimestamp), ...encoded])
    }
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
    case tags.travel:
      return {
        kind: 'travel',
        slot: view.getBigUint64(1, true),
        unixTimestamp: view.getBigUint64(9, true),
        aheadMs: view.getBigInt64(17, true),
      }
    case tags.fork:
      return {
        kind: 'fork',
        parent: view.getBigUint64(1, true),
        slot: view.getBigUint64(9, true),
        unixTimestamp: view.getBigUint64(17, true),
        epochStartTimestamp: view.getBigUint64(25, true),
        accounts: decodeForkAccounts(bytes.subarray(33)),
      }
    case tags.reserved:
      return { kind: 'reserved', slot: view.getBigUint64(1, true) }
    default:
      return undefined
  }
}
