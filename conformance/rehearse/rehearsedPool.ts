import {
  type AccountSet,
  type Address,
  associatedTokenAddress,
  type Clock,
  decodeMint,
  TernError,
  tokenAccountSize,
} from '@tern/core'
import { clockSysvar, i64, struct, u64 } from '@tern/core/internal'
import type { Pool } from '@tern/venues'
import type { LivePool } from './findPools.ts'
import type { Node } from './node.ts'

/** `solana_clock::Clock`. */
const clockLayout = struct('Clock', 40, {
  slot: u64,
  epochStartTimestamp: i64,
  epoch: u64,
  leaderScheduleEpoch: u64,
  unixTimestamp: i64,
})

/** More rounds than any venue needs. */
const maxRounds = 8

/** A pool with everything that its trades need to know about a wallet, at a single slot. */
export interface Snapshot {
  readonly slot: bigint
  readonly accounts: AccountSet
  readonly pool: Pool
  readonly clock: Clock
}

/** The accounts to read for a pool and its traders. */
export interface RehearsedPool {
  readonly live: LivePool
  /** The program that owns the token's mint. */
  readonly tokenProgram: Address
  /** Bytes of a token account of this mint. */
  readonly tokenAccountBytes: number
  tokenAccountOf(owner: Address): Promise<Address>
  /**
   * Reads everything at a single slot, `minSlot` or later.
   * @throws TernError `rpc/*`, `pool/*`, `layout/*`.
   */
  snapshot(others: readonly Address[], minSlot?: bigint): Promise<Snapshot>
}

/**
 * Learns the accounts that the venue reads.
 * @throws TernError `rpc/*`, `pool/*`, `layout/*`.
 */
export async function learnPool(node: Node, live: LivePool): Promise<RehearsedPool> {
  const { venue, pool, mint } = live
  const known = new Set<Address>([mint, clockSysvar])
  const learn = async (rounds: number): Promise<AccountSet> => {
    const { accounts } = await node.read([...known])
    const wanted = (await venue.accountsToRead(pool, accounts, mint)).filter(address => !known.has(address))
    if (wanted.length === 0) return accounts
    if (rounds === maxRounds) throw new TernError('pool/accountsNotReady', { pool, missing: wanted })
    for (const address of wanted) known.add(address)
    return learn(rounds + 1)
  }
  const token = decodeMint(mint, (await learn(1)).get(mint))
  return {
    live,
    tokenProgram: token.program,
    tokenAccountBytes: tokenAccountSize(token),
    tokenAccountOf: owner => associatedTokenAddress(owner, mint, token.program),
    async snapshot(others, minSlot) {
      const read = await node.read([...new Set([...known, ...others])], minSlot)
      const own = new Map([...known].map(address => [address, read.accounts.get(address) ?? null]))
      const clock = own.get(clockSysvar)
      if (!clock) throw new TernError('rpc/accounts', { why: 'no clock' })
      const { unixTimestamp, epoch } = clockLayout.view(clock.data)
      return { ...read, pool: venue.open(pool, own, mint), clock: { slot: read.slot, unixTimestamp, epoch } }
    },
  }
}
