import type { Chain } from '@tern/chain'
import type { Database } from '../database/database.ts'
import { createRateLimit } from '../http/rateLimit.ts'
import { createEmitter } from '../procedures/emitter.ts'
import type { ProcedureContext } from '../procedures/procedure.ts'
import type { LiveTradeRow, TradeRow } from '../procedures/rows.ts'
import { candleRow, type Trade } from './candle.ts'
import type { Listing } from './listing.ts'
import { createMarketStore } from './marketStore.ts'
import { followPool } from './poolFollower.ts'
import { openTokenBook } from './tokenBook.ts'

/** A trade older than this is history when it is found, and no news. */
const newsSeconds = 60

export interface Markets extends Pick<ProcedureContext, 'tokens' | 'markets' | 'trades'> {
  /** Ends when everything is written. */
  stop(): Promise<void>
}

/** Follows the listed pools: prices from their accounts, trades from their transactions. */
export async function openMarkets(chain: Chain, database: Database, listings: readonly Listing[]): Promise<Markets> {
  const store = createMarketStore(database)
  const tokens = await openTokenBook(chain, store, listings)
  const trades = createEmitter<LiveTradeRow>('nothing')
  const stopping = new AbortController()
  const details = createRateLimit({ burst: 20, perSecond: 10 })
  const onTrades = (fresh: readonly Trade[]) => {
    tokens.count(fresh)
    for (const trade of fresh) {
      const mint = tokens.mintOf(trade.pool)
      if (mint === undefined || trade.timestampSeconds < Date.now() / 1000 - newsSeconds) continue
      const price = { numerator: String(trade.lamports), denominator: String(trade.tokens) }
      trades.emit({ ...tradeRow(trade), mint, price })
    }
  }
  const following = listings.map(({ pool }) =>
    followPool({ chain, store, pool, details, signal: stopping.signal, onTrades }),
  )
  return {
    tokens,
    trades,
    markets: {
      async readTrades(mint, limit) {
        const pool = tokens.poolOf(mint)
        return pool === undefined ? [] : (await store.readTrades(pool, limit)).map(tradeRow)
      },
      async readCandles(mint, intervalSeconds, limit) {
        const pool = tokens.poolOf(mint)
        return pool === undefined ? [] : (await store.readCandles(pool, intervalSeconds, limit)).map(candleRow)
      },
    },
    async stop() {
      tokens.stop()
      stopping.abort()
      await Promise.all(following)
    },
  }
}

function tradeRow({ signature, slot, timestampSeconds, side, lamports, tokens, owner }: Trade): TradeRow {
  return { signature, slot, timestampSeconds, side, lamports: String(lamports), tokens: String(tokens), owner }
}
