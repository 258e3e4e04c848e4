import type { Venue } from '../venue.ts'
import { configAddress, program } from './addresses.ts'
import { openCurveAccount, openPool } from './pool.ts'

/** Moonit's bonding curves: constant product, linear and flat prices, and a single fee. Buyers pay in lamports. */
export const moonit: Venue = {
  protocol: 'moonit',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account === undefined) return [pool]
    if (account === null) return []
    return [openCurveAccount(account).mint, configAddress].filter(one => !read.has(one))
  },
  open: openPool,
}
