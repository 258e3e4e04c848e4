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
  readonly end: AbortController
  followers: number
  isLive: boolean
  askedAt: number
}

export interface AccountFollower {
  /** Keeps the account's cache entry current until the returned function is called. Followers of an account share a subscription. */
  follow(address: Address): () => void
  /** Reads all followed accounts again. */
  renew(): void
  close(): void
}

/** Creates a follower that uses subscriptions, and polls as well: every 2 s without a live subscription, every 20 s with it. */
export function createAccountFollower(
  sockets: readonly Subscriptions[],
  cache: AccountCache,
  readFresh: (addresses: readonly Address[]) => Promise<unknown>,
  now: () => number,
): AccountFollower {
  const followed = new Map<Address, Followed>()
  let timer: ReturnType<typeof setInterval> | undefined

  function begin(address: Address): Followed {
    const entry: Followed = { end: new AbortController(), followers: 0, isLive: false, askedAt: now() }
    let release: (() => void) | undefined
    void follow(sockets, 'account', [address, { commitment: 'confirmed', encoding: 'base64' }], {
      signal: entry.end.signal,
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
    return entry
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
    follow(address) {
      const entry = followed.get(address) ?? begin(address)
      followed.set(address, entry)
      entry.followers++
      timer ??= setInterval(poll, pollMs / 4)
      let ended = false
      return () => {
        if (ended) return
        ended = true
        if (--entry.followers > 0 || followed.get(address) !== entry) return
        entry.end.abort()
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
      for (const entry of followed.values()) entry.end.abort()
      followed.clear()
    },
  }
}
