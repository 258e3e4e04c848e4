import type { Chain } from '@tern/chain'
import type { PoolName } from '@tern/client'
import { type Address, isTernError, TernError, wrappedNativeMint } from '@tern/core'
import type { Pool, Protocol, Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { feeConfigs } from '@tern/venues/internal/feeConfigs'
import type { PoolAnswerRow, PoolDetailRow, PoolListRow } from '../../data/poolRows.ts'
import type { Database } from '../../database/database.ts'
import { createClientRateLimit } from '../../http/clientRateLimit.ts'
import type { Followers } from '../followers.ts'
import { openPools } from '../listing.ts'
import type { PoolIndex } from './openPoolIndex.ts'
import { periodStarts } from './periods.ts'
import type { PoolDetail } from './poolBook.ts'
import { poolTypeOf } from './poolFacts.ts'
import { createPoolStore } from './poolStore.ts'

/** The answers about pools. Reads of the database fail after 4 s, because a client waits. */
export interface PoolAnswers {
  list(): PoolListRow
  /**
   * Returns the pool at an address. Searches the chain if it is not followed, and follows it from then on.
   *
   * @throws TernError `http/tooManyRequests`, `rpc/*`, `database/unavailable`.
   */
  get(address: Address): Promise<PoolAnswerRow>
  /** Returns the names of the followed pools that trade a token, the most liquid first. */
  ofToken(mint: string): readonly PoolName[]
  /** Returns the followed pools that give LP tokens of these mints. @throws TernError like `get`. */
  ofLpMints(mints: readonly string[]): Promise<readonly PoolDetailRow[]>
}

interface AnswerOptions {
  readonly chain: Chain
  readonly database: Database
  readonly index: PoolIndex
  readonly followers: Followers
  readonly kind: 'practice' | 'cluster'
  /** Rate limit of the searches, for all clients together. */
  readonly finds: { readonly burst: number; readonly perSecond: number }
  /** Returns the addresses that are followed for another reason. */
  readonly isListed: (pool: Address) => boolean
  readonly dropPool: (pool: Address) => Promise<void>
}

/** Max pools of a cluster that are followed only because a client asked for the pool. The latest pools are kept. */
const maxLookedUp = 40

/** Max pools of a token in an answer. */
const maxOfToken = 20

/** The answers, and the pools that are followed only for the answers. */
interface AnsweredPools extends PoolAnswers {
  /** Checks if a pool is followed only because a client asked for it. */
  isLookedUp(pool: Address): boolean
}

export function createPoolAnswers(options: AnswerOptions): AnsweredPools {
  const { chain, database, index, followers, kind, finds, isListed, dropPool } = options
  const { book } = index
  const store = createPoolStore({ ...database, query: database.queryInTime })
  const searches = createClientRateLimit(finds)
  const lookedUp = new Set<Address>()
  // Pools of earlier runs.
  if (kind === 'cluster')
    for (const { pool } of book.all()) {
      followers.follow(pool)
      if (!isListed(pool)) lookedUp.add(pool)
    }

  async function complete(detail: PoolDetail): Promise<PoolDetailRow> {
    const { address, protocol } = detail
    const [prices, config] = await Promise.all([
      store.readPrices(periodStarts(Math.floor(Date.now() / 1_000)), address),
      configOf(chain, protocol as Protocol, address as Address),
    ])
    return { ...detail, prices, config }
  }

  /** Follows a pool that a client asked for. */
  async function follow(pool: Pool): Promise<void> {
    await index.meet(pool)
    if (kind === 'practice') return followers.readBack(pool.address)
    followers.follow(pool.address)
    lookedUp.delete(pool.address)
    lookedUp.add(pool.address)
    const [oldest] = lookedUp
    if (lookedUp.size <= maxLookedUp || oldest === undefined) return
    lookedUp.delete(oldest)
    if (isListed(oldest)) return
    followers.unfollow(oldest)
    await dropPool(oldest)
  }

  async function search(address: Address): Promise<PoolAnswerRow> {
    const retryAfterSeconds = searches.take('', 1)
    if (retryAfterSeconds > 0) throw new TernError('http/tooManyRequests', { retryAfterSeconds })
    const account = (await chain.readAccounts([address], { maxAgeMs: 0 })).get(address)
    if (!account) return { kind: 'missing' }
    const pool = await openAt(chain, address)
    if (pool === undefined) return { kind: 'foreign', owner: account.owner }
    if (poolTypeOf(pool.protocol) === undefined)
      return { kind: 'curve', mint: pool.tokens.find(({ mint }) => mint !== wrappedNativeMint)?.mint ?? '' }
    await follow(pool)
    const detail = book.get(address)
    return detail === undefined ? { kind: 'missing' } : { kind: 'pool', pool: await complete(detail) }
  }

  return {
    list: book.list,
    ofToken: mint =>
      book
        .ofToken(mint)
        .slice(0, maxOfToken)
        .map(({ pool: address, protocol }) => ({ protocol, address })),
    isLookedUp: pool => lookedUp.has(pool),
    async get(address) {
      const detail = book.get(address)
      return detail === undefined ? search(address) : { kind: 'pool', pool: await complete(detail) }
    },
    ofLpMints: mints => Promise.all(book.ofLpMints(mints).map(complete)),
  }
}

/** Opens a pool of any venue. @returns `undefined` if the account is no pool. @throws TernError `rpc/*`. */
async function openAt(chain: Chain, address: Address): Promise<Pool | undefined> {
  try {
    return (await openPools(chain, [address]))[0]
  } catch (error) {
    if (isTernError(error, 'config/badValue')) return undefined
    throw error
  }
}

/** Returns the account that sets a pool's fees. `null`: the pool stores its fees itself. @throws TernError `rpc/*`. */
async function configOf(chain: Chain, protocol: Protocol, address: Address): Promise<string | null> {
  const configIn = feeConfigs.get(protocol)
  if (configIn === undefined) return null
  const venue: Venue = venues[protocol]
  const account = (await chain.readAccounts([address])).get(address)
  return account && venue.programs.includes(account.owner) ? configIn(account) : null
}
