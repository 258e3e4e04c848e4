import type { Chain } from '@tern/chain'
import { type EndedCurve, type FoundPool, findGraduation, findPools } from '@tern/client'
import { type Address, isTernError, wrappedNativeMint } from '@tern/core'
import { TernError } from '@tern/core/serverErrors'
import { type Graduation, isProtocol } from '@tern/venues'
import { type Candidate, graduationTo } from '@tern/venues/finder'
import { type Migration, type ReadAccounts, tradingPrograms } from '@tern/venues/read'
import type { Database } from '../database/database.ts'
import { createRateLimit } from '../http/rateLimit.ts'
import { createEmitter } from '../procedures/emitter.ts'
import type { Feed, ProcedureContext } from '../procedures/procedure.ts'
import type { LiveTradeRow, OtherMarketRow, TradeRow } from '../procedures/rows.ts'
import { candleRow, type Trade } from './candle.ts'
import { decodeEvents, type Events, type FoundTrade } from './decodeEvents.ts'
import { followAddress, readHistory } from './follower.ts'
import { keptFor } from './keptFor.ts'
import { type Launched, type Listing, listLaunched, tokenInPool } from './listing.ts'
import { createMarketStore } from './marketStore.ts'
import type { PoolState } from './poolState.ts'
import { followStates } from './poolStates.ts'
import { settleLaunches } from './settleLaunches.ts'
import { settleTrades } from './settleTrades.ts'
import { createTokenBook } from './tokenBook.ts'
import { createTokenFacts } from './tokenFacts.ts'
import { createTokenStore } from './tokenStore.ts'
import { readTraders } from './traders.ts'
import {
  createTransactionReader,
  readBlockTime,
  readTransaction,
  type Transaction,
  type TransactionReader,
} from './transaction.ts'

/** A trade older than this is history when it is found, and no news. */
const newsSeconds = 60
/** A pool's trades and candles are cut back after so many more. */
const tradesBetweenPrunes = 500
/** Reports of one block arrive within this time. */
const blockTimesMs = 60_000
/** The rates of a config change seldom; a price differs by millionths until they are read again. */
const ratesMs = 600_000
/** How long it stands who made most with a token. */
const tradersMs = 5_000

/** Trades of tokens that a fork took back, by their transactions. */
export interface Rollback {
  readonly mints: readonly string[]
  readonly signatures: readonly string[]
}

/** What is known of the listed tokens, and their trades as they are confirmed. */
export interface Markets extends Pick<ProcedureContext, 'tokens' | 'markets'> {
  readonly trades: Feed<LiveTradeRow>
  readonly rollbacks: Feed<Rollback>
  /** The mints of the listed tokens. */
  listed(): readonly Address[]
  /** Ends when everything is written. */
  stop(): Promise<void>
}

/**
 * How much is asked of a node: much of the practice chain, which is here; little of a cluster's, where each token that somebody
 * looked up is followed by itself.
 */
const asked = {
  practice: {
    mostBack: 50_000,
    reads: 16,
    statesMs: 300,
    settleMs: 2_000,
    details: { burst: 400, perSecond: 200 },
    finds: { burst: 1_000, perSecond: 100 },
    notFoundMs: 0,
    mostFound: undefined,
  },
  cluster: {
    mostBack: 1_000,
    reads: 4,
    statesMs: 2_000,
    settleMs: 10_000,
    details: { burst: 20, perSecond: 10 },
    finds: { burst: 10, perSecond: 0.5 },
    /** A mint of which no pool was found is not looked for again for so long. */
    notFoundMs: 20_000,
    mostFound: 40,
  },
}

/** The token that a looked-up address leads to. */
interface LookedUp {
  readonly mint: Address
  /** The token's pools, if none of them is against SOL. */
  readonly others: readonly OtherMarketRow[]
}

interface Options {
  /** A sentence on a token that was launched. */
  readonly describe?: (mint: Address) => Promise<string | null>
  /** Pools that a token may have beyond those that follow from its mint everywhere. */
  readonly candidatesOf?: (mint: Address) => Promise<readonly Candidate[]>
  /** Hears each reading of a listed pool. */
  readonly onState?: (mint: Address, pool: Address, state: PoolState) => void
  /** Unset: one of its own, which reports nothing. */
  readonly transactions?: TransactionReader
  /** As `createTokenBook` takes it. */
  readonly mostLaunched?: number
  /** Runs the first read of the launched tokens; unset: the read is run once. */
  readonly persist?: <Answer>(read: () => Promise<Answer>) => Promise<Answer>
}

/**
 * Follows the listed pools: prices from their accounts, trades from their transactions. On a cluster these are the pools it
 * was given and those of tokens that somebody asked for by their mint. The practice chain is followed whole: what is launched
 * there is listed.
 */
export async function openMarkets(
  chain: Chain,
  database: Database,
  listings: readonly Listing[],
  kind: keyof typeof asked,
  options: Options = {},
): Promise<Markets> {
  const { describe = async () => null, candidatesOf = async () => [], mostLaunched, persist = read => read() } = options
  const { transactions = createTransactionReader(chain), onState = () => {} } = options
  const { mostBack, reads, statesMs, settleMs, details, finds, notFoundMs, mostFound } = asked[kind]
  const most = mostLaunched ?? mostFound
  const store = createMarketStore(database)
  const shown = createMarketStore({ ...database, query: database.queryInTime })
  const tokenStore = createTokenStore(database)
  const book = createTokenBook(store, most === undefined ? {} : { most })
  await book.add(listings, 'given')
  const kept = await tokenStore.readTokens()
  const gone = await book.add(await persist(() => describeAll(kept)), 'launched')
  for (const listing of gone) await tokenStore.forget(listing)
  const tokenFacts = createTokenFacts(chain)
  const trades = createEmitter<LiveTradeRow>('nothing')
  const rollbacks = createEmitter<Rollback>('nothing')
  const stopping = new AbortController()
  const limit = createRateLimit(details)
  const blockTime = keptFor(blockTimesMs, (slot: number) => readBlockTime(chain, slot, stopping.signal))
  const common = { chain, store, mostBack, reads, transactions, signal: stopping.signal, take }
  const following: Promise<void>[] = []
  /** On a cluster: ends the following of one pool. */
  const ends = new Map<Address, AbortController>()
  function followPool(address: Address) {
    if (ends.has(address)) return
    const ending = new AbortController()
    ends.set(address, ending)
    const signal = AbortSignal.any([stopping.signal, ending.signal])
    following.push(followAddress({ ...common, signal, address, blockTime, details: limit }))
  }
  function unfollow(address: Address) {
    ends.get(address)?.abort()
    ends.delete(address)
  }
  const states = followStates(chain, statesMs, book.listings, (pool, state) => {
    book.setState(pool, state)
    const mint = book.mintOf(pool)
    if (mint !== undefined) onState(mint, pool, state)
    if (state.curve?.stage === 'migrated') void follow({ address: pool, ...state }).catch(() => {})
  })
  const unpruned = new Map<string, number>()
  /** Tokens that were listed while a fork could still take their launch back. */
  const openLaunches = new Set<Address>()

  // Followers overlap, and the store has one writer.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = last.then(task)
    last = result.catch(() => {})
    return result
  }

  /** Looks for where a curve went whose migration was not heard of. */
  async function follow(curve: EndedCurve) {
    const to = await findGraduation({ chain }, curve)
    if (to !== undefined) await inTurn(() => move(curve.address, to))
  }

  /** The token of a curve that has moved goes on in its pool, with all that is known of it. */
  async function move(curve: Address, { protocol, address }: Graduation) {
    const listing = book.listings().find(({ pool }) => pool === curve)
    if (listing === undefined || !isProtocol(protocol)) return
    await store.move(curve, address)
    const moved = await book.move(listing.mint, { protocol, pool: address })
    if (moved?.kind === 'launched') await tokenStore.keep(moved.listing)
    if (moved !== undefined) states.touch([moved.listing])
    // What traded there before it was listed here.
    if (kind === 'practice') void readHistory({ ...common, address, mostBack: 1_000 }).catch(() => {})
    else {
      unfollow(curve)
      followPool(address)
    }
  }

  /** The migration itself says where a curve went. */
  async function moveAsTold({ pool, to }: Migration) {
    const owner = (await chain.readAccounts([to], { maxAgeMs: 0 })).get(to)?.owner
    const graduation = owner && graduationTo(owner, to)
    if (graduation !== undefined) await move(pool, graduation)
  }

  async function describeAll(launched: readonly Launched[]): Promise<readonly Listing[]> {
    const found = await listLaunched(chain, launched)
    const told = async (listing: Listing) => ({ ...listing, description: await describe(listing.mint) })
    return Promise.all(found.map(kind === 'practice' ? told : async listing => ({ ...listing, picture: null })))
  }

  async function list(launched: readonly Launched[], heardOf: ReadonlyMap<Address, number>) {
    const found = await describeAll(launched)
    for (const { mint } of found) if (!book.isListed(mint)) openLaunches.add(mint)
    const gone = await book.add(found, 'launched', heardOf)
    for (const listing of found) if (book.isListed(listing.mint)) await tokenStore.keep(listing)
    for (const listing of gone) await forget(listing)
    if (kind === 'cluster') for (const { mint, pool } of found) if (book.isListed(mint)) followPool(pool)
    states.touch(found)
  }

  async function forget(listing: Listing) {
    openLaunches.delete(listing.mint)
    unfollow(listing.pool)
    await tokenStore.forget(listing)
    unpruned.delete(listing.pool)
  }

  /** Takes out tokens whose launch a fork left out, with what they traded. */
  function unlist(mints: readonly Address[]): Promise<void> {
    return inTurn(async () => {
      for (const mint of mints) {
        const listing = book.remove(mint)
        if (listing !== undefined) await forget(listing)
      }
      rollbacks.emit({ mints, signatures: [] })
    })
  }

  /** Tokens that the events tell of and that are worth listing: launched, or traded without being listed. */
  function unlisted(events: readonly Events[]): readonly Launched[] {
    const found = new Map<Address, Launched>()
    for (const { trades } of events)
      for (const { protocol, mint, trade } of trades) {
        if (!book.isListed(mint) && book.hasRoom(trade.timestampSeconds))
          found.set(mint, { protocol, mint, pool: trade.pool, createdAtSeconds: null })
      }
    for (const { launches } of events)
      for (const { protocol, mint, pool, name, symbol, uri, creator, timestampSeconds } of launches) {
        const createdAtSeconds = timestampSeconds === undefined ? null : Number(timestampSeconds)
        if (book.isListed(mint) || found.has(mint) || book.hasRoom(createdAtSeconds ?? 0))
          found.set(mint, { protocol, mint, pool, name, symbol, uri, creator, createdAtSeconds })
      }
    return [...found.values()]
  }

  async function record(found: readonly FoundTrade[]) {
    const priced = found.flatMap(({ trade, price }) => (price === undefined ? [] : [{ ...trade, price }]))
    const fresh = await store.record(priced)
    book.count(fresh)
    const news = Date.now() / 1000 - newsSeconds
    for (const trade of fresh) {
      unpruned.set(trade.pool, (unpruned.get(trade.pool) ?? 0) + 1)
      const mint = book.mintOf(trade.pool)
      if (mint === undefined || trade.timestampSeconds < news) continue
      trades.emit({ ...tradeRow(trade), mint })
    }
    for (const [pool, count] of unpruned)
      if (count >= tradesBetweenPrunes) {
        unpruned.delete(pool)
        await store.prune(pool)
      }
  }

  /** A trade on a curve that has moved since belongs to what its pool has. */
  const inPoolOfToday = (found: FoundTrade): FoundTrade => ({
    ...found,
    trade: { ...found.trade, pool: book.poolOf(found.mint) ?? found.trade.pool },
  })

  const readAccounts: ReadAccounts = addresses => chain.readAccounts(addresses, { maxAgeMs: ratesMs })

  /** A transaction that cannot be decoded is skipped. @throws TernError `rpc/*`: its accounts could not be read now. */
  async function decode(transaction: Transaction): Promise<Events> {
    try {
      return await decodeEvents(transaction, readAccounts)
    } catch (error) {
      if (isTernError(error) && error.code.startsWith('rpc/')) throw error
      transactions.skip(transaction.signature, error)
      return { trades: [], launches: [], graduations: [] }
    }
  }

  function take(landed: readonly Transaction[]): Promise<void> {
    return inTurn(async () => takeIn(await Promise.all(landed.map(decode))))
  }

  /** Takes back the trades of transactions that a fork left out, and takes in those that it `landed` in another slot. */
  async function takeBack(signatures: readonly string[], landed: readonly Transaction[]) {
    await inTurn(async () => {
      // If their accounts cannot be read now, nothing is taken back.
      const events = await Promise.all(landed.map(decode))
      const mints = await book.reload(await store.takeBack(signatures))
      states.touch(book.listings().filter(({ mint }) => mints.includes(mint)))
      rollbacks.emit({ mints, signatures })
      await takeIn(events)
    })
  }

  async function takeIn(events: readonly Events[]) {
    if (kind === 'practice') {
      const traded = events.flatMap(({ trades }) => trades)
      const heardOf = new Map(traded.map(({ mint, trade }) => [mint, trade.timestampSeconds]))
      const launched = unlisted(events)
      if (launched.length > 0) await list(launched, heardOf)
    }
    const isListed = ({ pool }: { readonly pool: Address }) => book.mintOf(pool) !== undefined
    const traded = events
      .flatMap(({ trades }) => trades)
      .filter(({ trade }) => isListed(trade))
      .map(inPoolOfToday)
    if (traded.length > 0) await record(traded)
    const graduated = events.flatMap(({ graduations }) => graduations).filter(isListed)
    // If a migration cannot be read now, the curve's state shows it later.
    for (const event of graduated) if (event.kind === 'migration') await moveAsTold(event).catch(() => {})
    const touched = new Set([...traded.map(({ trade }) => trade.pool), ...graduated.map(({ pool }) => pool)])
    states.touch(book.listings().filter(({ pool }) => touched.has(pool)))
  }

  await states.ready
  if (kind === 'cluster') for (const { pool } of book.listings()) followPool(pool)
  else
    for (const address of tradingPrograms)
      following.push(followAddress({ ...common, address, blockTime, details: limit }))

  const readFinal = (signature: string) => readTransaction(transactions, { signature, isFinal: true }, stopping.signal)
  const { signal } = stopping
  following.push(settleLaunches({ chain, everyMs: settleMs, signal, open: openLaunches, onForked: unlist }))
  following.push(settleTrades({ chain, store, everyMs: settleMs, signal, read: readFinal, onForked: takeBack }))

  const searches = createRateLimit(finds)
  const finding = new Map<Address, Promise<LookedUp>>()

  /**
   * Looks once for an unlisted token, however many ask, by its mint or by one of its pools.
   *
   * @throws TernError `http/tooManyRequests`, `rpc/*`.
   */
  function lookUp(address: Address): Promise<LookedUp> {
    const begun = finding.get(address)
    if (begun !== undefined) return begun
    const retryAfterSeconds = searches.take('', 1)
    if (retryAfterSeconds > 0) throw new TernError('http/tooManyRequests', { retryAfterSeconds })
    const search = findByAddress(address)
    finding.set(address, search)
    const forget = () => finding.delete(address)
    search.then(({ mint }) => setTimeout(forget, book.isListed(mint) ? 0 : notFoundMs).unref(), forget)
    return search
  }

  async function findByAddress(address: Address): Promise<LookedUp> {
    const mint = (await tokenInPool(chain, address)) ?? address
    return { mint, others: book.isListed(mint) ? [] : await find(mint) }
  }

  /** Lists a token by its mint alone, if it trades against SOL. @returns its pools, if it trades for other tokens only. */
  async function find(mint: Address): Promise<readonly OtherMarketRow[]> {
    const all = await findPools({ chain }, mint, { listed: await candidatesOf(mint) })
    const found = all.find(({ pool }) => pool.tokens.some(token => token.mint === wrappedNativeMint))
    if (found === undefined) return all.flatMap(one => otherMarket(one, mint) ?? [])
    const { protocol, address: pool } = found.pool
    const now = new Map([[mint, Math.floor(Date.now() / 1000)]])
    await inTurn(() => list([{ mint, protocol, pool, createdAtSeconds: null }], now))
    if (kind === 'practice') void readHistory({ ...common, address: pool, mostBack: 1_000 }).catch(() => {})
    return []
  }

  const tradersOf = keptFor(tradersMs, (pool: Address) =>
    readTraders({ query: database.queryInTime }, pool, book.priceOf(book.mintOf(pool) ?? '')),
  )

  const listingOf = (mint: string) => book.listings().find(one => one.mint === mint)
  const isUnlisted = (mint: string) => !book.isListed(mint) && mint !== wrappedNativeMint

  return {
    trades,
    rollbacks,
    listed: () => book.listings().map(({ mint }) => mint),
    tokens: {
      list: book.list,
      async get(address) {
        const mint = book.mintOf(address) ?? address
        return book.get(isUnlisted(mint) ? (await lookUp(mint as Address)).mint : mint)
      },
      otherMarkets: async mint => (isUnlisted(mint) ? (await lookUp(mint as Address)).others : []),
      async facts(mint) {
        const listing = listingOf(mint)
        return listing && tokenFacts.facts(listing)
      },
      byDevOf: book.byDevOf,
      async holders(mint) {
        const listing = listingOf(mint)
        return listing && tokenFacts.holders(listing)
      },
    },
    markets: {
      async readTraders(mint) {
        const pool = book.poolOf(mint)
        return pool && tradersOf(pool)
      },
      async readTrades(mint, limit, by) {
        const pool = book.poolOf(mint)
        return pool === undefined ? [] : (await shown.readTrades(pool, limit, by)).map(tradeRow)
      },
      async readCandles(mint, intervalSeconds, limit) {
        const pool = book.poolOf(mint)
        return pool === undefined ? [] : (await shown.readCandles(pool, intervalSeconds, limit)).map(candleRow)
      },
    },
    async stop() {
      stopping.abort()
      await Promise.all([...following, states.stop()])
      await last
    },
  }
}

/** A pool as a market of one of its tokens; `undefined` of a curve that has ended. */
function otherMarket({ pool, stage }: FoundPool, mint: Address): OtherMarketRow | undefined {
  const other = pool.tokens.find(token => token.mint !== mint)
  if (other === undefined || stage === 'complete' || stage === 'migrated') return undefined
  return { quoteMint: other.mint, protocol: pool.protocol, pool: pool.address }
}

function tradeRow({ signature, slot, timestampSeconds, side, lamports, tokens, price, owner }: Trade): TradeRow {
  return {
    ...{ signature, slot, timestampSeconds, side, owner },
    ...{ lamports: String(lamports), tokens: String(tokens) },
    price: { numerator: String(price.numerator), denominator: String(price.denominator) },
  }
}
