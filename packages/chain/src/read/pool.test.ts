import { type AccountSet, type AccountSnapshot, type Address, TernError } from '@tern/core'
import type { Pool, Venue } from '@tern/venues'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { createPoolReader } from './pool.ts'

const pool = addressOf(1)
const [vaultA, vaultB, config] = [addressOf(2), addressOf(3), addressOf(4)]

/** A venue that learns in three rounds what to read, and whose pools tell the slots of their accounts. */
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

/** Answers each request one slot later than the one before. */
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
  it('asks until nothing new is wanted, and opens it from one moment', async () => {
    const opened: bigint[][] = []
    const { requests, read } = slots()
    const reader = createPoolReader(read, nobody)
    await reader.readPool(venueOf(opened), pool)
    expect(requests).toEqual([[pool], [vaultA, vaultB], [config], [pool, vaultA, vaultB, config]])
    expect(opened).toEqual([[4n, 4n, 4n, 4n]])
  })

  it('forgets pools that were not read for long, when there are many', async () => {
    const { read } = slots()
    const reader = createPoolReader(read, nobody)
    const venue = venueOf([])
    const nth = (n: number) => `pool ${n}` as Address
    for (let n = 0; n < 2_000; n++) await reader.readPool(venue, nth(n))
    await reader.readPool(venue, nth(0))
    await reader.readPool(venue, nth(2_000))
    expect([0, 1, 2_000].map(n => reader.accountsOf(venue, nth(n)).length)).toEqual([4, 0, 4])
  })

  it('takes one request from the second time on', async () => {
    const opened: bigint[][] = []
    const { requests, read } = slots()
    const reader = createPoolReader(read, nobody)
    await reader.readPool(venueOf(opened), pool)
    await reader.readPool(venueOf(opened), pool)
    expect(requests.length).toBe(5)
    expect(opened[1]).toEqual([5n, 5n, 5n, 5n])
    expect(reader.accountsOf(venueOf([]), pool)).toEqual([pool, vaultA, vaultB, config])
  })

  it('reads anew what is kept from more than one moment', async () => {
    const opened: bigint[][] = []
    const { requests, read } = slots()
    // A push has brought one vault's change, and not yet the other's.
    const kept = async (addresses: readonly Address[], options?: { readonly maxAgeMs?: number }) => {
      const found = new Map(await read(addresses))
      const vault = found.get(vaultA)
      if (vault && options?.maxAgeMs !== 0) found.set(vaultA, { ...vault, slot: vault.slot + 1n })
      return found
    }
    const reader = createPoolReader(kept, nobody)
    await reader.readPool(venueOf([]), pool)
    const before = requests.length
    await reader.readPool(venueOf(opened), pool)
    expect(requests.length - before).toBe(2)
    expect(opened).toEqual([[6n, 6n, 6n, 6n]])
  })

  it('reads many pools in as many requests as one, and tells of each by itself', async () => {
    const opened: bigint[][] = []
    const { requests, read } = slots()
    const reader = createPoolReader(read, nobody)
    const broken: Venue = {
      ...venueOf([]),
      open: (address, accounts) => {
        expect([...accounts.keys()]).toEqual([address, vaultA, vaultB, config])
        throw new TernError('quote/paused', { pool: address })
      },
    }
    const other = addressOf(9)
    const asked = [
      { venue: venueOf(opened), pool },
      { venue: broken, pool: other },
      {
        venue: { ...venueOf([]), protocol: 'raydium_cpmm' as const, accountsToRead: async () => Promise.reject(1) },
        pool,
      },
    ]
    const [first, second, third] = await reader.readPools(asked)
    expect(requests).toEqual([[pool, other], [vaultA, vaultB], [config], [pool, vaultA, vaultB, config, other]])
    expect(opened).toEqual([[4n, 4n, 4n, 4n]])
    expect(first).toEqual({ pool: { address: pool } })
    expect(second).toMatchObject({ error: { code: 'quote/paused' } })
    expect(third).toEqual({ error: 1 })
  })

  it('looks for the token of a pool that does not name it, once, and not where it is told', async () => {
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
    const reader = createPoolReader(read, heldBy)
    await reader.readPool(venue, pool)
    await reader.readPool(venue, pool)
    await createPoolReader(read, heldBy).readPool(venue, pool, { mint })
    expect(opened).toEqual([mint, mint, mint])
    expect(asked).toEqual([pool])
  })

  it('asks once more where a pool of one moment wants what one of more did not', async () => {
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
    const reader = createPoolReader(read, nobody)
    expect(await reader.readPool(moving, pool)).toMatchObject({ slot: 4n })
    expect(requests).toEqual([[pool], [near], [pool, near], [pool, near, far]])
  })

  it('learns nothing from a pool that does not open', async () => {
    const { read } = slots([config])
    const reader = createPoolReader(read, nobody)
    await expect(reader.readPool(venueOf([]), pool)).rejects.toThrow('Dex accounts not ready for pool')
    expect(reader.accountsOf(venueOf([]), pool)).toEqual([])
  })

  it('gives up on a venue that never has enough', async () => {
    let asked = 10
    const greedy: Venue = { ...venueOf([]), accountsToRead: async () => [addressOf(++asked)] }
    await expect(createPoolReader(slots().read, nobody).readPool(greedy, pool)).rejects.toThrow(
      'Dex accounts not ready for pool',
    )
  })
})
