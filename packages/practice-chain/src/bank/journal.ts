import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { TernError } from '@tern/core/serverErrors'

/** A file of records, each with its length and its checksum before it. */
export interface Journal {
  /** Takes a copy. */
  append(record: Uint8Array): void
  /** How many bytes wait for the disk. */
  waiting(): number
  /** Resolves once everything appended so far is on disk. @throws TernError `practice/journalFailed`, from then on always. */
  flush(): Promise<void>
  /** Writes what waits, and closes the file. */
  close(): Promise<void>
  /** Closes the file without what waits. */
  abandon(): Promise<void>
}

const headSize = 8
/** For what gathers while the disk is busy, at first. */
const firstRoom = 1 << 16

/** Opens `file` for appending behind its first `length` bytes; what follows them is cut off. */
export async function openJournal(file: string, length: number): Promise<Journal> {
  const handle = await open(file, 'a')
  if ((await handle.stat()).size > length) await handle.truncate(length)
  let batch = Buffer.allocUnsafeSlow(firstRoom)
  let used = 0
  let running: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined

  /** All that has gathered while the disk was busy, with one write and one sync. */
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
      // Whoever awaits it hears of a failure; nobody else has to.
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

/** What a journal holds. */
export interface FoundRecords {
  /** The whole records up to the first that is not. */
  readonly records: readonly Uint8Array[]
  /** How many bytes those take. */
  readonly length: number
  /** How many whole records follow behind one that is not. A crash tears off the end and leaves none; a damaged disk does. */
  readonly lost: number
}

/** Reads the whole records in a journal. */
export function readJournal(bytes: Uint8Array): FoundRecords {
  const { records, end } = readRecords(bytes, 0)
  let lost = 0
  for (let at = nextWhole(bytes, end); at !== undefined; ) {
    const more = readRecords(bytes, at)
    lost += more.records.length
    at = nextWhole(bytes, more.end)
  }
  return { records, length: end, lost }
}

/** @returns the record that begins there; `undefined` if none does, or not all of it is there. */
function recordAt(bytes: Uint8Array, view: DataView, at: number): Uint8Array | undefined {
  if (at + headSize > bytes.length) return undefined
  const length = view.getUint32(at, true)
  // Zeros, as of a sector that was never written, would be an empty record with its checksum.
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

/** How far behind a damaged record the next whole one is looked for, and how long it may be. */
const searched = { bytes: 1 << 20, recordBytes: 1 << 16 }

/** @returns where the first whole record begins behind one at `from` that is not. */
function nextWhole(bytes: Uint8Array, from: number): number | undefined {
  const view = viewOf(bytes)
  // If its length is not damaged, the next one follows it.
  const next = from + headSize <= bytes.length ? from + headSize + view.getUint32(from, true) : bytes.length
  if (recordAt(bytes, view, next) !== undefined) return next
  const until = Math.min(bytes.length - headSize, from + searched.bytes)
  for (let at = from + 1; at < until; at++)
    if (view.getUint32(at, true) <= searched.recordBytes && recordAt(bytes, view, at) !== undefined) return at
  return undefined
}
