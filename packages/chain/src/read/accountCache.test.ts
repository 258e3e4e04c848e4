import type { AccountSnapshot } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { createAccountCache } from './accountCache.ts'

const address = addressOf(1)
const account = (slot: bigint, lamports = slot): AccountSnapshot => ({
  owner: addressOf(2),
  lamports,
  executable: false,
  data: new Uint8Array(4),
  slot,
})

describe('the account cache', () => {
  it('keeps an account for 5 s, and for 180 s while it is followed', () => {
    let time = 0
    const cache = createAccountCache(() => time)
    cache.put(address, account(1n), 1n)
    time = 4999
    expect(cache.get(address)?.slot).toBe(1n)
    time = 5000
    expect(cache.get(address)).toBeUndefined()
    const [release, releaseOther] = [cache.follow(address), cache.follow(address)]
    time = 179_999
    expect(cache.get(address)?.slot).toBe(1n)
    time = 180_000
    expect(cache.get(address)).toBeUndefined()
    time = 100_000
    release()
    release()
    expect(cache.get(address)?.slot).toBe(1n)
    releaseOther()
    expect(cache.get(address)).toBeUndefined()
  })

  it('obeys a max age, with a separate max age for pushed accounts', () => {
    let time = 0
    const cache = createAccountCache(() => time)
    const asked = () => cache.get(address, { maxAgeMs: 0, pushedMaxAgeMs: 20_000 })?.slot
    cache.put(address, account(1n), 1n)
    expect([asked(), cache.get(address, { maxAgeMs: 1 })?.slot]).toEqual([undefined, 1n])
    const release = cache.follow(address)
    expect([asked(), cache.get(address, { maxAgeMs: 0 })]).toEqual([1n, undefined])
    time = 20_000
    expect(asked()).toBeUndefined()
    cache.put(address, account(2n), 2n)
    expect(asked()).toBe(2n)
    // A trade has written to the account, and the change was not pushed yet.
    cache.expire(address, 3n)
    expect(asked()).toBeUndefined()
    cache.put(address, account(3n), 3n)
    release()
    expect(asked()).toBeUndefined()
  })

  it('keeps a settled account for ten minutes, for any requested age and after any write', () => {
    let time = 0
    const cache = createAccountCache(() => time)
    cache.settle(address)
    cache.put(address, null, 1n)
    expect(cache.get(address, { maxAgeMs: 0 })).toBeUndefined()
    cache.put(address, account(2n), 2n)
    cache.expire(address, 9n)
    time = 599_999
    expect(cache.get(address, { maxAgeMs: 0 })?.slot).toBe(2n)
    time = 600_000
    expect(cache.get(address)).toBeUndefined()
  })

  it('misses an expired account, and never goes back to an older slot', () => {
    const cache = createAccountCache(() => 0)
    cache.put(address, account(5n), 5n)
    cache.expire(address, 7n)
    expect(cache.get(address)).toBeUndefined()
    cache.put(address, account(6n), 6n)
    expect(cache.get(address)).toBeUndefined()
    cache.put(address, account(7n), 7n)
    expect(cache.get(address)?.slot).toBe(7n)
    cache.expire(address, 1n)
    cache.put(address, account(6n), 6n)
    expect(cache.get(address)).toBeUndefined()
  })

  it('returns the newest reading, even an outdated one', () => {
    const cache = createAccountCache(() => 0)
    expect(cache.newest(address)).toBeUndefined()
    cache.expire(address, 7n)
    expect(cache.newest(address)).toBeUndefined()
    cache.put(address, account(5n), 5n)
    cache.put(address, account(6n), 6n)
    cache.put(address, account(5n), 5n)
    expect([cache.get(address), cache.newest(address)?.slot]).toEqual([undefined, 6n])
    cache.put(address, null, 8n)
    expect(cache.newest(address)).toBeNull()
  })

  it('notifies listeners of a change that precedes a known write', () => {
    const cache = createAccountCache(() => 0)
    const seen: (bigint | undefined)[] = []
    cache.put(address, account(5n), 5n)
    cache.listen(address, found => seen.push(found?.lamports))
    cache.expire(address, 8n)
    cache.put(address, account(6n, 9n), 6n)
    cache.put(address, account(8n, 9n), 8n)
    expect(seen).toEqual([9n])
  })

  it('distinguishes a missing account from an unread account', () => {
    const cache = createAccountCache(() => 0)
    expect(cache.get(address)).toBeUndefined()
    cache.put(address, null, 1n)
    expect(cache.get(address)).toBeNull()
  })

  it('never goes back, for any order of the answers', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 0n, max: 20n }), { minLength: 1 }), slots => {
        const cache = createAccountCache(() => 0)
        let newest = 0n
        for (const slot of slots) {
          cache.put(address, account(slot), slot)
          if (slot > newest) newest = slot
          expect(cache.get(address)?.slot).toBe(newest)
        }
      }),
    )
  })

  it('notifies listeners only of changes', () => {
    const cache = createAccountCache(() => 0)
    const seen: (bigint | undefined)[] = []
    const stop = cache.listen(address, found => seen.push(found?.lamports))
    cache.put(address, account(1n, 7n), 1n)
    cache.put(address, account(2n, 7n), 2n)
    cache.put(address, account(3n, 8n), 3n)
    cache.put(address, { ...account(4n, 8n), data: Uint8Array.of(0, 0, 0, 1) }, 4n)
    cache.put(address, null, 5n)
    cache.put(address, null, 6n)
    cache.put(address, account(2n, 9n), 2n)
    stop()
    cache.put(address, account(7n, 9n), 7n)
    expect(seen).toEqual([7n, 8n, 8n, undefined])
  })

  it('holds ten thousand accounts and drops the oldest reading', () => {
    const cache = createAccountCache(() => 0)
    const of = (i: number) => `${i}` as typeof address
    for (let i = 0; i <= 10_000; i++) cache.put(of(i), null, 1n)
    expect([cache.get(of(0)), cache.get(of(1)), cache.get(of(10_000))]).toEqual([undefined, null, null])
  })
})
