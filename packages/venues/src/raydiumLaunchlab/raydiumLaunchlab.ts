import { TernError } from '@tern/core'
import type { Venue } from '../venue.ts'
import { program } from './addresses.ts'
import { accountsOf, openPool, openPoolAccount } from './pool.ts'

/** LaunchLab's bonding curves of every platform: constant product, fixed or linear price, with fees to four parties. */
export const raydiumLaunchlab: Venue = {
  protocol: 'raydium_launchlab',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account === undefined) return [pool]
    if (account === null) return []
    return accountsOf(openPoolAccount(account)).filter(one => !read.has(one))
  },
  open: openPool,
}

/** LetsBonk's curves: LaunchLab's curves that were launched on LetsBonk's platforms. */
export const bonk: Venue = {
  ...raydiumLaunchlab,
  protocol: 'bonk',
  open(address, read) {
    const pool = openPool(address, read)
    if (pool.protocol !== 'bonk') throw new TernError('venue/notThisProtocol', { pool: address, protocol: 'bonk' })
    return pool
  },
}
