import type { Venue } from '../venue.ts'
import { feeConfig, globalConfigAddress, program } from './addresses.ts'
import { accountsOf, openPool, openPoolAccount } from './pool.ts'

/**
 * pump.fun's own pools: constant product with a virtual part of the quote reserve.
 * Fees are in the quote mint, by market cap.
 */
export const pumpAmm: Venue = {
  protocol: 'pumpamm',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    const always = [pool, globalConfigAddress, feeConfig]
    const wanted = [...always, ...(account ? accountsOf(openPoolAccount(account)) : [])]
    return wanted.filter(one => !read.has(one))
  },
  open: openPool,
}
