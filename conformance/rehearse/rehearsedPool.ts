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
import type { Pool, Venue } from '@tern/venues'
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

/** Decodes the clock. @throws TernError `rpc/accounts` if it is not among the accounts. */
export function clockAt(slot: bigint, accounts: AccountSet): Clock {
  const clock = accounts.get(clockSysvar)
  if (!clock) throw new TernError('rpc/accounts', { why: 'no clock' })
  const { unixTimestamp, epoch } = clockLayout.view(clock.data)
  return { slot, unixTimestamp, epoch }
}

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

/** Reads a pool until it asks for nothing new. All accounts are of one slot. */
async function learnAccounts(node: Node, { venue, pool, mint }: Pick<LivePool, 'venue' | 'pool'> & { mint?: Address }) {
  const known = new Set<Address>([clockSysvar, ...(mint === undefined ? [] : [mint])])
  for (let round = 1; ; round++) {
    const { accounts } = await node.read([...known])
    const wanted = (await venue.accountsToRead(pool, accounts, mint)).filter(address => !known.has(address))
    if (wanted.length === 0) return { known, accounts }
    if (round === maxRounds) throw new TernError('pool/accountsNotReady', { pool, missing: wanted })
    for (const address of wanted) known.add(address)
  }
}

/**
 * Reads which mints a pool trades.
 * @throws TernError `rpc/*`, `pool/*`, `layout/*`.
 */
export async function mintsOf(node: Node, venue: Venue, pool: Address): Promise<readonly Address[]> {
  const { accounts } = await learnAccounts(node, { venue, pool })
  return venue.open(pool, accounts).tokens.map(({ mint }) => mint)
}

/**
 * Learns the accounts that the venue reads.
 * @throws TernError `rpc/*`, `pool/*`, `layout/*`.
 */
export async function learnPool(node: Node, live: LivePool): Promise<RehearsedPool> {
  const { venue, pool, mint } = live
  const { known, accounts } = await learnAccounts(node, live)
  const token = decodeMint(mint, accounts.get(mint))
  return {
    live,
    tokenProgram: token.program,
    tokenAccountBytes: tokenAccountSize(token),
    tokenAccountOf: owner => associatedTokenAddress(owner, mint, token.program),
    async snapshot(others, minSlot) {
      const read = await node.read([...new Set([...known, ...others])], minSlot)
      const own = new Map([...known].map(address => [address, read.accounts.get(address) ?? null]))
      return { ...read, pool: venue.open(pool, own, mint), clock: clockAt(read.slot, own) }
    },
  }
}
