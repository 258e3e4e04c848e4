import type { Address } from '@tern/core'
import type { Subscriptions } from '../rpc/socket.ts'
import { follow } from '../rpc/subscriptions.ts'
import type { AccountCache } from './accountCache.ts'
import { parseAccount, unwrap } from './accounts.ts'

/** Polling interval without a live subscription. */
const pollMs = 2000
/** Polling interval with a live subscription. It detects a socket that is open but silent. */
const checkMs = 20_000

interface Followed {
  followers: number
  /** How many of the followers want pushes. */
  pushed: number
  /** Ends the subscription. Unset without a subscription. */
  end?: AbortController | undefined
  isLive: boolean
  askedAt: number
}

export interface AccountFollower {
  /**
   * Keeps the account's cache entry current until the returned function is called. Followers of an account share a subscription.
   *
   * @param how `polled`: without a subscription, unless another follower has one. All polled accounts share their requests.
   */
  follow(address: Address, how?: 'pushed' | 'polled'): () => void
  /** Reads all followed accounts again. */
  renew(): void
  close(): void
}

/** Creates a follower that uses subscriptions, and polls as well: every 2 s without a live subscription, every 20 s with it. */
export function createAccountFollower(
  sockets: readonly Subscriptions[],
  cache: AccountCache,
  {
    readFresh,
    now,
  }: { readonly readFresh: (addresses: readonly Address[]) => Promise<unknown>; readonly now: () => number },
): AccountFollower {
  const followed = new Map<Address, Followed>()
  let timer: ReturnType<typeof setInterval> | undefined

  function subscribe(address: Address, entry: Followed): AbortController {
    const end = new AbortController()
    let release: (() => void) | undefined
    void follow(sockets, {
      topic: 'account',
      params: [address, { commitment: 'confirmed', encoding: 'base64' }],
      signal: end.signal,
      onValue(notification) {
        const { slot, value } = unwrap(notification)
        cache.put(address, parseAccount(value, slot), slot)
      },
      onLive() {
        entry.isLive = true
        release = cache.follow(address)
        // Changes before the subscription began were not pushed, so read soon.
        entry.askedAt = Number.NEGATIVE_INFINITY
      },
      onDown() {
        entry.isLive = false
        release?.()
      },
    }).finally(() => release?.())
    return end
  }

  function unsubscribe(entry: Followed) {
    entry.end?.abort()
    entry.end = undefined
    entry.isLive = false
  }

  function poll() {
    const time = now()
    const due = [...followed].filter(([, entry]) => time - entry.askedAt >= (entry.isLive ? checkMs : pollMs))
    if (due.length === 0) return
    for (const [, entry] of due) entry.askedAt = time
    // Drop the error: the next round asks again.
    readFresh(due.map(([address]) => address)).catch(() => undefined)
  }

  return {
    follow(address, how = 'pushed') {
      const entry = followed.get(address) ?? { followers: 0, pushed: 0, isLive: false, askedAt: now() }
      followed.set(address, entry)
      entry.followers++
      if (how === 'pushed') {
        entry.pushed++
        entry.end ??= subscribe(address, entry)
      }
      timer ??= setInterval(poll, pollMs / 4)
      let ended = false
      return () => {
        if (ended) return
        ended = true
        entry.followers--
        if (how === 'pushed' && --entry.pushed === 0) unsubscribe(entry)
        if (entry.followers > 0 || followed.get(address) !== entry) return
        followed.delete(address)
        if (followed.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
    renew() {
      for (const entry of followed.values()) entry.askedAt = Number.NEGATIVE_INFINITY
    },
    close() {
      clearInterval(timer)
      timer = undefined
      for (const entry of followed.values()) unsubscribe(entry)
      followed.clear()
    },
  }
}
