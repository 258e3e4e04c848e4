import type { AccountSnapshot, Address } from '@tern/core'
import { maxSlotsBehind } from './slotCheck.ts'

/** Max age of a cached account without a live subscription. */
const accountMaxAgeMs = 5000
/** Max age with a live subscription. */
const followedMaxAgeMs = 180_000
/** Max age of a settled account. It replaces the max age that a reading asks for. */
const settledMaxAgeMs = 600_000
const maxAccounts = 10_000

interface Entry {
  readonly account: AccountSnapshot | null
  /** Slot of the reading. -1 if the account was never read. */
  readonly readSlot: bigint
  /** A reading of an earlier slot counts as outdated. It is `readSlot`, or the slot of a later write. */
  readonly slot: bigint
  readonly readAt: number
}

/** Gets an account. `null`: it does not exist, or no longer. */
export type OnAccount = (account: AccountSnapshot | null) => void

/** Max age of a reading. */
export interface ReadOptions {
  /** Unset: 5 s, or 180 s with a live subscription. 0: always read again. */
  readonly maxAgeMs?: number
  /** Max age with a live subscription. Unset: `maxAgeMs`. */
  readonly pushedMaxAgeMs?: number
}

/** Caches account readings. Drops a reading of an older slot, so an account never moves back, except after `forgetBeyond`. */
export interface AccountCache {
  /** `undefined`: not cached, or too old. */
  get(address: Address, options?: ReadOptions): AccountSnapshot | null | undefined
  put(address: Address, account: AccountSnapshot | null, slot: bigint): void
  /** Returns the newest reading of any age. `undefined`: never read, or dropped. */
  newest(address: Address): AccountSnapshot | null | undefined
  /** Newest slot of any reading. 0 before the first. */
  newestSlot(): bigint
  /** Drops readings of a later slot: the cluster has not passed `slot`. */
  forgetBeyond(slot: bigint): void
  /** Marks an account as written at `slot`. The next `get` misses, and readings of earlier slots count as outdated. */
  expire(address: Address, slot: bigint): void
  /**
   * Marks an account as large and hardly ever written. Its readings count for ten minutes, even after a known write.
   * A missing account is not settled.
   */
  settle(address: Address): void
  /** Marks the account as pushed by a subscription until the returned function is called. */
  follow(address: Address): () => void
  /** Calls `onChange` whenever a reading differs from the cached account, until the returned function is called. */
  listen(address: Address, onChange: OnAccount): () => void
}

/**
 * Creates an account cache.
 *
 * @param now milliseconds from any origin, never going back.
 * @param onFarBehind called for each answer that is far behind another.
 */
export function createAccountCache(now: () => number, onFarBehind: () => void = () => {}): AccountCache {
  const entries = new Map<Address, Entry>()
  const followed = new Map<Address, number>()
  const settled = new Set<Address>()
  const listeners = new Map<Address, Set<OnAccount>>()
  let newestSlot = 0n

  function keep(address: Address, entry: Entry): void {
    entries.delete(address)
    entries.set(address, entry)
    if (entries.size <= maxAccounts) return
    const oldest = entries.keys().next()
    if (!oldest.done) entries.delete(oldest.value)
  }

  return {
    get(address, { maxAgeMs, pushedMaxAgeMs = maxAgeMs } = {}) {
      const entry = entries.get(address)
      if (entry === undefined) return undefined
      if (entry.account !== null && settled.has(address))
        return now() - entry.readAt < settledMaxAgeMs ? entry.account : undefined
      const limit = followed.has(address) ? (pushedMaxAgeMs ?? followedMaxAgeMs) : (maxAgeMs ?? accountMaxAgeMs)
      return now() - entry.readAt < limit ? entry.account : undefined
    },
    put(address, account, slot) {
      if (slot > newestSlot) newestSlot = slot
      else if (slot + maxSlotsBehind < newestSlot) onFarBehind()
      const before = entries.get(address)
      if (before !== undefined && before.readSlot > slot) return
      // A reading from before a known write is the newest available, but it is outdated.
      const isOutdated = before !== undefined && before.slot > slot
      keep(address, {
        ...{ account, readSlot: slot, slot: isOutdated ? before.slot : slot },
        readAt: isOutdated ? Number.NEGATIVE_INFINITY : now(),
      })
      if (before !== undefined && isSameAccount(before.account, account)) return
      for (const onChange of listeners.get(address) ?? []) onChange(account)
    },
    newest(address) {
      const entry = entries.get(address)
      return entry === undefined || entry.readSlot < 0n ? undefined : entry.account
    },
    newestSlot: () => newestSlot,
    forgetBeyond(slot) {
      if (newestSlot > slot) newestSlot = slot
      for (const [address, entry] of entries) if (entry.slot > slot) entries.delete(address)
    },
    settle: address => void settled.add(address),
    expire(address, slot) {
      if (settled.has(address) && entries.get(address)?.account) return
      const { account = null, readSlot = -1n, slot: before = 0n } = entries.get(address) ?? {}
      keep(address, { account, readSlot, slot: before > slot ? before : slot, readAt: Number.NEGATIVE_INFINITY })
    },
    follow(address) {
      followed.set(address, (followed.get(address) ?? 0) + 1)
      let released = false
      return () => {
        if (released) return
        released = true
        const left = (followed.get(address) ?? 1) - 1
        if (left === 0) followed.delete(address)
        else followed.set(address, left)
      }
    },
    listen(address, onChange) {
      const all = listeners.get(address) ?? new Set()
      listeners.set(address, all)
      all.add(onChange)
      return () => {
        all.delete(onChange)
        if (all.size === 0 && listeners.get(address) === all) listeners.delete(address)
      }
    },
  }
}

/** Compares lamports, owner and data. Two missing accounts are equal. */
export function isSameAccount(a: AccountSnapshot | null, b: AccountSnapshot | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.data.length === b.data.length &&
    a.data.every((byte, i) => byte === b.data[i])
  )
}
