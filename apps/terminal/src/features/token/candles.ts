import type { CandleRow, LiveTradeRow } from '@tern/server/appRouter'

/** A candle to be drawn: SOL per whole token as floats, which are for looking at only. */
export interface Candle {
  /** Start of the interval, seconds since 1970. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Lamports per raw unit → SOL per whole token. */
const scaleOf = (decimals: number) => 10 ** (decimals - 9)

function parseCandle(row: CandleRow, decimals: number): Candle {
  const scale = scaleOf(decimals)
  return {
    time: row.t,
    open: Number(row.open) * scale,
    high: Number(row.high) * scale,
    low: Number(row.low) * scale,
    close: Number(row.close) * scale,
  }
}

/** Opens a candle where the one before it closed, so that a quiet market is a line and not a row of dots. */
function connect(candle: Candle, last: Candle | undefined): Candle {
  if (last === undefined) return candle
  const open = last.close
  return { ...candle, open, high: Math.max(candle.high, open), low: Math.min(candle.low, open) }
}

/** The server's candles, each opening at the close of the one before. */
export function parseCandles(rows: readonly CandleRow[], decimals: number): readonly Candle[] {
  const candles: Candle[] = []
  for (const row of rows) candles.push(connect(parseCandle(row, decimals), candles.at(-1)))
  return candles
}

type Priced = Pick<LiveTradeRow, 'timestampSeconds' | 'price'>

/**
 * The candle that a trade makes of the last one: the same interval grows, a later one opens at the last close. A trade
 * that came late changes nothing.
 */
export function addTrade(last: Candle | undefined, trade: Priced, intervalSeconds: number, decimals: number): Candle {
  const price = (Number(trade.price.numerator) / Number(trade.price.denominator)) * scaleOf(decimals)
  const time = Math.floor(trade.timestampSeconds / intervalSeconds) * intervalSeconds
  if (last === undefined || time > last.time)
    return connect({ time, open: price, high: price, low: price, close: price }, last)
  if (time < last.time) return last
  return { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price }
}
