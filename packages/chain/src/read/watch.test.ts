import type { AccountSnapshot, Address, Readable } from '@tern/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import type { Subscriptions } from '../rpc/socket.ts'
import { createAccountCache } from './accountCache.ts'
import { createAccountFollower } from './accountFollower.ts'
import { createObjectReader } from './objects.ts'
import { createWatcher } from './watch.ts'

interface Coin {
  readonly address: Address
  readonly slot: bigint
  readonly amount: bigint
}

/** An object of an account of its own, and of an account that all share. */
const coins: Readable<Coin> = {
  accountsToRead: async address => [address, shared],
  open: (address, read) => ({
    address,
    slot: read.get(address)?.slot ?? 0n,
    amount: (read.get(address)?.lamports ?? 0n) + (read.get(shared)?.lamports ?? 0n),
  }),
}
const shared = addressOf(200)
const all = Array.from({ length: 150 }, (_, i) => addressOf(i + 1))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A node whose accounts the test changes, and a watcher of it. */
function world() {
  const lamports = new Map<Address, bigint>([[shared, 0n]])
  let slot = 1n
  const requests: number[] = []
  const subscribed: unknown[] = []
  const socket: Subscriptions = {
    subscribe: (_topic, params, { signal }) =>
      new Promise(resolve => {
        subscribed.push(params[0])
        signal.addEventListener('abort', () => resolve(undefined as never))
      }),
  } as Subscriptions
  const cache = createAccountCache(Date.now)
  async function fetch(addresses: readonly Address[]) {
    requests.push(addresses.length)
    const accounts = new Map(
      addresses.map(address => {
        const account = { owner: shared, lamports: lamports.get(address) ?? 1n, executable: false, slot }
        return [address, { ...account, data: new Uint8Array() } as AccountSnapshot]
      }),
    )
    for (const [address, account] of accounts) cache.put(address, account, slot)
    return accounts
  }
  const follower = createAccountFollower([socket], cache, { readFresh: fetch, now: Date.now })
  const watcher = createWatcher(
    createObjectReader(fetch, async () => []),
    follower,
    cache,
  )
  const change = (address: Address, to: bigint) => {
    lamports.set(address, to)
    slot++
  }
  return { watcher, requests, subscribed, change, close: follower.close }
}

it('many objects are read and watched in shared requests, without a subscription', async () => {
  const { watcher, requests, subscribed, change, close } = world()
  const seen = new Map<Address, bigint[]>()
  const stop = watcher.watch(coins, all, {
    onValue: ({ address, amount }) => seen.set(address, [...(seen.get(address) ?? []), amount]),
  })
  await vi.advanceTimersByTimeAsync(100)
  expect(seen.size).toBe(150)
  expect(requests).toEqual([151])
  const [first, second] = all as [Address, Address]
  change(first, 7n)
  await vi.advanceTimersByTimeAsync(4_000)
  expect([seen.get(first), seen.get(second)]).toEqual([[1n, 7n], [1n]])
  // One request for each poll of all, and one for the object that changed.
  expect(requests.every(size => size === 151 || size === 2)).toBe(true)
  expect(requests.length).toBeLessThan(6)
  expect(subscribed).toEqual([])
  stop()
  const before = requests.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(requests.length).toBe(before)
  close()
})

it('a single object is pushed', async () => {
  const { watcher, subscribed, close } = world()
  const stop = watcher.watch(coins, [addressOf(1)], { onValue: () => {} })
  await vi.advanceTimersByTimeAsync(100)
  expect(subscribed).toEqual([addressOf(1), shared])
  stop()
  close()
})

it('an account that is polled is pushed while a caller wants pushes, and polled again afterwards', async () => {
  const { watcher, requests, subscribed, close } = world()
  const stopAll = watcher.watch(coins, all, { onValue: () => {} })
  await vi.advanceTimersByTimeAsync(100)
  const stopOne = watcher.watch(coins, [addressOf(1)], { onValue: () => {} })
  await vi.advanceTimersByTimeAsync(100)
  expect(subscribed).toEqual([addressOf(1), shared])
  stopOne()
  requests.length = 0
  await vi.advanceTimersByTimeAsync(5_000)
  expect(requests).toContain(151)
  stopAll()
  close()
})
