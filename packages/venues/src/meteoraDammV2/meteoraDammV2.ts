import type { Venue } from '../venue.ts'
import { program } from './addresses.ts'
import { accountsOf, decodePool, openPool } from './pool.ts'

/**
 * Meteora's DAMM v2. Each pool has a single price range or a constant product.
 * Fees can depend on time, amount, price and volatility.
 */
export const meteoraDammV2: Venue = {
  protocol: 'meteora_damm_v2',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account === undefined) return [pool]
    if (account === null) return []
    return accountsOf(decodePool(account)).filter(one => !read.has(one))
  },
  open: openPool,
}
