import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** A slot that began, and the run of consecutive blocks that it continues. */
export interface Newest {
  readonly slot: bigint
  /** The first slot of the run of blocks. */
  readonly run: bigint
}

/** Keeps the newest slot in a file of its own. */
export interface NewestSlot {
  /** The file's entry at the start; `undefined` if the file held no whole entry. */
  readonly found: Newest | undefined
  /** Overwrites the file's entry. If the disk fails, the file keeps an earlier slot. */
  note(newest: Newest): void
  close(): void
}

const numbersSize = 16
const size = numbersSize + 4

/**
 * Opens the file, and creates it if it does not exist.
 * The file is written for each slot and never synced, because a sync for each slot would keep an idle chain's disk
 * busy.
 * It survives a kill of the process. After a power cut it may hold an earlier slot.
 */
export function openNewestSlot(file: string): NewestSlot {
  const descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o644)
  let isOpen = true
  const bytes = Buffer.alloc(size)
  const isRead = readSync(descriptor, bytes, 0, size, 0) === size
  const isWhole = isRead && crc32(bytes.subarray(0, numbersSize)) === bytes.readUInt32LE(numbersSize)
  return {
    found: isWhole ? { run: bytes.readBigUInt64LE(0), slot: bytes.readBigUInt64LE(8) } : undefined,
    note({ run, slot }) {
      // After closing, the descriptor may belong to another file.
      if (!isOpen) return
      bytes.writeBigUInt64LE(run, 0)
      bytes.writeBigUInt64LE(slot, 8)
      bytes.writeUInt32LE(crc32(bytes.subarray(0, numbersSize)), numbersSize)
      try {
        writeSync(descriptor, bytes, 0, size, 0)
      } catch {
        // The next slot is written again. If the process ends before, the empty blocks since the journal's last entry
        // are lost.
      }
    },
    close() {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}
