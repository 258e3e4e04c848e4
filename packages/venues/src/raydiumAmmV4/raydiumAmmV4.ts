import type { Venue } from '../venue.ts'
import { program } from './addresses.ts'
import { accountsOf, decodePool, openPool } from './pool.ts'

/**
 * Raydium's oldest constant-product pools (AMM v4), once backed by an order book. The price follows the reserves, and the
 * fee is the pool's own. Knows tokens of the first token program only.
 */
export const raydiumAmmV4: Venue = {
  protocol: 'raydiumammv4',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account === undefined) return [pool]
    if (account === null) return []
    return accountsOf(decodePool(account)).filter(one => !read.has(one))
  },
  open: openPool,
}
