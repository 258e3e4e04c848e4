import { createHash } from 'node:crypto'
import { lastValidBlockHeight } from './blockhashes.ts'

/** Which messages landed while their blockhash can still be used, so that none lands twice. */
export interface StatusCache {
  has(message: Uint8Array): boolean
  add(message: Uint8Array, slot: bigint): void
  /** Forgets what can no longer come again. */
  prune(slot: bigint): void
  entries(): Iterable<readonly [string, bigint]>
  restore(hash: string, slot: bigint): void
}

const messageHash = (message: Uint8Array): string => createHash('sha256').update(message).digest('base64')

export function createStatusCache(): StatusCache {
  const slots = new Map<string, bigint>()
  const restore = (hash: string, slot: bigint) => {
    slots.set(hash, slot)
  }
  return {
    restore,
    has: message => slots.has(messageHash(message)),
    add: (message, slot) => restore(messageHash(message), slot),
    prune(slot) {
      // The oldest come first.
      for (const [hash, landed] of slots) {
        if (lastValidBlockHeight(landed) >= slot) return
        slots.delete(hash)
      }
    },
    entries: () => slots.entries(),
  }
}
