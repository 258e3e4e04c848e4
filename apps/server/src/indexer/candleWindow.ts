import { addTrade, type Candle, startOfCandle, type Trade } from './candle.ts'

/** The latest candles of a pool, in memory. */
export interface CandleWindow {
  /** Adds a trade. Ignores a trade that is older than the window. */
  add(trade: Trade): void
  /** Drops candles that are too old. @returns the others, oldest first. */
  inOrder(): readonly Candle[]
  /** Number of candles in memory. */
  readonly size: number
}

interface Span {
  readonly intervalSeconds: number
  readonly keptSeconds: number
}

/**
 * Creates a window. It keeps a bounded number of candles, even if they are never read.
 *
 * @param now seconds since 1970.
 */
export function createCandleWindow(
  { intervalSeconds, keptSeconds }: Span,
  known: readonly Candle[],
  now: () => number,
): CandleWindow {
  const candles = new Map(known.map(candle => [candle.startSeconds, candle]))
  const maxCandles = keptSeconds / intervalSeconds + 1

  function forget() {
    const from = now() - keptSeconds
    for (const start of candles.keys()) if (start < from) candles.delete(start)
  }

  return {
    add(trade) {
      const start = startOfCandle(trade.timestampSeconds, intervalSeconds)
      if (start < now() - keptSeconds) return
      candles.set(start, addTrade(candles.get(start), trade, intervalSeconds))
      if (candles.size > maxCandles) forget()
    },
    inOrder() {
      forget()
      // A late trade may have added an earlier candle last.
      return [...candles.values()].sort((a, b) => a.startSeconds - b.startSeconds)
    },
    get size() {
      return candles.size
    },
  }
}
