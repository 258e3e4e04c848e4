import type { Venue } from '../venue.ts'
import { configAddress, program } from './addresses.ts'
import { openCurveAccount, openPool } from './pool.ts'

/** boop.fun's bonding curves: constant product with virtual lamports, and a single fee. Buyers pay in lamports. */
export const boop: Venue = {
  protocol: 'boop',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account === undefined) return [pool]
    if (account === null) return []
    return [openCurveAccount(account).mint, configAddress].filter(one => !read.has(one))
  },
  open: openPool,
}
