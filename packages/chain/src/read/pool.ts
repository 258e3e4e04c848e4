import { type AccountSet, type AccountSnapshot, type Address, TernError } from '@tern/core'
import type { Pool, Venue } from '@tern/venues'
import { pause } from '../rpc/pause.ts'
import { isSameAccount } from './accountCache.ts'
import { accountsPerRequest, chunks, requestsPerBatch } from './accounts.ts'

/** Reads accounts. With `maxAgeMs` 0, all accounts of a request share a slot: the cache is not used. */
type Read = (addresses: readonly Address[], options?: { readonly maxAgeMs?: number }) => Promise<AccountSet>

/** `mint`: the pool's token, if known. Otherwise it is searched for, if the venue cannot read it from the pool. */
export interface PoolOptions {
  readonly maxAgeMs?: number
  readonly mint?: Address
}

/** No venue needs more rounds. A venue that keeps asking for accounts has a fault. */
const maxRounds = 8
/** A pool's accounts may take several requests. Read this often, a slot apart, until all accounts belong to a single moment. */
const maxReadings = 8
const slotMs = 400
/** Max pools whose accounts are remembered. The least recently read pool is dropped first. */
const maxRemembered = 2_000

/** A pool's venue and address. */
export interface PoolToRead {
  readonly venue: Venue
  readonly pool: Address
  /** The pool's token, if known. */
  readonly mint?: Address
}

/** The opened pool, or the error. */
export type PoolRead = { readonly pool: Pool } | { readonly error: unknown }

export interface PoolReader {
  /** @throws TernError `pool/accountsNotReady`, `layout/*`, `rpc/*`. */
  readPool(venue: Venue, pool: Address, options?: PoolOptions): Promise<Pool>
  /** Opens many pools in few requests, and keeps the order. @throws TernError `rpc/*`. */
  readPools(asked: readonly PoolToRead[], options?: { readonly maxAgeMs?: number }): Promise<readonly PoolRead[]>
  /** Lists the accounts that opened the pool, in the order of asking. Empty before the first opening. */
  accountsOf(venue: Venue, pool: Address): readonly Address[]
  /** Forgets pools of a later slot: the cluster has not passed `slot`. */
  forgetBeyond(slot: bigint): void
}

/** A pool in the course of its reading. */
interface Reading {
  readonly venue: Venue
  readonly pool: Address
  readonly mint: Address | undefined
  /** Known accounts, in the order of asking. */
  readonly accounts: Set<Address>
  rounds: number
  /** All its accounts from a common reading. Unset: the rounds found each account separately. */
  moment?: AccountSet
  error?: unknown
}

interface Learnt {
  readonly accounts: readonly Address[]
  readonly mint: Address | undefined
  /** The newest opened state. */
  readonly pool: Pool
}

const slotsOf = (accounts: Iterable<Address>, found: AccountSet): readonly bigint[] =>
  [...accounts].flatMap(address => found.get(address)?.slot ?? [])

const isOfOneSlot = (accounts: Iterable<Address>, found: AccountSet): boolean =>
  new Set(slotsOf(accounts, found)).size < 2

/**
 * Checks if two readings prove that all accounts had these values at a single moment.
 * No account changed, and the whole second reading is no older than the first.
 */
function isUnchanged(accounts: readonly Address[], before: AccountSet | undefined, found: AccountSet): boolean {
  const [earlier, later] = [before ?? new Map(), found].map(set => slotsOf(accounts, set))
  const isLater = earlier?.every(slot => later?.every(next => next >= slot))
  return isLater === true && accounts.every(one => isSameAccount(before?.get(one) ?? null, found.get(one) ?? null))
}

/** Groups pools with accounts that fit into a single request. A larger pool gets a group of its own. */
function groupsOf(readings: readonly Reading[]): readonly (readonly Reading[])[] {
  const groups: { readonly readings: Reading[]; readonly accounts: Set<Address> }[] = []
  for (const reading of readings) {
    const group = groups.at(-1)
    const together = new Set([...(group?.accounts ?? []), ...reading.accounts])
    if (group === undefined || together.size > accountsPerRequest)
      groups.push({ readings: [reading], accounts: new Set(reading.accounts) })
    else {
      group.readings.push(reading)
      for (const address of reading.accounts) group.accounts.add(address)
    }
  }
  return groups.map(group => group.readings)
}

/** Limits the accounts to the ones that this pool asked for. Otherwise a venue could depend on another pool's accounts. */
function ownPart({ accounts, moment }: Reading, found: AccountSet): Map<Address, AccountSnapshot | null> {
  return new Map([...accounts].map(address => [address, (moment ?? found).get(address) ?? null]))
}

/**
 * Creates a reader that opens pools, many at a time.
 * It asks the venues for accounts until they want no more, and reads all wanted accounts in a batch.
 * Each pool is opened from accounts of a single moment. If a node lags, the newest opened pool is returned again.
 * The accounts of a pool are remembered, so its next reading takes a single round.
 *
 * @param heldBy reads the mints of an address's token accounts.
 */
export function createPoolReader(
  read: Read,
  heldBy: (owner: Address) => Promise<readonly Address[]>,
  rest: (ms: number) => Promise<unknown> = ms => pause(ms, new AbortController().signal),
): PoolReader {
  const learnt = new Map<string, Learnt>()
  const key = ({ venue, pool }: Pick<PoolToRead, 'venue' | 'pool'>) => `${venue.protocol} ${pool}`

  /**
   * Remembers an opened pool.
   *
   * @returns the newest pool that was opened here.
   */
  function learn({ venue, pool, mint, accounts }: Reading, opened: Pool): Pool {
    const name = key({ venue, pool })
    const last = learnt.get(name)?.pool
    const newest = last !== undefined && last.slot > opened.slot ? last : opened
    learnt.delete(name)
    learnt.set(name, { accounts: [...accounts], mint, pool: newest })
    const [oldest] = learnt.keys()
    if (learnt.size > maxRemembered && oldest !== undefined) learnt.delete(oldest)
    return newest
  }

  /**
   * Reads all accounts of each pool together.
   *
   * @returns the pools whose accounts still do not belong to a single moment.
   */
  async function readAtOnce(readings: readonly Reading[]): Promise<readonly Reading[]> {
    async function readGroup(group: readonly Reading[]) {
      const found = await read([...new Set(group.flatMap(({ accounts }) => [...accounts]))], { maxAgeMs: 0 })
      return group.filter(reading => {
        const accounts = [...reading.accounts]
        const isWhole = isOfOneSlot(accounts, found) || isUnchanged(accounts, reading.moment, found)
        reading.moment = found
        return !isWhole
      })
    }
    const torn: Reading[] = []
    for (const groups of chunks(groupsOf(readings), requestsPerBatch))
      torn.push(...(await Promise.all(groups.map(readGroup))).flat())
    return torn
  }

  async function begin(asked: PoolToRead): Promise<Reading> {
    const { venue, pool } = asked
    const known = learnt.get(key(asked))
    const reading = { venue, pool, accounts: new Set(known?.accounts), rounds: 0 }
    const given = known?.mint ?? asked.mint
    if (given !== undefined || venue.mintOf === undefined) return { ...reading, mint: given }
    try {
      return { ...reading, mint: await venue.mintOf(pool, await heldBy(pool)) }
    } catch (error) {
      return { ...reading, mint: undefined, error }
    }
  }

  /**
   * Asks the venues for further accounts and adds the result to the readings.
   *
   * @returns the pools that want more.
   */
  async function ask(readings: readonly Reading[], found: AccountSet): Promise<readonly Reading[]> {
    const wanting = await Promise.all(
      readings.map(async reading => {
        if ('error' in reading) return []
        try {
          const asked = await reading.venue.accountsToRead(reading.pool, ownPart(reading, found), reading.mint)
          const missing = asked.filter(address => !reading.accounts.has(address))
          if (missing.length === 0) return []
          for (const address of missing) reading.accounts.add(address)
          if (++reading.rounds > maxRounds)
            throw new TernError('pool/accountsNotReady', { pool: reading.pool, missing })
          return [reading]
        } catch (error) {
          reading.error = error
          return []
        }
      }),
    )
    return wanting.flat()
  }

  async function readPools(
    asked: readonly PoolToRead[],
    options?: { readonly maxAgeMs?: number },
  ): Promise<readonly PoolRead[]> {
    const readings = await Promise.all(asked.map(begin))
    const found = new Map<Address, AccountSnapshot | null>()
    const take = async (addresses: readonly Address[], how = options) => {
      if (addresses.length > 0) for (const [address, account] of await read(addresses, how)) found.set(address, account)
    }
    const accountsOf = (some: readonly Reading[]) => [...new Set(some.flatMap(({ accounts }) => [...accounts]))]
    for (let wanting: readonly Reading[] = readings; wanting.length > 0; wanting = await ask(readings, found))
      await take(accountsOf(wanting).filter(address => !found.has(address)))
    // A pool's state and its vaults must belong to a single moment, or the reserves do not add up.
    // Rounds are slots apart, and a push may have updated a part of the cached accounts.
    let torn: readonly Reading[] = readings.filter(
      reading => !('error' in reading) && (reading.rounds > 1 || !isOfOneSlot(reading.accounts, found)),
    )
    for (let times = 1; torn.length > 0; times++) {
      const mixed = await readAtOnce(torn)
      if (times >= maxReadings)
        for (const reading of mixed) reading.error = new TernError('pool/accountsNotReady', { pool: reading.pool })
      // Meanwhile a pool may want more accounts, for example the next ticks after a price change.
      const wanting = await ask(
        torn.filter(reading => !mixed.includes(reading)),
        found,
      )
      torn = [...wanting, ...mixed.filter(reading => !('error' in reading))]
      if (mixed.length > 0 && torn.length > 0) await rest(slotMs)
    }
    return readings.map(reading => {
      if ('error' in reading) return { error: reading.error }
      try {
        return { pool: learn(reading, reading.venue.open(reading.pool, ownPart(reading, found), reading.mint)) }
      } catch (error) {
        return { error }
      }
    })
  }

  return {
    accountsOf: (venue, pool) => learnt.get(key({ venue, pool }))?.accounts ?? [],
    forgetBeyond(slot) {
      for (const [name, { pool }] of learnt) if (pool.slot > slot) learnt.delete(name)
    },
    readPools,
    async readPool(venue, pool, { mint, ...options } = {}) {
      const [answer] = await readPools([{ venue, pool, ...(mint && { mint }) }], options)
      if (answer === undefined || 'error' in answer) throw answer?.error
      return answer.pool
    },
  }
}
