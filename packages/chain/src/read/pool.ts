import { type AccountSet, type AccountSnapshot, type Address, TernError } from '@tern/core'
import type { Pool, Venue } from '@tern/venues'

type Read = (addresses: readonly Address[], options?: { readonly maxAgeMs?: number }) => Promise<AccountSet>

/** `mint`: the pool's token, where it is known; else it is looked for where a venue cannot tell it from the pool. */
export interface PoolOptions {
  readonly maxAgeMs?: number
  readonly mint?: Address
}

/** More rounds than any venue takes; a venue that keeps asking is at fault. */
const mostRounds = 8
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
}

/** One pool while it is being read. */
interface Reading {
  readonly venue: Venue
  readonly pool: Address
  readonly mint: Address | undefined
  /** Its accounts as far as they are known, in the order of asking. */
  readonly accounts: Set<Address>
  rounds: number
  error?: unknown
}

interface Learnt {
  readonly accounts: readonly Address[]
  readonly mint: Address | undefined
}

function isOfOneSlot(accounts: Iterable<Address>, found: AccountSet): boolean {
  return new Set([...accounts].flatMap(address => found.get(address)?.slot ?? [])).size < 2
}

/** Only what was asked for this pool: a venue may open it from nothing else. */
function ownPart({ accounts }: Reading, found: AccountSet): Map<Address, AccountSnapshot | null> {
  return new Map([...accounts].map(address => [address, found.get(address) ?? null]))
}

/**
 * Asks venues what to read until they ask for nothing new, reads what all of them want in one batch, and opens the pools.
 * What was learnt is kept a while: from the second time on a pool is one request. `heldBy`: the mints of an address's token accounts.
 */
export function createPoolReader(read: Read, heldBy: (owner: Address) => Promise<readonly Address[]>): PoolReader {
  const learnt = new Map<string, Learnt>()
  const key = ({ venue, pool }: Pick<PoolToRead, 'venue' | 'pool'>) => `${venue.protocol} ${pool}`

  function learn({ venue, pool, mint, accounts }: Reading): void {
    const name = key({ venue, pool })
    learnt.delete(name)
    learnt.set(name, { accounts: [...accounts], mint })
    const [oldest] = learnt.keys()
    if (learnt.size > mostLearnt && oldest !== undefined) learnt.delete(oldest)
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
    // A pool's state and its vaults must be of one moment, or the reserves do not add up: rounds lie slots apart, and of
    // what is kept one account may have been pushed before the other.
    let torn: readonly Reading[] = readings.filter(
      reading => !('error' in reading) && (reading.rounds > 1 || !isOfOneSlot(reading.accounts, found)),
    )
    // Meanwhile a pool may have come to want others: a price that has moved on, the next ticks.
    for (; torn.length > 0; torn = await ask(torn, found)) await take(accountsOf(torn), { maxAgeMs: 0 })
    return readings.map(reading => {
      if ('error' in reading) return { error: reading.error }
      try {
        const pool = reading.venue.open(reading.pool, ownPart(reading, found), reading.mint)
        learn(reading)
        return { pool }
      } catch (error) {
        return { error }
      }
    })
  }

  return {
    accountsOf: (venue, pool) => learnt.get(key({ venue, pool }))?.accounts ?? [],
    readPools,
    async readPool(venue, pool, { mint, ...options } = {}) {
      const [answer] = await readPools([{ venue, pool, ...(mint && { mint }) }], options)
      if (answer === undefined || 'error' in answer) throw answer?.error
      return answer.pool
    },
  }
}
