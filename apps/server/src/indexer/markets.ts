import type { Chain } from '@tern/chain'
import { type EndedCurve, type FoundPool, findGraduation, findPools } from '@tern/client'
import { type Address, isTernError, wrappedNativeMint } from '@tern/core'
import { TernError } from '@tern/core/serverErrors'
import { type Graduation, isProtocol } from '@tern/venues'
import { type Candidate, graduationTo } from '@tern/venues/finder'
import { type Migration, type ReadAccounts, tradingPrograms } from '@tern/venues/read'
import { createEmitter, type Feed } from '../data/emitter.ts'
import type {
  CandleRow,
  DevTokensRow,
  HolderRow,
  LiveTradeRow,
  OtherMarketRow,
  TokenDetailRow,
  TokenFactsRow,
  TokenRow,
  TradeRow,
  TradersRow,
} from '../data/rows.ts'
import type { Database } from '../database/database.ts'
import { createRateLimit } from '../http/rateLimit.ts'
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

/** Max age of a found trade to be reported as live, in seconds. */
const newsSeconds = 60
/** A pool's stored trades and candles are pruned after this many new trades. */
const tradesBetweenPrunes = 500
/** The reports of a block arrive within this time, so its block time is kept this long, in milliseconds. */
const blockTimesMs = 60_000
/** A config's rates change rarely. Until they are read again, a price can be off by millionths. */
const ratesMs = 600_000
/** How long a list of traders is reused, in milliseconds. */
const tradersMs = 5_000

/** Trades that a fork undid, by their transactions. */
export interface Rollback {
  readonly mints: readonly string[]
  readonly signatures: readonly string[]
}

/** The listed tokens, and their trades as they are confirmed. */
export interface Markets {
  readonly tokens: {
    list(): readonly TokenRow[]
    /** Returns a token. Searches the chain if it is not listed. */
    get(mint: string): Promise<TokenDetailRow | undefined>
    /**
     * Returns the markets of a token that is not listed because it does not trade for SOL. Empty for all other tokens.
     */
    otherMarkets(mint: string): Promise<readonly OtherMarketRow[]>
    /** Returns the facts of a listed token. @throws TernError the error of the read. */
    facts(mint: string): Promise<TokenFactsRow | undefined>
    /** Returns the largest holders of a listed token. `null`: the node does not serve this. @throws like `facts`. */
    holders(mint: string): Promise<readonly HolderRow[] | null | undefined>
    /** Returns other listed tokens of a listed token's creator. */
    byDevOf(mint: string): DevTokensRow | undefined
  }
  readonly markets: {
    /** Newest first. */
    readTrades(mint: string, limit: number, by?: string): Promise<readonly TradeRow[]>
    /** `undefined` if the token is not listed. */
    readTraders(mint: string): Promise<TradersRow | undefined>
    /** Oldest first. */
    readCandles(mint: string, intervalSeconds: number, limit: number): Promise<readonly CandleRow[]>
  }
  readonly trades: Feed<LiveTradeRow>
  readonly rollbacks: Feed<Rollback>
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
    /** A mint without any pool is not searched again for this long, in milliseconds. */
    notFoundMs: 20_000,
    mostFound: 40,
  },
}

/** The token at an address that a client asked for. */
interface LookedUp {
  readonly mint: Address
  /** The token's pools, if it trades for other tokens only. */
  readonly others: readonly OtherMarketRow[]
}

interface Options {
  /** Describes a launched token in a sentence. */
  readonly describe?: (mint: Address) => Promise<string | null>
  /** Reads pools that a token may have, beyond the pools with addresses derived from its mint. */
  readonly candidatesOf?: (mint: Address) => Promise<readonly Candidate[]>
  /** Receives each new state of a listed pool. */
  readonly onState?: (mint: Address, pool: Address, state: PoolState) => void
  /** Unset: its own reader, which reports nothing. */
  readonly transactions?: TransactionReader
  /** Max launched tokens, see `createTokenBook`. */
  readonly mostLaunched?: number
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
  /** Ends following a pool. Only used on a cluster. */
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
  /** Tokens that were listed while a fork could still undo their launch. */
  const openLaunches = new Set<Address>()

  // Several followers run at once, but the store allows a single writer.
  let last: Promise<unknown> = Promise.resolve()
  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const result = last.then(task)
    last = result.catch(() => {})
    return result
  }

  /** Finds the pool of a curve that migrated without a migration event. */
  async function follow(curve: EndedCurve) {
    const to = await findGraduation({ chain }, curve)
    if (to !== undefined) await inTurn(() => move(curve.address, to))
  }

  /** Moves the token of a migrated curve to its pool, with all of its history. */
  async function move(curve: Address, { protocol, address }: Graduation) {
    const listing = book.listings().find(({ pool }) => pool === curve)
    if (listing === undefined || !isProtocol(protocol)) return
    await store.move(curve, address)
    const moved = await book.move(listing.mint, { protocol, pool: address })
    if (moved?.kind === 'launched') await tokenStore.keep(moved.listing)
    if (moved !== undefined) states.touch([moved.listing])
    // Read the trades of the pool before it was listed.
    if (kind === 'practice') void readHistory({ ...common, address, mostBack: 1_000 }).catch(() => {})
    else {
      unfollow(curve)
      followPool(address)
    }
  }

  /** Moves the token of a migration event to the pool that the event names. */
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

  /** Unlists tokens after a fork undid their launch, and deletes their trades. */
  function unlist(mints: readonly Address[]): Promise<void> {
    return inTurn(async () => {
      for (const mint of mints) {
        const listing = book.remove(mint)
        if (listing !== undefined) await forget(listing)
      }
      rollbacks.emit({ mints, signatures: [] })
    })
  }

  /** Returns the unlisted tokens of these events that are worth listing: launched, or traded. */
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

  /** Assigns a trade on a curve that has moved to the token's current pool. */
  const inPoolOfToday = (found: FoundTrade): FoundTrade => ({
    ...found,
    trade: { ...found.trade, pool: book.poolOf(found.mint) ?? found.trade.pool },
  })

  const readAccounts: ReadAccounts = addresses => chain.readAccounts(addresses, { maxAgeMs: ratesMs })

  /**
   * Decodes a transaction. If that fails, the transaction is skipped.
   * @throws TernError `rpc/*`: its accounts could not be read now.
   */
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

  /** Deletes the trades of transactions that a fork undid, and stores the ones that `landed` in another slot. */
  async function takeBack(signatures: readonly string[], landed: readonly Transaction[]) {
    await inTurn(async () => {
      // Decode first: if the accounts cannot be read now, nothing is deleted.
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
   * Searches for an unlisted token, by its mint or by one of its pools. Concurrent calls share one search.
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

  /**
   * Lists a token by its mint alone, if it trades against SOL.
   * @returns its pools, if it trades for other tokens only.
   */
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

/** Converts a pool to a market of one of its tokens. `undefined` for a curve that has ended. */
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
