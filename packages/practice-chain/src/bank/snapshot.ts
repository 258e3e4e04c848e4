import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import type { AccountSnapshot, Address } from '@tern/core'
import type { TransactionRecord } from './bank.ts'
import { decodeAccount, encodeAccount } from './entry.ts'

/** The whole state of a chain at one moment. */
export interface ChainState {
  readonly genesisHash: string
  readonly slotsPerEpoch: bigint
  readonly slot: bigint
  readonly unixTimestamp: bigint
  readonly transactionCount: bigint
  /** Slots up to this one may have been seen by somebody. */
  readonly reservedSlot: bigint
  readonly accounts: Iterable<readonly [Address, AccountSnapshot]>
  /** Messages that cannot land again, and when they did. */
  readonly statuses: Iterable<readonly [string, bigint]>
  /** Oldest first. */
  readonly records: Iterable<TransactionRecord>
}

type Head = Omit<ChainState, 'accounts' | 'statuses' | 'records'>

const version = 1
const tags = { head: 1, account: 2, status: 3, record: 4, end: 5 } as const
const partHead = 5

/** The state as a file's content, piece by piece: each with a tag and its length, at last a checksum of all. */
export function* encodeSnapshot(state: ChainState): Iterable<Uint8Array> {
  let checksum = 0
  const part = (tag: number, content: Uint8Array): Uint8Array => {
    const bytes = Buffer.alloc(partHead + content.length)
    bytes[0] = tag
    bytes.writeUInt32LE(content.length, 1)
    bytes.set(content, partHead)
    checksum = crc32(bytes, checksum)
    return bytes
  }
  const { accounts, statuses, records, ...head } = state
  yield part(tags.head, serialize({ version, ...head }))
  for (const [address, account] of accounts) {
    const slotBytes = Buffer.alloc(8)
    slotBytes.writeBigUInt64LE(account.slot)
    yield part(tags.account, Buffer.concat([slotBytes, encodeAccount(address, account)]))
  }
  for (const status of statuses) yield part(tags.status, serialize(status))
  for (const record of records) yield part(tags.record, serialize(record))
  const end = Buffer.alloc(4)
  end.writeUInt32LE(checksum)
  yield part(tags.end, end)
}

/** The state in a file's content; `undefined` when it is not whole, or of another version. */
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
      case tags.status:
        statuses.push(deserialize(content) as [string, bigint])
        break
      case tags.record:
        records.push(deserialize(content) as TransactionRecord)
        break
      case tags.end: {
        const isWhole = crc32(bytes.subarray(0, at)) === view.getUint32(at + partHead, true)
        return isWhole && head !== undefined ? { ...head, accounts, statuses, records } : undefined
      }
    }
    at = end
  }
  return undefined
}
