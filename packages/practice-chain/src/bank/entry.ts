import { type AccountSnapshot, type Address, encodeBase58 } from '@tern/core'
import { addressBytes, readAddress } from '@tern/core/internal'
import type { AccountContent, TransactionRecord } from './bank.ts'
import type { Pace } from './blockTimes.ts'
import { ByteReader, ByteWriter } from './byteWriter.ts'
import type { Change } from './execution.ts'
import { decodeRecord, encodeRecord } from './recordCodec.ts'

/** An entry of the journal. The journal holds every change of the state, in order. */
export type Entry =
  /** A slot began, and later entries belong to it. All slots since the previous slot entry have blocks. */
  | { readonly kind: 'slot'; readonly slot: bigint; readonly unixTimestamp: bigint }
  /**
   * Like `slot`. The times of later slots follow the pace until it ends.
   * It ends with the next pace, or when slots are skipped or undone.
   */
  | ({ readonly kind: 'pace'; readonly unixTimestamp: bigint } & Pace)
  /**
   * Like `slot`, but the slots between have no blocks. From here, the chain's clock is `aheadMs` ahead of the
   * machine's.
   */
  | { readonly kind: 'travel'; readonly slot: bigint; readonly unixTimestamp: bigint; readonly aheadMs: bigint }
  /** Everything after `parent` is undone: the accounts that it changed are again as `accounts` says. */
  | {
      readonly kind: 'fork'
      readonly parent: bigint
      readonly slot: bigint
      readonly unixTimestamp: bigint
      readonly accounts: ReadonlyMap<Address, AccountSnapshot | null>
    }
  /**
   * A transaction with its results.
   * A replay runs nothing, so it gives the same state even if the programs have changed meanwhile.
   */
  | { readonly kind: 'transaction'; readonly record: TransactionRecord; readonly changes: readonly Change[] }
  | { readonly kind: 'account'; readonly address: Address; readonly content: AccountContent }
  /** A client may have seen slots up to this slot. */
  | { readonly kind: 'reserved'; readonly slot: bigint }

/** Tag 2 was a transaction without its results. */
const tags = { slot: 1, account: 3, reserved: 4, travel: 5, fork: 6, transaction: 7, pace: 8 } as const

const nothing: AccountContent = {
  owner: '11111111111111111111111111111111' as Address,
  lamports: 0n,
  executable: false,
  data: new Uint8Array(),
}
/** Address, owner, lamports, executable flag. The data follows. */
const accountHead = 73
export function encodeAccount(address: Address, { owner, lamports, executable, data }: AccountContent): Uint8Array {
  const bytes = Buffer.allocUnsafe(accountHead + data.length)
  bytes.set(addressBytes(address), 0)
  bytes.set(addressBytes(owner), 32)
  bytes.writeBigUInt64LE(lamports, 64)
  bytes[72] = executable ? 1 : 0
  bytes.set(data, accountHead)
  return bytes
}

export function decodeAccount(from: Uint8Array): { readonly address: Address; readonly content: AccountContent } {
  const bytes = Buffer.from(from.buffer, from.byteOffset, from.length)
  const address = encodeBase58(bytes.subarray(0, 32)) as Address
  const owner = readAddress(new DataView(bytes.buffer, bytes.byteOffset + 32, 32), 0)
  const data = new Uint8Array(bytes.subarray(accountHead))
  return { address, content: { owner, lamports: bytes.readBigUInt64LE(64), executable: bytes[72] === 1, data } }
}

function u64s(...values: readonly bigint[]): Uint8Array {
  const bytes = new Uint8Array(8 * values.length)
  const view = new DataView(bytes.buffer)
  for (const [i, value] of values.entries()) view.setBigUint64(8 * i, value, true)
  return bytes
}

/** Encodes an account of a fork: length, slot, content. Zero lamports mean that the account did not exist. */
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

const writer = new ByteWriter()

function encodeTransaction(record: TransactionRecord, changes: readonly Change[]): Uint8Array {
  const encoded = encodeRecord(record)
  writer.clear().u8(tags.transaction).sized(encoded)
  writer.list(changes, ({ address: changed, content }) => {
    const { owner, lamports, executable, data } = content ?? nothing
    writer.address(changed).address(owner).u64(lamports)
    writer.u8(executable ? 1 : 0).sized(data)
  })
  return writer.view()
}

function decodeTransaction(bytes: Uint8Array): Entry | undefined {
  const reader = new ByteReader(bytes)
  const record = decodeRecord(reader.sized())
  if (record === undefined) return undefined
  const addressOf = () => encodeBase58(reader.fixed(32)) as Address
  const changes = reader.list((): Change => {
    const [changed, owner, lamports] = [addressOf(), addressOf(), reader.u64()]
    const [executable, data] = [reader.u8() === 1, reader.sized()]
    return { address: changed, content: lamports === 0n ? null : { owner, lamports, executable, data } }
  })
  return { kind: 'transaction', record, changes }
}

/** Encodes an entry. The bytes stay valid until the next entry is encoded. */
export function encodeEntry(entry: Entry): Uint8Array {
  const tag = Uint8Array.of(tags[entry.kind])
  switch (entry.kind) {
    case 'slot':
      return Buffer.concat([tag, u64s(entry.slot, entry.unixTimestamp)])
    case 'pace':
      return Buffer.concat([tag, u64s(entry.slot, entry.unixTimestamp, entry.unixMs, entry.msOfSlot)])
    case 'transaction':
      return encodeTransaction(entry.record, entry.changes)
    case 'account':
      return Buffer.concat([tag, encodeAccount(entry.address, entry.content)])
    case 'travel':
      return Buffer.concat([tag, u64s(entry.slot, entry.unixTimestamp, entry.aheadMs)])
    case 'fork': {
      const { parent, slot, unixTimestamp, accounts } = entry
      const encoded = [...accounts].map(([of, account]) => encodeForkAccount(of, account))
      return Buffer.concat([tag, u64s(parent, slot, unixTimestamp), ...encoded])
    }
    case 'reserved':
      return Buffer.concat([tag, u64s(entry.slot)])
  }
}

/** Decodes an entry; `undefined` if its tag is unknown. */
export function decodeEntry(bytes: Uint8Array): Entry | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  switch (bytes[0]) {
    case tags.slot:
      return { kind: 'slot', slot: view.getBigUint64(1, true), unixTimestamp: view.getBigUint64(9, true) }
    case tags.pace:
      return {
        kind: 'pace',
        slot: view.getBigUint64(1, true),
        unixTimestamp: view.getBigUint64(9, true),
        unixMs: view.getBigUint64(17, true),
        msOfSlot: view.getBigUint64(25, true),
      }
    case tags.transaction:
      return decodeTransaction(bytes.subarray(1))
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
        accounts: decodeForkAccounts(bytes.subarray(25)),
      }
    case tags.reserved:
      return { kind: 'reserved', slot: view.getBigUint64(1, true) }
    default:
      return undefined
  }
}
