import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** A slot that began, and where the blocks before it without a gap begin. */
export interface Newest {
  readonly slot: bigint
  /** The first slot of the run of blocks. */
  readonly run: bigint
}

/** Keeps the newest slot that began in a file of its own. */
export interface NewestSlot {
  /** The file's entry at the start; `undefined` if it held no whole entry. */
  readonly found: Newest | undefined
  /** Writes over what the file holds. If the disk does not take it, the file keeps an earlier slot. */
  note(newest: Newest): void
  close(): void
}

const numbersSize = 16
const size = numbersSize + 4

/**
 * Opens the file, and makes it when it is not there. The file is written for each slot and never synced, because a sync for each slot
 * would keep the disk of an idle chain busy. It outlives the process; after a power cut it may hold an earlier slot.
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
      // Another file may have the descriptor by then.
      if (!isOpen) return
      bytes.writeBigUInt64LE(run, 0)
      bytes.writeBigUInt64LE(slot, 8)
      bytes.writeUInt32LE(crc32(bytes.subarray(0, numbersSize)), numbersSize)
      try {
        writeSync(descriptor, bytes, 0, size, 0)
      } catch {
        // The next slot is written again. If the process ends before, empty blocks since the journal's last entry are forgotten.
      }
    },
    close() {
      if (isOpen) closeSync(descriptor)
      isOpen = false
    },
  }
}
