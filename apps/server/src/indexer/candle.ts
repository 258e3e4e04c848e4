import { formatDecimal, type Ratio } from '@tern/core'
import { compareRatios } from '@tern/core/internal'
import type { CandleRow, TradeRow } from '../data/rows.ts'

/** The candle intervals, in seconds. */
export const candleIntervals = [1, 5, 15, 60, 300, 900, 3600] as const

/**
 * A swap of a listed pool. Neither amount is zero.
 * Its key is `signature`, `tradedIn` and `position`. They are the same each time that the transaction is read.
 */
export interface Trade {
  readonly signature: string
  /** The pool that the event names. */
  readonly tradedIn: string
  /** Index of the swap among the transaction's swaps in `tradedIn`, from 0. */
  readonly position: number
  /** The pool that the token trades in today. Differs from `tradedIn` if the curve has moved since. */
  readonly pool: string
  readonly slot: number
  readonly timestampSeconds: number
  readonly side: 'buy' | 'sell'
  readonly lamports: bigint
  readonly tokens: bigint
  /** The pool's price after the swap, without fees: lamports per raw token unit. */
  readonly price: Ratio
  readonly owner: string | null
  /** `true` once no fork can undo it. */
  readonly isFinal: boolean
}

/** The trades of a pool in an interval. Prices are the exact ones after each trade. */
export interface Candle {
  readonly pool: string
  readonly intervalSeconds: number
  readonly startSeconds: number
  readonly open: Ratio
  readonly openSlot: number
  readonly high: Ratio
  readonly low: Ratio
  readonly close: Ratio
  readonly closeSlot: number
  readonly volumeLamports: bigint
  readonly buys: number
  readonly sells: number
}

/** Returns the start of the candle for a time. */
export function startOfCandle(timestampSeconds: number, intervalSeconds: number): number {
  return timestampSeconds - (timestampSeconds % intervalSeconds)
}

/**
 * Adds a trade to a candle. Trades may arrive late: the earliest slot sets the open, the latest the close.
 * Within a slot, the order of arrival decides.
 */
export function addTrade(candle: Candle | undefined, trade: Trade, intervalSeconds: number): Candle {
  const { price } = trade
  const isBuy = trade.side === 'buy'
  if (candle === undefined)
    return {
      pool: trade.pool,
      intervalSeconds,
      startSeconds: startOfCandle(trade.timestampSeconds, intervalSeconds),
      open: price,
      openSlot: trade.slot,
      high: price,
      low: price,
      close: price,
      closeSlot: trade.slot,
      volumeLamports: trade.lamports,
      buys: isBuy ? 1 : 0,
      sells: isBuy ? 0 : 1,
    }
  const isEarliest = trade.slot < candle.openSlot
  const isLatest = trade.slot >= candle.closeSlot
  return {
    ...candle,
    ...(isEarliest && { open: price, openSlot: trade.slot }),
    ...(isLatest && { close: price, closeSlot: trade.slot }),
    high: compareRatios(price, candle.high) > 0 ? price : candle.high,
    low: compareRatios(price, candle.low) < 0 ? price : candle.low,
    volumeLamports: candle.volumeLamports + trade.lamports,
    buys: candle.buys + (isBuy ? 1 : 0),
    sells: candle.sells + (isBuy ? 0 : 1),
  }
}

/**
 * Joins shorter candles of a pool, oldest first, into a longer candle.
 * @returns `undefined` if there are no candles.
 */
export function joinCandles(shorter: readonly Candle[], intervalSeconds: number): Candle | undefined {
  const [first, ...others] = shorter
  if (first === undefined) return undefined
  let joined: Candle = { ...first, intervalSeconds, startSeconds: startOfCandle(first.startSeconds, intervalSeconds) }
  for (const candle of others) joined = join(joined, candle)
  return joined
}

function join(joined: Candle, candle: Candle): Candle {
  const isEarlier = candle.openSlot < joined.openSlot
  const isLater = candle.closeSlot >= joined.closeSlot
  return {
    ...joined,
    ...(isEarlier && { open: candle.open, openSlot: candle.openSlot }),
    ...(isLater && { close: candle.close, closeSlot: candle.closeSlot }),
    high: compareRatios(candle.high, joined.high) > 0 ? candle.high : joined.high,
    low: compareRatios(candle.low, joined.low) < 0 ? candle.low : joined.low,
    volumeLamports: joined.volumeLamports + candle.volumeLamports,
    buys: joined.buys + candle.buys,
    sells: joined.sells + candle.sells,
  }
}

export function tradeRow({ signature, slot, timestampSeconds, side, lamports, tokens, price, owner }: Trade): TradeRow {
  return {
    ...{ signature, slot, timestampSeconds, side, owner },
    ...{ lamports: String(lamports), tokens: String(tokens) },
    price: { numerator: String(price.numerator), denominator: String(price.denominator) },
  }
}

export function candleRow(candle: Candle): CandleRow {
  return {
    t: candle.startSeconds,
    open: decimal(candle.open),
    high: decimal(candle.high),
    low: decimal(candle.low),
    close: decimal(candle.close),
    volumeLamports: String(candle.volumeLamports),
  }
}

const decimal = (price: Ratio) => formatDecimal(price, { significant: 18 }, { rounding: 'floor' })
