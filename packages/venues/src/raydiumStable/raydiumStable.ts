import type { Venue } from '../venue.ts'
import { program } from './addresses.ts'
import { accountsOf, decodePool, openPool } from './pool.ts'

/**
 * Raydium's pools of tokens of nearly equal value. The price follows a table of 1.2 MB, which all pools share.
 * SPL tokens only.
 */
export const raydiumStable: Venue = {
  protocol: 'raydium_stable',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account === undefined) return [pool]
    if (account === null) return []
    return accountsOf(decodePool(account)).filter(one => !read.has(one))
  },
  settledAccounts(pool, read) {
    const account = read.get(pool)
    return account ? [decodePool(account).model_data] : []
  },
  open: openPool,
}
