import { type Address, TernError } from '@tern/core'
import type { Venue } from '../venue.ts'
import { program, protocolOf } from './addresses.ts'
import { isHookedPool } from './layout.ts'
import { decodeConfigAccount, decodePoolAccount, openPool, quoteMintToRead } from './pool.ts'

/**
 * Meteora's Dynamic Bonding Curve: curves of up to 20 stretches, on terms that each launchpad sets.
 * Complete curves move to Meteora's pools.
 */
export const meteoraDbc: Venue = {
  protocol: 'meteora_dbc',
  programs: [program],
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account === undefined) return [pool]
    if (account === null) return []
    const { config } = decodePoolAccount(account)
    const terms = read.get(config)
    if (terms === undefined) return [config]
    if (terms === null) return []
    const wanted = quoteMintToRead(decodeConfigAccount(terms)).filter(one => !read.has(one))
    return isHookedPool(account.data)
      ? (await import('./hookedSwap.ts')).hookAccountsToRead(pool, read, wanted)
      : wanted
  },
  open: openPool,
}

/** believe's pools: pools of Meteora's program under believe's configs. Refuses other pools. */
export const believe: Venue = {
  ...meteoraDbc,
  protocol: 'believe',
  async accountsToRead(pool, read) {
    const account = read.get(pool)
    if (account) assertBelieve(pool, decodePoolAccount(account).config)
    return meteoraDbc.accountsToRead(pool, read)
  },
  open(address, read) {
    const account = read.get(address)
    if (account) assertBelieve(address, decodePoolAccount(account).config)
    return openPool(address, read)
  },
}

function assertBelieve(pool: Address, config: Address): void {
  if (protocolOf(config) !== 'believe') throw new TernError('venue/notThisProtocol', { pool, protocol: 'believe' })
}
