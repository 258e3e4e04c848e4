import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { TernError } from '@tern/core'

/** A file of records. Each record follows its length and checksum. */
export interface BankJournal {
  /** Takes a copy of the record. */
  append(record: Uint8Array): void
  /** The number of bytes that wait for the disk. */
  waiting(): number
  /**
   * Resolves once all records appended so far are on disk.
   * @throws TernError `practice/journalFailed` if the disk fails, and on every later call.
   */
  flush(): Promise<void>
  /** Writes the waiting records, and closes the file. */
  close(): Promise<void>
  /** Closes the file and drops the waiting records. */
  abandon(): Promise<void>
}

const headSize = 8
/** Initial bytes of the buffer that collects records while the disk is busy. */
const firstRoom = 1 << 16

/** Opens `file` for appending after its first `length` bytes. The rest is cut off. */
export async function openBankJournal(file: string, length: number): Promise<BankJournal> {
  const handle = await open(file, 'a')
  if ((await handle.stat()).size > length) await handle.truncate(length)
  let batch = Buffer.allocUnsafeSlow(firstRoom)
  let used = 0
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined

  /** Writes all records collected while the disk was busy, with a single write and a single sync. */
  async function write(): Promise<void> {
    queued = undefined
    const full = batch.subarray(0, used)
    batch = Buffer.allocUnsafeSlow(Math.max(firstRoom, used))
    used = 0
    try {
      await handle.appendFile(full)
      await handle.datasync()
    } catch (cause) {
      const why = String((cause as NodeJS.ErrnoException).code ?? 'unknown')
      throw new TernError('practice/journalFailed', { file, why }, { cause })
    }
  }

  function flush(): Promise<void> {
    if (used === 0) return queued ?? running
    if (queued === undefined) {
      queued = running.then(write)
      running = queued
      // The awaiting caller receives the failure. This keeps it from being an unhandled rejection as well.
      queued.catch(() => undefined)
    }
    return queued
  }

  return {
    flush,
    waiting: () => used,
    append(record) {
      const needed = used + headSize + record.length
      if (needed > batch.length) {
        const larger = Buffer.allocUnsafeSlow(2 * needed)
        batch.copy(larger, 0, 0, used)
        batch = larger
      }
      batch.writeUInt32LE(record.length, used)
      batch.writeUInt32LE(crc32(record), used + 4)
      batch.set(record, used + headSize)
      used = needed
    },
    async close() {
      try {
        await flush()
      } finally {
        await handle.close()
      }
    },
    async abandon() {
      used = 0
      await running.catch(() => undefined)
      await handle.close()
    },
  }
}

/** The content of a journal. */
export interface FoundRecords {
  /** The whole records before the first damaged record. */
  readonly records: readonly Uint8Array[]
  /** The bytes of these records. */
  readonly length: number
  /**
   * How many whole records follow a damaged record. A crash cuts off the end, so it leaves 0. A damaged disk may leave
   * more.
   */
  readonly lost: number
}

/** Reads the whole records of a journal. */
export function readBankJournal(bytes: Uint8Array): FoundRecords {
  const { records, end } = readRecords(bytes, 0)
  let lost = 0
  for (let at = nextWhole(bytes, end); at !== undefined; ) {
    const more = readRecords(bytes, at)
    lost += more.records.length
    at = nextWhole(bytes, more.end)
  }
  return { records, length: end, lost }
}

/** @returns the record at this position; `undefined` if there is no whole record. */
function recordAt(bytes: Uint8Array, view: DataView, at: number): Uint8Array | undefined {
  if (at + headSize > bytes.length) return undefined
  const length = view.getUint32(at, true)
  // A sector that was never written reads as zeros: an empty record with a valid checksum.
  if (length === 0 || at + headSize + length > bytes.length) return undefined
  const record = bytes.subarray(at + headSize, at + headSize + length)
  return crc32(record) === view.getUint32(at + 4, true) ? record : undefined
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

function readRecords(bytes: Uint8Array, from: number): { records: Uint8Array[]; end: number } {
  const [view, records] = [viewOf(bytes), [] as Uint8Array[]]
  let end = from
  for (let record = recordAt(bytes, view, end); record !== undefined; record = recordAt(bytes, view, end)) {
    records.push(record)
    end += headSize + record.length
  }
  return { records, end }
}

/** How many bytes after a damaged record are searched for the next whole record, and its max length. */
const searched = { bytes: 1 << 20, recordBytes: 1 << 16 }

/** @returns the position of the first whole record after a damaged record at `from`. */
function nextWhole(bytes: Uint8Array, from: number): number | undefined {
  const view = viewOf(bytes)
  // If the damaged record's length is intact, the next record follows it.
  const next = from + headSize <= bytes.length ? from + headSize + view.getUint32(from, true) : bytes.length
  if (recordAt(bytes, view, next) !== undefined) return next
  const until = Math.min(bytes.length - headSize, from + searched.bytes)
  for (let at = from + 1; at < until; at++)
    if (view.getUint32(at, true) <= searched.recordBytes && recordAt(bytes, view, at) !== undefined) return at
  return undefined
}
