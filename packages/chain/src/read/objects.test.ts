import { type AccountSet, type AccountSnapshot, type Address, TernError } from '@tern/core'
import type { Pool, Venue } from '@tern/venues'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { createObjectReader } from './objects.ts'

const pool = addressOf(1)
const [vaultA, vaultB, config] = [addressOf(2), addressOf(3), addressOf(4)]

/** A venue that wants more accounts in three rounds. Its pools record the slots of their accounts. */
function venueOf(opened: bigint[][]): Venue {
  return {
    protocol: 'raydium_cpmm',
    programs: [],
    async accountsToRead(address, read) {
      if (!read.has(address)) return [address]
      if (!read.has(vaultA)) return [address, vaultA, vaultB]
      return [address, vaultA, vaultB, config]
    },
    open(address, read) {
      if (!read.get(config)) throw new TernError('pool/accountsNotReady', { pool: address })
      opened.push([...read.values()].map(account => account?.slot ?? -1n))
      return { address } as Pool
    },
  }
}

const nobody = async () => []

/** Answers each request a slot later than the last. */
function slots(absent: readonly Address[] = []) {
  const requests: (readonly Address[])[] = []
  const read = async (addresses: readonly Address[]): Promise<AccountSet> => {
    requests.push(addresses)
    const slot = BigInt(requests.length)
    const account: AccountSnapshot = { owner: pool, lamports: 1n, executable: false, data: new Uint8Array(), slot }
    return new Map(addresses.map(address => [address, absent.includes(address) ? null : account]))
  }
  return { requests, read }
}

describe('reading a pool', () => {
  it('asks until the venue wants no more, and opens the pool from one moment', async () => {
    const opened: bigint[][] = []
    const { requests, read } = slots()
    const reader = createObjectReader(read, nobody)
    await reader.read(venueOf(opened), pool)
    expect(requests).toEqual([[pool], [vaultA, vaultB], [config], [pool, vaultA, vaultB, config]])
    expect(opened).toEqual([[4n, 4n, 4n, 4n]])
  })

  it('reads a settled account apart from the others, and not again with them', async () => {
    const opened: bigint[][] = []
    const table = addressOf(5)
    const requests: (readonly [readonly Address[], boolean])[] = []
    const { read } = slots()
    const reader = createObjectReader(async (addresses, how) => {
      requests.push([addresses, how?.isSettled === true])
      return read(addresses)
    }, nobody)
    const venue: Venue = {
      ...venueOf(opened),
      accountsToRead: async (address, known) =>
        known.has(address) ? [vaultA, config, table].filter(one => !known.has(one)) : [address],
      settledAccounts: (address, known) => (known.has(address) ? [table] : []),
    }
    await reader.read(venue, pool)
    const moving = [pool, vaultA, config]
    expect(requests).toEqual([
      [[pool], false],
      [[vaultA, config], false],
      [[table], true],
      [moving, false],
    ])
    // The table's slot differs, and it does not count.
    expect(opened).toEqual([[4n, 4n, 4n, 3n]])
    expect(reader.accountsOf(venue, pool)).toEqual(moving)
    requests.length = 0
    await reader.read(venue, pool)
    expect(requests).toEqual([
      [moving, false],
      [[table], true],
    ])
  })

  it('forgets the least recently read of many pools', async () => {
    const { read } = slots()
    const reader = createObjectReader(read, nobody)
    const venue = venueOf([])
    const nth = (n: number) => `pool ${n}` as Address
    for (let n = 0; n < 2_000; n++) await reader.read(venue, nth(n))
    await reader.read(venue, nth(0))
    await reader.read(venue, nth(2_000))
    expect([0, 1, 2_000].map(n => reader.accountsOf(venue, nth(n)).length)).toEqual([4, 0, 4])
  })

  it('takes one request from the second time on', async () => {
    const opened: bigint[][] = []
    const { requests, read } = slots()
    const reader = createObjectReader(read, nobody)
    const venue = venueOf(opened)
    await reader.read(venue, pool)
    await reader.read(venue, pool)
    expect(requests.length).toBe(5)
    expect(opened[1]).toEqual([5n, 5n, 5n, 5n])
    expect(reader.accountsOf(venue, pool)).toEqual([pool, vaultA, vaultB, config])
    expect(reader.accountsOf(venueOf([]), pool)).toEqual([])
  })

  it('reads again if the cached accounts belong to several moments', async () => {
    const opened: bigint[][] = []
    const { requests, read } = slots()
    // A push has updated only the first of two vaults.
    const kept = async (addresses: readonly Address[], options?: { readonly maxAgeMs?: number }) => {
      const found = new Map(await read(addresses))
      const vault = found.get(vaultA)
      if (vault && options?.maxAgeMs !== 0) found.set(vaultA, { ...vault, slot: vault.slot + 1n })
      return found
    }
    const reader = createObjectReader(kept, nobody)
    const venue = venueOf(opened)
    await reader.read(venue, pool)
    const before = requests.length
    await reader.read(venue, pool)
    expect(requests.length - before).toBe(2)
    expect(opened[1]).toEqual([6n, 6n, 6n, 6n])
  })

  it('reads many pools in as few requests as one, with a separate result for each', async () => {
    const opened: bigint[][] = []
    const { requests, read } = slots()
    const reader = createObjectReader(read, nobody)
    const broken: Venue = {
      ...venueOf([]),
      open: (address, accounts) => {
        expect([...accounts.keys()]).toEqual([address, vaultA, vaultB, config])
        throw new TernError('quote/paused', { pool: address })
      },
    }
    const other = addressOf(9)
    const asked = [
      { readable: venueOf(opened), address: pool },
      { readable: broken, address: other },
      {
        readable: { ...venueOf([]), protocol: 'raydium_cpmm' as const, accountsToRead: async () => Promise.reject(1) },
        address: pool,
      },
    ]
    const [first, second, third] = await reader.readMany(asked)
    expect(requests).toEqual([[pool, other], [vaultA, vaultB], [config], [pool, vaultA, vaultB, config, other]])
    expect(opened).toEqual([[4n, 4n, 4n, 4n]])
    expect(first).toEqual({ value: { address: pool } })
    expect(second).toMatchObject({ error: { code: 'quote/paused' } })
    expect(third).toEqual({ error: 1 })
  })

  it('searches once for the token of a pool that does not name it, unless the caller names it', async () => {
    const mint = addressOf(7)
    const opened: (Address | undefined)[] = []
    const asked: Address[] = []
    const venue: Venue = {
      protocol: 'pumpfun',
      programs: [],
      accountsToRead: async (address, _, mint) => [address, ...(mint ? [mint] : [])],
      open(address, read, mint) {
        opened.push(mint)
        expect([...read.keys()]).toEqual([address, mint])
        return { address } as Pool
      },
      mintOf: async (_, mints) => mints.find(one => one === mint),
    }
    const heldBy = async (owner: Address) => {
      asked.push(owner)
      return [addressOf(8), mint]
    }
    const { read } = slots()
    const reader = createObjectReader(read, heldBy)
    await reader.read(venue, pool)
    await reader.read(venue, pool)
    await createObjectReader(read, heldBy).read(venue, pool, { mint })
    expect(opened).toEqual([mint, mint, mint])
    expect(asked).toEqual([pool])
  })

  it('asks again if a pool of one moment wants accounts that a mixed one did not', async () => {
    const [near, far] = [addressOf(5), addressOf(6)]
    const wants = (read: AccountSet) => ((read.get(pool)?.slot ?? 0n) < 3n ? near : far)
    const moving: Venue = {
      ...venueOf([]),
      async accountsToRead(address, read) {
        return read.has(address) ? [address, wants(read)] : [address]
      },
      open(address, read) {
        if (!read.get(wants(read))) throw new TernError('pool/accountsNotReady', { pool: address, missing: [] })
        return { address, slot: read.get(far)?.slot } as Pool
      },
    }
    const { requests, read } = slots()
    const reader = createObjectReader(read, nobody)
    expect(await reader.read(moving, pool)).toMatchObject({ slot: 4n })
    expect(requests).toEqual([[pool], [near], [pool, near], [pool, near, far]])
  })

  it('reads again if an account is missing that the cache may not know yet', async () => {
    // The pool names its mint. The cache holds an older answer: there was no mint.
    const venue: Venue = {
      ...venueOf([]),
      async accountsToRead(address, read) {
        if (!read.has(address)) return [address]
        if (read.get(config) === null) throw new TernError('pool/accountsNotReady', { pool: address })
        return [address, config]
      },
    }
    const reader = createObjectReader(async (addresses, how) => {
      const absent = how?.maxAgeMs === 0 ? [] : [config]
      return slots(absent).read(addresses)
    }, nobody)
    await expect(reader.read(venue, pool, { maxAgeMs: 5_000 })).resolves.toMatchObject({ address: pool })
  })

  it('does not read again for a pool that does not exist', async () => {
    const venue: Venue = {
      ...venueOf([]),
      async accountsToRead(address, read) {
        if (read.get(address) === null) throw new TernError('pool/accountsNotReady', { pool: address })
        return [address]
      },
    }
    const { requests, read } = slots([pool])
    const reading = createObjectReader(read, nobody).read(venue, pool, { maxAgeMs: 5_000 })
    await expect(reading).rejects.toMatchObject({ code: 'pool/accountsNotReady' })
    expect(requests).toEqual([[pool]])
  })

  it('remembers nothing of a pool that does not open', async () => {
    const { read } = slots([config])
    const reader = createObjectReader(read, nobody)
    const venue = venueOf([])
    await expect(reader.read(venue, pool)).rejects.toThrow('Dex accounts not ready for pool')
    expect(reader.accountsOf(venue, pool)).toEqual([])
  })

  it('gives up on a venue that always wants more', async () => {
    let asked = 10
    const greedy: Venue = { ...venueOf([]), accountsToRead: async () => [addressOf(++asked)] }
    await expect(createObjectReader(slots().read, nobody).read(greedy, pool)).rejects.toThrow(
      'Dex accounts not ready for pool',
    )
  })

  it('never goes back: while a node lags, returns the newest opened pool again', async () => {
    const nodeSlots = [5n, 4n, 6n]
    const asked: bigint[] = []
    const read = async (addresses: readonly Address[]): Promise<AccountSet> => {
      const slot = nodeSlots[asked.length] ?? 9n
      asked.push(slot)
      const account: AccountSnapshot = { owner: pool, lamports: 1n, executable: false, data: new Uint8Array(), slot }
      return new Map(addresses.map(address => [address, account]))
    }
    const simple: Venue = {
      ...venueOf([]),
      accountsToRead: async address => [address],
      open: (address, found) => ({ address, slot: found.get(address)?.slot }) as Pool,
    }
    const reader = createObjectReader(read, nobody)
    const slotsRead: bigint[] = []
    for (const _ of nodeSlots) slotsRead.push((await reader.read(simple, pool)).slot)
    expect([asked, slotsRead]).toEqual([nodeSlots, [5n, 5n, 6n]])
  })
})

describe('a pool with more accounts than one request holds', () => {
  const all = Array.from({ length: 150 }, (_, i) => `account ${i}` as Address)
  const wide: Venue = {
    ...venueOf([]),
    accountsToRead: async address => [address, ...all],
    open: (address, found) => ({ address, slot: found.get(all[149] ?? address)?.slot }) as Pool,
  }

  /** For each round: the slots of the first hundred accounts and of the rest, and the last account's content. */
  function readerOf(...rounds: readonly (readonly [bigint, bigint, number])[]) {
    let count = 0
    const pauses: number[] = []
    const read = async (addresses: readonly Address[], how?: { readonly maxAgeMs?: number }): Promise<AccountSet> => {
      const [first, second, value] =
        rounds[Math.min(how?.maxAgeMs === 0 ? count++ : 0, rounds.length - 1)] ?? expect.fail()
      return new Map(
        addresses.map((address, i) => {
          const data = Uint8Array.of(address === all[149] ? value : 0)
          const slot = i < 100 ? first : second
          return [address, { owner: pool, lamports: 1n, executable: false, data, slot }]
        }),
      )
    }
    const reader = createObjectReader(read, nobody, async ms => void pauses.push(ms))
    return { read: () => reader.read(wide, pool), pauses, count: () => count }
  }

  it('is read again until both requests share a slot', async () => {
    const { read, pauses, count } = readerOf([1n, 2n, 1], [3n, 4n, 2], [5n, 5n, 3])
    expect((await read()).slot).toBe(5n)
    expect([count(), pauses]).toEqual([3, [400, 400]])
  })

  it('is opened if two readings show no change', async () => {
    const { read, count } = readerOf([1n, 2n, 1], [3n, 4n, 1])
    expect((await read()).slot).toBe(4n)
    expect(count()).toBe(2)
  })

  it('does not count as unchanged if the second reading began before the first ended', async () => {
    const { read, count } = readerOf([1n, 5n, 1], [3n, 4n, 1], [6n, 6n, 1])
    expect((await read()).slot).toBe(6n)
    expect(count()).toBe(3)
  })

  it('is read again if an account is missing, because it shows no slot', async () => {
    let count = 0
    // The second request found nothing. Then the last account is created, together with a change of the first.
    const read = async (addresses: readonly Address[], how?: { readonly maxAgeMs?: number }): Promise<AccountSet> => {
      if (how?.maxAgeMs === 0) count++
      const slot = count < 2 ? 1n : 2n
      const account = { owner: pool, lamports: 1n, executable: false, data: Uint8Array.of(Number(slot)), slot }
      const isThere = (address: Address, i: number) => i < 100 || (address === all[149] && count > 1)
      return new Map(addresses.map((address, i) => [address, isThere(address, i) ? account : null]))
    }
    const reader = createObjectReader(read, nobody, async () => {})
    expect((await reader.read(wide, pool)).slot).toBe(2n)
    expect(count).toBe(3)
  })

  it('is not opened while its readings never belong to one moment', async () => {
    const rounds = Array.from({ length: 9 }, (_, i) => [BigInt(2 * i), BigInt(2 * i + 1), i] as const)
    const { read, count } = readerOf(...rounds)
    await expect(read()).rejects.toThrow('Dex accounts not ready for pool')
    expect(count()).toBe(8)
  })
})

it('pools that are read together are read again in requests that hold each of them whole', async () => {
  const requests: number[] = []
  const read = async (addresses: readonly Address[], how?: { readonly maxAgeMs?: number }): Promise<AccountSet> => {
    if (how?.maxAgeMs === 0) requests.push(addresses.length)
    // A slot for each hundred accounts, as if a node answered several requests.
    return new Map(
      addresses.map((address, i) => {
        const slot = BigInt(requests.length * 10 + Math.floor(i / 100))
        return [address, { owner: pool, lamports: 1n, executable: false, data: new Uint8Array(), slot }]
      }),
    )
  }
  const opened: bigint[][] = []
  const venue: Venue = {
    ...venueOf([]),
    // Ask in several rounds, so that each pool must be read again.
    accountsToRead: async (address, found) =>
      [address, ...[1, 2, 3, 4, 5, 6].map(nth => `${address} ${nth}` as Address)].slice(0, found.size + 3),
    open(address, found) {
      opened.push([...found.values()].map(account => account?.slot ?? -1n))
      return { address } as Pool
    },
  }
  const reader = createObjectReader(read, nobody)
  await reader.readMany(Array.from({ length: 50 }, (_, i) => ({ readable: venue, address: `pool ${i}` as Address })))
  expect(requests).toEqual([98, 98, 98, 56])
  expect(opened.map(slots => new Set(slots).size)).toEqual(opened.map(() => 1))
})
