import type { AccountSnapshot, Address } from '@tern/core'
import { maxSlotsBehind } from './slotCheck.ts'

/** How long a read account counts as current. */
const accountMaxAgeMs = 5000
/** The same, while a subscription pushes its changes. */
const followedMaxAgeMs = 180_000
const mostAccounts = 10_000

interface Entry {
  readonly account: AccountSnapshot | null
  /** The slot that the account was read as of; -1 if it was never read. */
  readonly readSlot: bigint
  /** Readings as of an earlier slot count as too old: `readSlot`, or the slot of a later write. */
  readonly slot: bigint
  readonly readAt: number
}

/** `null`: the account is not there (any more). */
export type OnAccount = (account: AccountSnapshot | null) => void

/** How old a reading may be. */
export interface ReadOptions {
  /** Unset: 5 s, or 180 s for an account whose changes are pushed. 0 reads anew. */
  readonly maxAgeMs?: number
  /** Of an account whose changes are pushed. Unset: `maxAgeMs`. */
  readonly pushedMaxAgeMs?: number
}

/** The accounts read lately. What was read at an older slot is dropped, so nothing goes back unless `forgetBeyond` says that it must. */
export interface AccountCache {
  /** `undefined`: not read, or too old. */
  get(address: Address, options?: ReadOptions): AccountSnapshot | null | undefined
  put(address: Address, account: AccountSnapshot | null, slot: bigint): void
  /** The account as of the latest slot that it was read at, however long ago. `undefined`: never read, or dropped since. */
  newest(address: Address): AccountSnapshot | null | undefined
  /** The newest slot that anything was put as of; 0 before the first. */
  newestSlot(): bigint
  /** The cluster has not come further than `slot`: what was put as of a later one is dropped. */
  forgetBeyond(slot: bigint): void
  /** Written to at `slot`: the next `get` finds nothing, and what was read before that slot is dropped. */
  expire(address: Address, slot: bigint): void
  /** A subscription pushes this account's changes until the returned function is called. */
  follow(address: Address): () => void
  /** Calls `onChange` whenever what is put differs from what was kept, until the returned function is called. */
  listen(address: Address, onChange: OnAccount): () => void
}

/**
 * @param now milliseconds from any origin, never going back.
 * @param onFarBehind hears of each answer that is far behind another.
 */
export function createAccountCache(now: () => number, onFarBehind: () => void = () => {}): AccountCache {
  const entries = new Map<Address, Entry>()
  const followed = new Map<Address, number>()
  const listeners = new Map<Address, Set<OnAccount>>()
  let newestSlot = 0n

  function keep(address: Address, entry: Entry): void {
    entries.delete(address)
    entries.set(address, entry)
    if (entries.size <= mostAccounts) return
    const oldest = entries.keys().next()
    if (!oldest.done) entries.delete(oldest.value)
  }

  return {
    get(address, { maxAgeMs, pushedMaxAgeMs = maxAgeMs } = {}) {
      const entry = entries.get(address)
      if (entry === undefined) return undefined
      const limit = followed.has(address) ? (pushedMaxAgeMs ?? followedMaxAgeMs) : (maxAgeMs ?? accountMaxAgeMs)
      return now() - entry.readAt < limit ? entry.account : undefined
    },
    put(address, account, slot) {
      if (slot > newestSlot) newestSlot = slot
      else if (slot + maxSlotsBehind < newestSlot) onFarBehind()
      const before = entries.get(address)
      if (before !== undefined && before.readSlot > slot) return
      // A reading from before a known write is the newest there is, but counts as too old.
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
    expire(address, slot) {
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

/** Whether both are absent, or have the same lamports, owner and data. */
export function isSameAccount(a: AccountSnapshot | null, b: AccountSnapshot | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.data.length === b.data.length &&
    a.data.every((byte, i) => byte === b.data[i])
  )
}
