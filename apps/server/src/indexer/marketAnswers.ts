import type { Chain } from '@tern/chain'
import { type Address, wrappedNativeMint } from '@tern/core'
import type {
  CandleRow,
  DevTokensRow,
  HolderRow,
  OtherMarketRow,
  TokenDetailRow,
  TokenFactsRow,
  TokenRow,
  TradeRow,
  TradersRow,
} from '../data/rows.ts'
import type { Database } from '../database/database.ts'
import { candleRow, tradeRow } from './candle.ts'
import { keptFor } from './keptFor.ts'
import type { LookUp } from './lookUp.ts'
import { type AskedCandles, createMarketStore } from './marketStore.ts'
import type { TokenBook } from './tokenBook.ts'
import { createTokenFacts } from './tokenFacts.ts'
import { readTraders } from './traders.ts'

/** How long a list of traders is reused, in milliseconds. */
const tradersMs = 5_000

/** The answers about tokens and their trades. Reads of the database fail after 4 s, because a client waits. */
export interface MarketAnswers {
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
    readCandles(mint: string, asked: AskedCandles): Promise<readonly CandleRow[]>
  }
}

export function createMarketAnswers(
  chain: Chain,
  database: Database,
  { book, lookUp }: { readonly book: TokenBook; readonly lookUp: LookUp },
): MarketAnswers {
  const store = createMarketStore({ ...database, query: database.queryInTime })
  const tokenFacts = createTokenFacts(chain)
  const tradersOf = keptFor(tradersMs, (pool: Address) =>
    readTraders({ query: database.queryInTime }, pool, book.priceOf(book.mintOf(pool) ?? '')),
  )
  const { listingOf } = book
  const isUnlisted = (mint: string) => !book.isListed(mint) && mint !== wrappedNativeMint
  return {
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
        return pool === undefined ? [] : (await store.readTrades(pool, limit, by)).map(tradeRow)
      },
      async readCandles(mint, asked) {
        const pool = book.poolOf(mint)
        return pool === undefined ? [] : (await store.readCandles(pool, asked)).map(candleRow)
      },
    },
  }
}
