import { type AccountSet, type AccountSnapshot, type Address, TernError } from '@tern/core'
import type { Pool, Venue } from '@tern/venues/load'

type Read = (addresses: readonly Address[], options?: { readonly maxAgeMs?: number }) => Promise<AccountSet>

/** More rounds than any venue takes; a venue that keeps asking is at fault. */
const mostRounds = 8

export interface PoolReader {
  /** @throws TernError `pool/accountsNotReady`, `layout/*`, `rpc/*`. */
  readPool(venue: Venue, pool: Address, options?: { readonly maxAgeMs?: number }): Promise<Pool>
  /** What was read to open it, in the order of asking; empty before the first time. */
  accountsOf(venue: Venue, pool: Address): readonly Address[]
}

function isOfOneSlot(read: AccountSet): boolean {
  const slots = [...read.values()].flatMap(account => account?.slot ?? [])
  return slots.every(slot => slot === slots[0])
}

/**
 * Asks a venue what to read until it asks for nothing new, then opens the pool. What was learnt is kept: from the second
 * time on a pool is one request.
 */
export function createPoolReader(read: Read): PoolReader {
  const learnt = new Map<string, readonly Address[]>()
  const key = (venue: Venue, pool: Address) => `${venue.protocol} ${pool}`

  return {
    accountsOf: (venue, pool) => learnt.get(key(venue, pool)) ?? [],
    async readPool(venue, pool, options) {
      const first = learnt.get(key(venue, pool)) ?? []
      let found = new Map<Address, AccountSnapshot | null>(first.length === 0 ? [] : await read(first, options))
      let rounds = 0
      for (;;) {
        const wanted = (await venue.accountsToRead(pool, found)).filter(address => !found.has(address))
        if (wanted.length === 0) break
        if (++rounds > mostRounds) throw new TernError('pool/accountsNotReady', { pool, missing: wanted })
        found = new Map([...found, ...(await read(wanted, options))])
      }
      // A pool's state and its vaults must be of one moment, or the reserves do not add up: rounds lie slots apart, and of
      // what is kept one account may have been pushed before the other.
      if (rounds > 1 || !isOfOneSlot(found)) found = new Map(await read([...found.keys()], { maxAgeMs: 0 }))
      const opened = venue.open(pool, found)
      learnt.set(key(venue, pool), [...found.keys()])
      return opened
    },
  }
}
