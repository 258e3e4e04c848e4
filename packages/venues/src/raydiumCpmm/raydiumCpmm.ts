import type { Venue } from '../venue.ts'
import { program } from './addresses.ts'
import { accountsOf, openPool } from './pool.ts'
import { decodePool } from './poolAccounts.ts'

/**
 * Raydium's constant-product pools (CP-Swap). The price follows the reserves, and a config sets the fees.
 * Supports Token-2022 mints with transfer fees.
 */
export const raydiumCpmm: Venue = {
  protocol: 'raydium_cpmm',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account === undefined) return [pool]
    if (account === null) return []
    return accountsOf(decodePool(account)).filter(one => !read.has(one))
  },
  open: openPool,
}
