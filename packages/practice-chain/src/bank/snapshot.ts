import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { AccountSnapshot, Address } from '@tern/core'
import type { TransactionRecord } from './bank.ts'
import type { BlockRun } from './blocks.ts'
import type { Pace } from './blockTimes.ts'
import { decodeAccount, encodeAccount } from './entry.ts'
import { decodeRecord, encodeRecord } from './recordCodec.ts'

/** The whole state of a chain at a moment. */
export interface ChainState {
  readonly genesisHash: string
  readonly slotsPerEpoch: bigint
  readonly slot: bigint
  readonly unixTimestamp: bigint
  /** The unix timestamp of the epoch's first block. */
  readonly epochStartTimestamp: bigint
  /** How far the chain's clock is ahead of the machine's, in milliseconds. */
  readonly aheadMs: bigint
  /** The slots that have blocks. */
  readonly runs: readonly BlockRun[]
  /** The times of the newest blocks: slot and unix timestamp, oldest first. */
  readonly times: readonly (readonly [bigint, bigint])[]
  /** The pace of later slots; `undefined` if no pace is current. */
  readonly pace: Pace | undefined
  readonly transactionCount: bigint
  /** A client may have seen slots up to this slot. */
  readonly reservedSlot: bigint
  /** The first slot from which every transaction is among the records. */
  readonly completeFrom: bigint
  readonly accounts: Iterable<readonly [Address, AccountSnapshot]>
  /** Hashes of messages that must not land again, and their slots. */
  readonly statuses: Iterable<readonly [string, bigint]>
  /** Oldest first. */
  readonly records: Iterable<TransactionRecord>
}

type Head = Omit<ChainState, 'accounts' | 'statuses' | 'records'>

const version = 1
/** Values for fields that earlier versions did not write. */
const leftOut = { runs: [], times: [], pace: undefined, aheadMs: 0n, epochStartTimestamp: 0n }
/** Earlier versions wrote `status` and `record` for `landed` and `transaction`. */
const tags = { head: 1, account: 2, status: 3, record: 4, end: 5, landed: 6, transaction: 7 } as const
const partHead = 5
const chunkSize = 1 << 17

function* partsOf({ accounts, statuses, records, ...head }: ChainState): Iterable<readonly [number, Uint8Array]> {
  yield [tags.head, serialize({ version, ...head })]
  for (const [address, account] of accounts) {
    const slot = Buffer.alloc(8)
    slot.writeBigUInt64LE(account.slot)
    yield [tags.account, Buffer.concat([slot, encodeAccount(address, account)])]
  }
  for (const [hash, slot] of statuses) {
    const landed = Buffer.alloc(8)
    landed.writeBigUInt64LE(slot)
    yield [tags.landed, Buffer.concat([landed, Buffer.from(hash, 'base64')])]
  }
  for (const record of records) yield [tags.transaction, encodeRecord(record)]
}

/**
 * Encodes the state as a file's content: parts with a tag and a length, and a checksum of all at the end.
 * The chunks are small, so that encoding a chunk does not block other work for long.
 */
export function* encodeSnapshot(state: ChainState): Iterable<Uint8Array> {
  let checksum = 0
  let chunk = Buffer.allocUnsafe(2 * chunkSize)
  let used = 0
  const put = (tag: number, content: Uint8Array) => {
    const size = partHead + content.length
    if (used + size > chunk.length) chunk = Buffer.concat([chunk], used + size + chunkSize)
    chunk[used] = tag
    chunk.writeUInt32LE(content.length, used + 1)
    chunk.set(content, used + partHead)
    used += size
  }
  for (const [tag, content] of partsOf(state)) {
    put(tag, content)
    if (used < chunkSize) continue
    const full = chunk.subarray(0, used)
    checksum = crc32(full, checksum)
    yield full
    chunk = Buffer.allocUnsafe(2 * chunkSize)
    used = 0
  }
  checksum = crc32(chunk.subarray(0, used), checksum)
  const end = Buffer.alloc(4)
  end.writeUInt32LE(checksum)
  put(tags.end, end)
  yield chunk.subarray(0, used)
}

/** Decodes a file's content; `undefined` if it is not whole, or has another version. */
export function decodeSnapshot(bytes: Uint8Array): ChainState | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let head: (Head & { version: number }) | undefined
  const accounts: [Address, AccountSnapshot][] = []
  const statuses: (readonly [string, bigint])[] = []
  const records: TransactionRecord[] = []
  let at = 0
  while (at + partHead <= bytes.length) {
    const end = at + partHead + view.getUint32(at + 1, true)
    if (end > bytes.length) return undefined
    const content = bytes.subarray(at + partHead, end)
    switch (bytes[at]) {
      case tags.head:
        head = deserialize(content) as Head & { version: number }
        if (head.version !== version) return undefined
        break
      case tags.account: {
        const { address, content: account } = decodeAccount(content.subarray(8))
        accounts.push([address, { ...account, slot: view.getBigUint64(at + partHead, true) }])
        break
      }
      case tags.landed:
        statuses.push([Buffer.from(content.subarray(8)).toString('base64'), view.getBigUint64(at + partHead, true)])
        break
      case tags.transaction: {
        const record = decodeRecord(new Uint8Array(content))
        if (record === undefined) return undefined
        records.push(record)
        break
      }
      case tags.status:
        statuses.push(deserialize(content) as [string, bigint])
        break
      case tags.record:
        records.push(deserialize(content) as TransactionRecord)
        break
      case tags.end: {
        const isWhole = crc32(bytes.subarray(0, at)) === view.getUint32(at + partHead, true)
        return isWhole && head !== undefined ? { ...leftOut, ...head, accounts, statuses, records } : undefined
      }
    }
    at = end
  }
  return undefined
}
