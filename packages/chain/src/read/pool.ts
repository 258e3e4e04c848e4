import { type AccountSet, type AccountSnapshot, type Address, TernError } from '@tern/core'
import type { Pool, Venue } from '@tern/venues'
import { pause } from '../rpc/pause.ts'
import { isSameAccount } from './accountCache.ts'
import { accountsPerRequest, chunks, requestsPerBatch } from './accounts.ts'

/** With `maxAgeMs` 0 the accounts of one request are of one slot: nothing that is kept is mixed in. */
type Read = (addresses: readonly Address[], options?: { readonly maxAgeMs?: number }) => Promise<AccountSet>

/** `mint`: the pool's token, where it is known; else it is looked for where a venue cannot tell it from the pool. */
export interface PoolOptions {
  readonly maxAgeMs?: number
  readonly mint?: Address
}

/** More rounds than any venue takes; a venue that keeps asking is at fault. */
const mostRounds = 8
/** A pool whose accounts take several requests is read this often, one slot apart, until all of it is of one moment. */
const mostReadings = 8
const slotMs = 400
/** Pools whose accounts are remembered; the one that was read longest ago makes room. */
const mostLearnt = 2_000

/** A pool by its venue and address. */
export interface PoolToRead {
  readonly venue: Venue
  readonly pool: Address
  /** The pool's token, where it is known. */
  readonly mint?: Address
}

/** A pool as it was read, or why it could not be opened. */
export type PoolRead = { readonly pool: Pool } | { readonly error: unknown }

export interface PoolReader {
  /** @throws TernError `pool/accountsNotReady`, `layout/*`, `rpc/*`. */
  readPool(venue: Venue, pool: Address, options?: PoolOptions): Promise<Pool>
  /** Many in as few requests as one takes; the answers are in the order asked. @throws TernError `rpc/*`. */
  readPools(asked: readonly PoolToRead[], options?: { readonly maxAgeMs?: number }): Promise<readonly PoolRead[]>
  /** What was read to open it, in the order of asking; empty before the first time. */
  accountsOf(venue: Venue, pool: Address): readonly Address[]
  /** The cluster has not come further than `slot`: pools of a later one are forgotten. */
  forgetBeyond(slot: bigint): void
}

/** One pool while it is being read. */
interface Reading {
  readonly venue: Venue
  readonly pool: Address
  readonly mint: Address | undefined
  /** Its accounts as far as they are known, in the order of asking. */
  readonly accounts: Set<Address>
  rounds: number
  /** Its accounts as they were read last, all at once. Unset: as they were found one after the other. */
  moment?: AccountSet
  error?: unknown
}

interface Learnt {
  readonly accounts: readonly Address[]
  readonly mint: Address | undefined
  /** The newest that was opened. */
  readonly pool: Pool
}

const slotsOf = (accounts: Iterable<Address>, found: AccountSet): readonly bigint[] =>
  [...accounts].flatMap(address => found.get(address)?.slot ?? [])

const isOfOneSlot = (accounts: Iterable<Address>, found: AccountSet): boolean =>
  new Set(slotsOf(accounts, found)).size < 2

/**
 * Whether all accounts held these values at one moment: after the last of them was read before, and before the first was read again.
 */
function isUnchanged(accounts: readonly Address[], before: AccountSet | undefined, found: AccountSet): boolean {
  const [earlier, later] = [before ?? new Map(), found].map(set => slotsOf(accounts, set))
  const isLater = earlier?.every(slot => later?.every(next => next >= slot))
  return isLater === true && accounts.every(one => isSameAccount(before?.get(one) ?? null, found.get(one) ?? null))
}

/** Puts pools together whose accounts fit into one request; a pool that does not fit into one stands alone. */
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

/** Only what was asked for this pool: a venue may open it from nothing else. */
function ownPart({ accounts, moment }: Reading, found: AccountSet): Map<Address, AccountSnapshot | null> {
  return new Map([...accounts].map(address => [address, (moment ?? found).get(address) ?? null]))
}

/**
 * Asks venues what to read until they ask for nothing new, reads what all of them want in one batch, and opens the pools.
 * Each pool is opened from the accounts of one moment, and never from an older one than before: if a node is behind, the newest pool
 * that was opened is returned again. Remembers which accounts a pool takes: from the second time on a pool is one request.
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

  /** @returns the newest pool that was opened here. */
  function learn({ venue, pool, mint, accounts }: Reading, opened: Pool): Pool {
    const name = key({ venue, pool })
    const last = learnt.get(name)?.pool
    const newest = last !== undefined && last.slot > opened.slot ? last : opened
    learnt.delete(name)
    learnt.set(name, { accounts: [...accounts], mint, pool: newest })
    const [oldest] = learnt.keys()
    if (learnt.size > mostLearnt && oldest !== undefined) learnt.delete(oldest)
    return newest
  }

  /** Reads all accounts of each pool at once. @returns the pools whose accounts are not of one moment all the same. */
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

  /** Those of the pools that want more than they were known to; from then on that is among their accounts. */
  async function ask(readings: readonly Reading[], found: AccountSet): Promise<readonly Reading[]> {
    const wanting = await Promise.all(
      readings.map(async reading => {
        if ('error' in reading) return []
        try {
          const asked = await reading.venue.accountsToRead(reading.pool, ownPart(reading, found), reading.mint)
          const missing = asked.filter(address => !reading.accounts.has(address))
          if (missing.length === 0) return []
          for (const address of missing) reading.accounts.add(address)
          if (++reading.rounds > mostRounds)
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
    // A pool's state and its vaults must be of one moment, or the reserves do not add up. Rounds lie slots apart, and among
    // accounts that are kept one may have been pushed before the other.
    let torn: readonly Reading[] = readings.filter(
      reading => !('error' in reading) && (reading.rounds > 1 || !isOfOneSlot(reading.accounts, found)),
    )
    for (let times = 1; torn.length > 0; times++) {
      const mixed = await readAtOnce(torn)
      if (times >= mostReadings)
        for (const reading of mixed) reading.error = new TernError('pool/accountsNotReady', { pool: reading.pool })
      // Meanwhile a pool may have come to want others: a price that has moved on, the next ticks.
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
