import type { Chain } from '@tern/chain'
import type { Address } from '@tern/core'
import type { Candidate } from '@tern/venues/internal/finder'
import { tradingPrograms } from '@tern/venues/read'
import { createEmitter, type Feed } from '../data/emitter.ts'
import type { PoolRow } from '../data/poolRows.ts'
import type { LiveTradeRow } from '../data/rows.ts'
import type { Database } from '../database/database.ts'
import { createQueue } from '../database/queue.ts'
import { createCurveMoves } from './curveMoves.ts'
import { createFollowers } from './followers.ts'
import { createIntake } from './intake.ts'
import type { Listing } from './listing.ts'
import { createLookUp } from './lookUp.ts'
import { createMarketAnswers, type MarketAnswers } from './marketAnswers.ts'
import { createMarketStore, type MarketStore } from './marketStore.ts'
import type { PoolState } from './poolState.ts'
import { followStates } from './poolStates.ts'
import { openPoolIndex } from './pools/openPoolIndex.ts'
import { createPoolAnswers, type PoolAnswers } from './pools/poolAnswers.ts'
import type { Rollback } from './rollback.ts'
import { settleLaunches } from './settleLaunches.ts'
import { settleTrades } from './settleTrades.ts'
import { createTokenBook } from './tokenBook.ts'
import { createTokenList, describeOn } from './tokenList.ts'
import { createTokenStore } from './tokenStore.ts'
import { createTradeRecorder } from './tradeRecorder.ts'
import { createTransactionReader, readTransaction, type TransactionReader } from './transaction.ts'

/** The listed tokens, and their trades as they are confirmed. */
export interface Markets extends MarketAnswers {
  readonly trades: Feed<LiveTradeRow>
  readonly rollbacks: Feed<Rollback>
  readonly pools: PoolAnswers
  /** The rows of pools that changed. */
  readonly changedPools: Feed<readonly PoolRow[]>
  /** Returns the mints of the listed tokens. */
  listed(): readonly Address[]
  /** Resolves when everything is written. */
  stop(): Promise<void>
}

/**
 * Limits for reading the chain: high for the practice chain in this process.
 * They are low for a cluster's nodes, because each token has its own subscription there.
 */
const asked = {
  practice: {
    maxBack: 50_000,
    reads: 16,
    statesMs: 300,
    settleMs: 2_000,
    details: { burst: 400, perSecond: 200 },
    finds: { burst: 1_000, perSecond: 100 },
    notFoundMs: 0,
    maxFound: undefined,
  },
  cluster: {
    maxBack: 1_000,
    reads: 4,
    statesMs: 2_000,
    settleMs: 10_000,
    details: { burst: 20, perSecond: 10 },
    finds: { burst: 10, perSecond: 0.5 },
    /** A mint without any pool is not searched again for this long, in milliseconds. */
    notFoundMs: 20_000,
    maxFound: 40,
  },
}

interface Options {
  /** Describes a launched token in a sentence. */
  readonly describe?: (mint: Address) => Promise<string | null>
  /** Reads pools that a token may have, beyond the pools with addresses derived from its mint. */
  readonly candidatesOf?: (mint: Address) => Promise<readonly Candidate[]>
  /** Returns lamports for 10¹⁸ raw units of each token with a known price. */
  readonly pricesOf?: () => ReadonlyMap<Address, bigint>
  /** Receives each new state of the pool that a token is listed in. */
  readonly onState?: (mint: Address, pool: Address, state: PoolState) => void
  /** Unset: its own reader without reports. */
  readonly transactions?: TransactionReader
  /** Max launched tokens, see `createTokenBook`. */
  readonly maxLaunched?: number
  /** Retries the first read of the launched tokens. Unset: it is read once. */
  readonly persist?: <Answer>(read: () => Promise<Answer>) => Promise<Answer>
}

/**
 * Follows the listed pools: their prices by their accounts, their trades by their transactions.
 * On a cluster, these are the pools of the settings, and the pools of tokens that clients asked for. The practice chain
 * is followed as a whole: every launched token is listed.
 */
export async function openMarkets(
  chain: Chain,
  database: Database,
  {
    listings,
    kind,
    ...options
  }: Options & { readonly listings: readonly Listing[]; readonly kind: keyof typeof asked },
): Promise<Markets> {
  const { describe = async () => null, candidatesOf = async () => [], maxLaunched, persist = read => read() } = options
  const { transactions = createTransactionReader(chain), onState = () => {}, pricesOf = () => new Map() } = options
  const { maxBack, reads, statesMs, settleMs, details, finds, notFoundMs, maxFound } = asked[kind]
  const max = maxLaunched ?? maxFound
  const store = createMarketStore(database)
  const tokenStore = createTokenStore(database)
  const book = createTokenBook(store, max === undefined ? {} : { max })
  const describeAll = describeOn(chain, kind, describe)
  await restoreListings()

  const trades = createEmitter<LiveTradeRow>('nothing')
  const rollbacks = createEmitter<Rollback>('nothing')
  const stopping = new AbortController()
  const { signal } = stopping
  // Several followers run at once, but the store allows a single writer.
  const queue = createQueue()
  const index = await openPoolIndex({
    ...{ chain, database, kind, queue, readMs: statesMs, describe: describeAll, persist },
    solPrice: cachedPrices(pricesOf),
    listingOf: book.listingOf,
  })
  const followers = createFollowers({
    ...{ chain, store, transactions, signal, maxBack, reads, details },
    take: landed => intake.take(landed),
  })
  const states = followStates(chain, statesMs, {
    listed: book.listings,
    // If the database is down, the next read of the pool adds it.
    onPool: pool => void index.meet(pool).catch(() => {}),
    onState(pool, state) {
      book.setState(pool, state)
      const mint = book.mintOf(pool)
      // A curve whose token has moved may be read once more.
      if (mint !== undefined && book.poolOf(mint) === pool) onState(mint, pool, state)
      if (state.curve?.stage === 'migrated') void moves.find({ address: pool, ...state }).catch(() => {})
    },
  })
  const common = { chain, kind, store, tokenStore, book, followers, states, queue, rollbacks }
  const recorder = createTradeRecorder(store, book, trades)
  const moves = createCurveMoves(common)
  const list = createTokenList({ ...common, recorder, describe: describeAll, onForgotten })
  const intake = createIntake({ ...common, recorder, moves, list, transactions, pools: index })
  const lookUp = createLookUp({ ...common, list, candidatesOf, finds, notFoundMs })

  await states.ready
  for (const address of kind === 'cluster' ? book.listings().map(({ pool }) => pool) : tradingPrograms)
    followers.follow(address)
  const read = (signature: string) => readTransaction(transactions, { signature, isFinal: true }, signal)
  const settling = [
    settleLaunches({ chain, everyMs: settleMs, signal, open: list.openLaunches, onForked: list.unlist }),
    settleTrades({
      chain,
      store: bothStores(store, index.store),
      ...{ everyMs: settleMs, signal, read, onForked: intake.takeBack },
    }),
  ]
  const pools = createPoolAnswers({
    ...{ chain, database, index, followers, kind, finds },
    isListed: pool => book.mintOf(pool) !== undefined,
    dropPool: pool => queue.run(() => index.forget(pool)),
  })

  /** On a cluster, a pool is followed for its listed token, or because a client asked for the pool. */
  async function onForgotten(pool: Address) {
    if (kind === 'cluster' && !pools.isLookedUp(pool)) await index.forget(pool)
  }

  /** Lists the tokens of the settings, and the launched tokens of earlier runs. */
  async function restoreListings() {
    await book.add(listings, 'given')
    const kept = await tokenStore.readTokens()
    const gone = await book.add(await persist(() => describeAll(kept)), 'launched')
    for (const listing of gone) await tokenStore.forget(listing)
  }

  return {
    ...createMarketAnswers(chain, database, { book, lookUp }),
    pools,
    changedPools: index.changed,
    trades,
    rollbacks,
    listed: () => book.listings().map(({ mint }) => mint),
    async stop() {
      stopping.abort()
      await Promise.all([followers.ended(), ...settling, states.stop(), index.stop()])
      await queue.idle()
    },
  }
}

/** Max age of the prices that value pools, in milliseconds. */
const pricesMs = 1_000

/** Returns a price by mint. It takes all prices at most once a second, because collecting them takes time. */
function cachedPrices(pricesOf: () => ReadonlyMap<Address, bigint>): (mint: Address) => bigint | undefined {
  let prices = pricesOf()
  let atMs = performance.now()
  return mint => {
    if (performance.now() - atMs > pricesMs) {
      prices = pricesOf()
      atMs = performance.now()
    }
    return prices.get(mint)
  }
}

type Settled = Pick<MarketStore, 'readOpen' | 'setFinal'>

/** Joins the transactions of the trades with those of the changes of pools. */
function bothStores(trades: Settled, changes: Settled): Settled {
  return {
    async readOpen(upToSlot, limit) {
      const found = (await Promise.all([trades, changes].map(store => store.readOpen(upToSlot, limit)))).flat()
      const bySignature = new Map(found.map(one => [one.signature, one]))
      return [...bySignature.values()].sort((a, b) => a.slot - b.slot).slice(0, limit)
    },
    async setFinal(signatures) {
      await trades.setFinal(signatures)
      await changes.setFinal(signatures)
    },
  }
}
