import { hash as digest } from 'node:crypto'

/** The messages that have landed and whose blockhash is still valid, so that no message lands twice. */
export interface StatusCache {
  has(message: Uint8Array): boolean
  add(message: Uint8Array, slot: bigint): void
  /** Forgets messages that landed before `oldest`. */
  prune(oldest: bigint): void
  /**
   * Forgets messages that landed after `slot`.
   * @returns their number.
   */
  abandon(slot: bigint): bigint
  entries(): Iterable<readonly [string, bigint]>
  restore(hash: string, slot: bigint): void
}

export function createStatusCache(): StatusCache {
  const slots = new Map<string, bigint>()
  let last: { readonly message: Uint8Array; readonly hash: string } | undefined
  /** Keeps the last hash, because a caller that looks up a message adds it next. */
  function messageHash(message: Uint8Array): string {
    if (message !== last?.message) last = { message, hash: digest('sha256', message, 'base64') }
    return last.hash
  }
  const restore = (hash: string, slot: bigint) => {
    slots.set(hash, slot)
  }
  return {
    restore,
    has: message => slots.has(messageHash(message)),
    add: (message, slot) => restore(messageHash(message), slot),
    prune(oldest) {
      // The oldest come first.
      for (const [hash, landed] of slots) {
        if (landed >= oldest) return
        slots.delete(hash)
      }
    },
    abandon(slot) {
      const abandoned = [...slots].filter(([, landed]) => landed > slot)
      for (const [hash] of abandoned) slots.delete(hash)
      return BigInt(abandoned.length)
    },
    entries: () => slots.entries(),
  }
}
