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

export function parseCandle(row: CandleRow, decimals: number): Candle {
  const scale = scaleOf(decimals)
  return {
    time: row.t,
    open: Number(row.open) * scale,
    high: Number(row.high) * scale,
    low: Number(row.low) * scale,
    close: Number(row.close) * scale,
  }
}

type Priced = Pick<LiveTradeRow, 'timestampSeconds' | 'price'>

/**
 * The candle that a trade makes of the last one: the same interval grows, a later one opens at the last close. A trade
 * that came late changes nothing.
 */
export function addTrade(last: Candle | undefined, trade: Priced, intervalSeconds: number, decimals: number): Candle {
  const price = (Number(trade.price.numerator) / Number(trade.price.denominator)) * scaleOf(decimals)
  const time = Math.floor(trade.timestampSeconds / intervalSeconds) * intervalSeconds
  if (last === undefined) return { time, open: price, high: price, low: price, close: price }
  if (time < last.time) return last
  if (time > last.time) {
    const open = last.close
    return { time, open, high: Math.max(open, price), low: Math.min(open, price), close: price }
  }
  return { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price }
}
