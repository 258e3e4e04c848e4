import type { Emitter } from '../data/emitter.ts'
import type { LiveTradeRow } from '../data/rows.ts'
import { tradeRow } from './candle.ts'
import type { FoundTrade } from './decodeEvents.ts'
import type { MarketStore } from './marketStore.ts'
import type { TokenBook } from './tokenBook.ts'

/** Max age of a found trade to be reported as live, in seconds. */
const newsSeconds = 60
/** A pool's stored trades and candles are pruned after this many new trades. */
const tradesBetweenPrunes = 500

/** Stores trades, counts them in the book, and reports the recent ones. */
export interface TradeRecorder {
  record(found: readonly FoundTrade[]): Promise<void>
  /** Drops the count of a pool's trades since its last pruning. */
  forget(pool: string): void
}

export function createTradeRecorder(
  store: Pick<MarketStore, 'record' | 'prune'>,
  book: Pick<TokenBook, 'count' | 'mintOf'>,
  trades: Emitter<LiveTradeRow>,
): TradeRecorder {
  const unpruned = new Map<string, number>()
  return {
    async record(found) {
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
    },
    forget: pool => void unpruned.delete(pool),
  }
}
