import type { Ratio } from '@tern/core'
import type { CandleRow, LiveTradeRow } from '@tern/server/appRouter'
import { rawPerTokenFloat } from '../../data/market/listing.ts'
import type { TokenUnit } from '../../text/numberText.ts'

/** A candle to draw: SOL per shown token, as floats for display only. */
export interface Candle {
  /** Start of the interval, seconds since 1970. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/**
 * The close of the newest candle in lamports per raw unit, which is the last trade's price; `undefined` without
 * candles.
 */
export function lastClose(rows: readonly CandleRow[]): Ratio | undefined {
  const [whole, places = ''] = rows.at(-1)?.close.split('.') ?? []
  return whole === undefined
    ? undefined
    : { numerator: BigInt(whole + places), denominator: 10n ** BigInt(places.length) }
}

/** The most candles to draw, and the fewest intervals, so that a young market is not a lone candle at the edge. */
const [max, min] = [500, 150]

/** Candles to scroll back to in a long-running chart, and the number at which old candles are cut to it. */
const [kept, maxKept] = [1_500, 2_000]

/** Removes the oldest candles in place if there are too many. @returns whether it removed any */
export function dropOldest(candles: Candle[]): boolean {
  if (candles.length <= maxKept) return false
  candles.splice(0, candles.length - kept)
  return true
}

/** The factor from lamports per raw unit to SOL per shown token. */
const scaleOf = (unit: TokenUnit) => rawPerTokenFloat(unit) / 1e9

function parseCandle(row: CandleRow, unit: TokenUnit): Candle {
  const scale = scaleOf(unit)
  return {
    time: row.t,
    open: Number(row.open) * scale,
    high: Number(row.high) * scale,
    low: Number(row.low) * scale,
    close: Number(row.close) * scale,
  }
}

const flat = (time: number, price: number): Candle => ({ time, open: price, high: price, low: price, close: price })

/** Tests if the price did not move: no trades, or all at the same price. */
export function isFlat({ high, low }: Candle): boolean {
  return high === low
}

/** Flat candles for the intervals without trades from `from` to before `to`, never more than are drawn. */
function quiet(from: number, to: number, price: number, intervalSeconds: number): readonly Candle[] {
  const count = Math.max(0, Math.min(max, (to - from) / intervalSeconds))
  return Array.from({ length: count }, (_, index) => flat(to - (count - index) * intervalSeconds, price))
}

/** A candle after `last`: the quiet intervals in between, then the candle, opening at the last close. */
function follow(last: Candle, candle: Candle, intervalSeconds: number): readonly Candle[] {
  const open = last.close
  const joined = { ...candle, open, high: Math.max(candle.high, open), low: Math.min(candle.low, open) }
  return [...quiet(last.time + intervalSeconds, candle.time, open, intervalSeconds), joined]
}

/**
 * Turns the server's candles (oldest first) into a series without gaps. Each opens at the close before it.
 * Intervals without trades are flat; before the first trade there are no candles.
 */
export function parseCandles(rows: readonly CandleRow[], intervalSeconds: number, unit: TokenUnit): readonly Candle[] {
  const candles: Candle[] = []
  for (const row of rows) {
    const [last, next] = [candles.at(-1), parseCandle(row, unit)]
    if (last === undefined) candles.push(next)
    else candles.push(...follow(last, next, intervalSeconds))
  }
  return candles.slice(-max)
}

/** The empty intervals before a short series; there is no price for them. */
export function timesBefore(candles: readonly Candle[], intervalSeconds: number): readonly number[] {
  const [first] = candles
  const count = first === undefined ? 0 : Math.max(0, min - candles.length)
  return Array.from({ length: count }, (_, index) => (first?.time ?? 0) - (count - index) * intervalSeconds)
}

type Priced = Pick<LiveTradeRow, 'timestampSeconds' | 'price'>

/**
 * Computes what a trade adds after `last`, oldest first: the same candle grown, or quiet intervals and a new candle.
 * A trade older than `last` adds nothing.
 */
export function addTrade(
  last: Candle | undefined,
  trade: Priced,
  { intervalSeconds, unit }: { readonly intervalSeconds: number; readonly unit: TokenUnit },
): readonly Candle[] {
  const price = (Number(trade.price.numerator) / Number(trade.price.denominator)) * scaleOf(unit)
  const time = Math.floor(trade.timestampSeconds / intervalSeconds) * intervalSeconds
  if (last === undefined) return [flat(time, price)]
  if (time > last.time) return follow(last, flat(time, price), intervalSeconds)
  if (time < last.time) return []
  return [{ ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price }]
}

/** Converts a candle from price to market cap. `supply` is in whole tokens. */
export function timesSupply({ time, open, high, low, close }: Candle, supply: number): Candle {
  return { time, open: open * supply, high: high * supply, low: low * supply, close: close * supply }
}
