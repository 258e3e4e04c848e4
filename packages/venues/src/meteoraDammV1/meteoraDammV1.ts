import type { Venue } from '../venue.ts'
import { program } from './addresses.ts'
import { openPool } from './pool.ts'
import { accountsOf, decodePool } from './poolAccounts.ts'

/**
 * Meteora's DAMM v1. Its pools keep their tokens in Meteora's vaults, which lend a part of them out.
 * The curve is a constant product, or stable for tokens of the same price.
 */
export const meteoraDammV1: Venue = {
  protocol: 'meteora_damm_v1',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account === undefined) return [pool]
    if (account === null) return []
    return accountsOf(decodePool(account), read).filter(one => !read.has(one))
  },
  open: openPool,
}
