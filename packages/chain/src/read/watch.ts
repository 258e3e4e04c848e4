import type { Address, Readable, ReadValue } from '@tern/core'
import type { AccountCache } from './accountCache.ts'
import type { AccountFollower } from './accountFollower.ts'
import type { ObjectReader } from './objects.ts'

/** The pushes of a slot arrive separately. Wait this long to read once for the whole slot. */
const settleMs = 25
/** Delay before the next reading if a node answered with a slot before the change. */
const behindMs = 400
/** Delay before the next try if an object could not be read. */
const retryMs = 2000

/** How to watch. */
export interface WatchOptions<Value> {
  /** Called with an object's state now and after each change. */
  readonly onValue: (value: Value) => void
  /** Called if an object could not be read. It is tried again. */
  readonly onError?: (error: unknown, address: Address) => void
  /** See `ReadObjectOptions`. */
  readonly mint?: Address
}

/** A watched object. A slot of -1: not opened yet. */
interface Watched {
  readonly stops: Map<Address, () => void>
  openedSlot: bigint
  /** Newest slot of a change that was reported. */
  changedSlot: bigint
}

type Entry = readonly [Address, Watched]

export interface Watcher {
  /**
   * Reports each object now and after each change of an account that it uses, until the returned function is called.
   * A single object is pushed by subscriptions. Several are polled together, in as few requests as hold their accounts.
   */
  watch<Value extends ReadValue>(
    readable: Readable<Value>,
    addresses: readonly Address[],
    options: WatchOptions<Value>,
  ): () => void
  /** Drops the slots of watched objects beyond `slot`: the cluster has not passed it. */
  forgetBeyond(slot: bigint): void
}

export function createWatcher(objects: ObjectReader, follower: AccountFollower, cache: AccountCache): Watcher {
  const forgetters = new Set<(slot: bigint) => void>()

  function watch<Value extends ReadValue>(
    readable: Readable<Value>,
    addresses: readonly Address[],
    { onValue, onError, mint }: WatchOptions<Value>,
  ): () => void {
    const how = addresses.length > 1 ? 'polled' : 'pushed'
    const watched = [...new Set(addresses)].map(
      (address): Entry => [address, { stops: new Map(), openedSlot: -1n, changedSlot: 0n }],
    )
    const planned = new Set<Entry>()
    /** Objects to read again, by the delay. */
    const groups = new Map<number, { readonly timer: ReturnType<typeof setTimeout>; readonly entries: Entry[] }>()
    let stopped = false

    /** Reads an object again after `ms`, together with the others that wait as long. */
    function plan(entry: Entry, ms: number): void {
      if (planned.has(entry)) return
      planned.add(entry)
      const group = groups.get(ms)
      if (group !== undefined) return void group.entries.push(entry)
      const entries = [entry]
      const timer = setTimeout(() => {
        groups.delete(ms)
        for (const one of entries) planned.delete(one)
        // Read all accounts again together, because a push does not say whether it is the last of its slot.
        const changed = entries.filter(([, { openedSlot, changedSlot }]) => openedSlot < changedSlot)
        if (changed.length > 0) void read(changed, { maxAgeMs: 0 })
      }, ms)
      groups.set(ms, { timer, entries })
    }

    async function read(some: readonly Entry[], options?: { readonly maxAgeMs: number }) {
      const asked = some.map(([address]) => ({ readable, address, ...(mint && { mint }) }))
      const answers = await objects
        .readMany<Value>(asked, options)
        .catch((error: unknown) => asked.map(() => ({ error })))
      if (stopped) return
      for (const [i, entry] of some.entries()) {
        const answer = answers[i]
        if (answer !== undefined && 'value' in answer) report(entry, answer.value)
        else {
          onError?.(answer?.error, entry[0])
          plan(entry, retryMs)
        }
      }
    }

    function report(entry: Entry, value: Value): void {
      const [address, one] = entry
      for (const account of objects.accountsOf(readable, address))
        if (!one.stops.has(account)) one.stops.set(account, follow(account, entry))
      if (value.slot > one.openedSlot) {
        one.openedSlot = value.slot
        onValue(value)
      }
      if (one.openedSlot < one.changedSlot) plan(entry, behindMs)
    }

    function follow(account: Address, entry: Entry): () => void {
      const [, one] = entry
      const unfollow = follower.follow(account, how)
      const unlisten = cache.listen(account, changed => {
        const slot = changed?.slot ?? one.openedSlot + 1n
        if (slot > one.changedSlot) one.changedSlot = slot
        plan(entry, settleMs)
      })
      return () => {
        unlisten()
        unfollow()
      }
    }

    function forget(slot: bigint): void {
      for (const entry of watched) {
        const [, one] = entry
        if (one.openedSlot <= slot && one.changedSlot <= slot) continue
        one.openedSlot = -1n
        one.changedSlot = 0n
        plan(entry, settleMs)
      }
    }

    forgetters.add(forget)
    void read(watched)
    return () => {
      stopped = true
      forgetters.delete(forget)
      for (const { timer } of groups.values()) clearTimeout(timer)
      for (const [, { stops }] of watched) for (const stop of stops.values()) stop()
    }
  }

  return {
    watch,
    forgetBeyond(slot) {
      for (const forget of forgetters) forget(slot)
    },
  }
}
