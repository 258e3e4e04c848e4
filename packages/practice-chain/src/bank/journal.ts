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

/** The whole records in a journal, and how many bytes they take; what a crash tore off behind them is not in it. */
export function readJournal(bytes: Uint8Array): { readonly records: readonly Uint8Array[]; readonly length: number } {
  const records: Uint8Array[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = 0
  while (at + headSize <= bytes.length) {
    const end = at + headSize + view.getUint32(at, true)
    const record = bytes.subarray(at + headSize, end)
    if (end > bytes.length || crc32(record) !== view.getUint32(at + 4, true)) break
    records.push(record)
    at = end
  }
  return { records, length: at }
}
