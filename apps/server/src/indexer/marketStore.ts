import { and, asc, desc, eq, gte, inArray, lt, lte, or, sql } from 'drizzle-orm'
import { chunks } from '../database/chunks.ts'
import type { Database } from '../database/database.ts'
import { candles, followed, trades } from '../database/schema.ts'
import { addTrade, type Candle, candleIntervals, joinCandles, startOfCandle, type Trade } from './candle.ts'

/** Max rows kept for each pool, and for each interval of its candles: more than any screen shows. */
const maxKept = { trades: 10_000, candles: 1_500 }

/** Trades and candles of the listed pools, in the database. It allows a single writer at a time. */
export interface MarketStore {
  /** Stores trades that are not stored yet. @returns the new ones, in the order given. */
  record(found: readonly Trade[]): Promise<readonly Trade[]>
  /** Returns the signatures with stored trades in a pool. */
  readKnown(tradedIn: string, signatures: readonly string[]): Promise<ReadonlySet<string>>
  /** Notes that everything up to and including `signature` is stored. */
  setFollowed(pool: string, signature: string, slot: number): Promise<void>
  readFollowed(pool: string): Promise<string | undefined>
  /** Reads trades, newest first. `by`: only trades of this owner. */
  readTrades(pool: string, limit: number, by?: string): Promise<readonly Trade[]>
  /** Reads candles that begin at `fromSeconds` or later, oldest first. */
  readCandles(pool: string, asked: AskedCandles): Promise<readonly Candle[]>
  /** Moves a pool's trades and candles to another pool: a bonding curve's history continues in its pool. */
  move(from: string, to: string): Promise<void>
  /** Deletes rows beyond the kept number. */
  prune(pool: string): Promise<void>
  /** Reads transactions up to a slot that a fork may still undo, oldest first. */
  readOpen(upToSlot: number, limit: number): Promise<readonly OpenTransaction[]>
  setFinal(signatures: readonly string[]): Promise<void>
  /** Deletes the trades of transactions, also from the candles. @returns their pools. */
  takeBack(signatures: readonly string[]): Promise<readonly string[]>
}

/** A transaction with trades that are not final yet. */
export interface OpenTransaction {
  readonly signature: string
  readonly slot: number
}

/** The newest `limit` candles of an interval. */
export interface AskedCandles {
  readonly intervalSeconds: number
  readonly limit: number
  readonly fromSeconds?: number | undefined
}

/** Creates the store. `kept`: the trades of a pool, and the candles of a pool and interval, that `prune` keeps. */
export function createMarketStore(database: Database, kept = maxKept): MarketStore {
  const { query } = database
  return {
    async record(found) {
      const fresh = await withoutKnown(database, found)
      if (fresh.length === 0) return fresh
      const changed = await withTrades(database, fresh)
      await database.atomic([
        ...chunks(fresh).map(rows => query.insert(trades).values(rows.map(toTradeRow))),
        ...chunks([...changed.values()].map(toCandleRow)).map(rows => upsertCandles(database, rows)),
      ])
      return fresh
    },
    async readKnown(tradedIn, signatures) {
      const known = await knownTrades(database, signatures)
      return new Set(known.filter(trade => trade.tradedIn === tradedIn).map(({ signature }) => signature))
    },
    async setFollowed(pool, signature, slot) {
      await query
        .insert(followed)
        .values({ pool, signature, slot })
        .onConflictDoUpdate({ target: followed.pool, set: { signature, slot } })
    },
    async readFollowed(pool) {
      const [row] = await query.select().from(followed).where(eq(followed.pool, pool))
      return row?.signature
    },
    async readTrades(pool, limit, by) {
      const rows = await query
        .select()
        .from(trades)
        .where(and(eq(trades.pool, pool), by === undefined ? undefined : eq(trades.owner, by)))
        .orderBy(desc(trades.slot), desc(trades.sequence))
        .limit(limit)
      return rows.map(fromTradeRow)
    },
    async readCandles(pool, { intervalSeconds, limit, fromSeconds = 0 }) {
      const isWanted = and(
        eq(candles.pool, pool),
        eq(candles.intervalSeconds, intervalSeconds),
        gte(candles.startSeconds, fromSeconds),
      )
      const rows = await query.select().from(candles).where(isWanted).orderBy(desc(candles.startSeconds)).limit(limit)
      return rows.reverse().map(fromCandleRow)
    },
    async move(from, to) {
      const theirs = sql`select interval_seconds, start_seconds from candles where pool = ${to}`
      const isDouble = sql`(${candles.intervalSeconds}, ${candles.startSeconds}) in (${theirs})`
      await database.atomic([
        query.update(trades).set({ pool: to }).where(eq(trades.pool, from)),
        query.delete(candles).where(and(eq(candles.pool, from), isDouble)),
        query.update(candles).set({ pool: to }).where(eq(candles.pool, from)),
      ])
    },
    async prune(pool) {
      const [oldest] = await query
        .select({ slot: trades.slot })
        .from(trades)
        .where(eq(trades.pool, pool))
        .orderBy(desc(trades.slot))
        .offset(kept.trades - 1)
        .limit(1)
      if (oldest !== undefined)
        await query.delete(trades).where(and(eq(trades.pool, pool), lt(trades.slot, oldest.slot)))
      for (const intervalSeconds of candleIntervals) {
        const isOfInterval = and(eq(candles.pool, pool), eq(candles.intervalSeconds, intervalSeconds))
        const [last] = await query
          .select({ start: candles.startSeconds })
          .from(candles)
          .where(isOfInterval)
          .orderBy(desc(candles.startSeconds))
          .offset(kept.candles - 1)
          .limit(1)
        if (last !== undefined)
          await query.delete(candles).where(and(isOfInterval, lt(candles.startSeconds, last.start)))
      }
    },
    async readOpen(upToSlot, limit) {
      const isOpen = and(eq(trades.isFinal, false), lte(trades.slot, upToSlot))
      return query
        .selectDistinct({ signature: trades.signature, slot: trades.slot })
        .from(trades)
        .where(isOpen)
        .orderBy(asc(trades.slot))
        .limit(limit)
    },
    async setFinal(signatures) {
      for (const part of chunks(signatures))
        await query
          .update(trades)
          .set({ isFinal: true })
          .where(inArray(trades.signature, [...part]))
    },
    async takeBack(signatures) {
      const gone: Trade[] = []
      for (const part of chunks(signatures))
        gone.push(
          ...(
            await query
              .select()
              .from(trades)
              .where(inArray(trades.signature, [...part]))
          ).map(fromTradeRow),
        )
      const changes: ReturnType<typeof replaceCandles>[] = []
      const pools = [...new Set(gone.map(({ pool }) => pool))]
      for (const pool of pools) changes.push(...(await withoutTrades(database, pool, gone)))
      const deleted = chunks(signatures).map(part => query.delete(trades).where(inArray(trades.signature, [...part])))
      await database.atomic([...deleted, ...changes.flat()])
      return pools
    },
  }
}

/**
 * Rebuilds a pool's candles without some of its trades.
 * The shortest interval is rebuilt from the remaining trades. Each longer interval is rebuilt from the next shorter candles, because
 * candles reach further back than trades.
 */
async function withoutTrades(database: Database, pool: string, gone: readonly Trade[]) {
  const { query } = database
  const names = new Set(gone.map(keyOf))
  const times = gone.filter(trade => trade.pool === pool).map(({ timestampSeconds }) => timestampSeconds)
  const changes: ReturnType<typeof replaceCandles>[] = []
  let shorter: { readonly intervalSeconds: number; readonly made: ReadonlyMap<number, Candle | undefined> } | undefined
  for (const intervalSeconds of candleIntervals) {
    const made = new Map<number, Candle | undefined>()
    for (const start of new Set(times.map(time => startOfCandle(time, intervalSeconds)))) {
      const end = start + intervalSeconds
      if (shorter === undefined) {
        const isWithin = and(
          eq(trades.pool, pool),
          gte(trades.timestampSeconds, start),
          lt(trades.timestampSeconds, end),
        )
        const rows = await query.select().from(trades).where(isWithin).orderBy(asc(trades.slot), asc(trades.sequence))
        const left = rows.map(fromTradeRow).filter(trade => !names.has(keyOf(trade)))
        const candle = left.reduce<Candle | undefined>((one, trade) => addTrade(one, trade, intervalSeconds), undefined)
        made.set(start, candle)
        continue
      }
      const { made: remade, intervalSeconds: shorterSeconds } = shorter
      const isWithin = and(
        ...[eq(candles.pool, pool), eq(candles.intervalSeconds, shorterSeconds)],
        ...[gte(candles.startSeconds, start), lt(candles.startSeconds, end)],
      )
      const rows = await query.select().from(candles).where(isWithin).orderBy(asc(candles.startSeconds))
      const left = rows.flatMap(row =>
        remade.has(row.startSeconds) ? (remade.get(row.startSeconds) ?? []) : fromCandleRow(row),
      )
      made.set(start, joinCandles(left, intervalSeconds))
    }
    changes.push(replaceCandles(database, pool, intervalSeconds, made))
    shorter = { intervalSeconds, made }
  }
  return changes
}

/** Returns the statements that replace candles, by their start. `undefined`: the candle is deleted. */
function replaceCandles(
  database: Database,
  pool: string,
  intervalSeconds: number,
  made: ReadonlyMap<number, Candle | undefined>,
) {
  const { query } = database
  const ofInterval = and(eq(candles.pool, pool), eq(candles.intervalSeconds, intervalSeconds))
  const left = [...made.values()].filter(candle => candle !== undefined)
  return [
    ...chunks([...made.keys()]).map(starts =>
      query.delete(candles).where(and(ofInterval, inArray(candles.startSeconds, [...starts]))),
    ),
    ...chunks(left.map(toCandleRow)).map(rows => upsertCandles(database, rows)),
  ]
}

type Named = Pick<Trade, 'signature' | 'tradedIn' | 'position'>

const keyOf = ({ signature, tradedIn, position }: Named) => `${signature} ${tradedIn} ${position}`

async function knownTrades({ query }: Database, signatures: readonly string[]) {
  const found: Named[] = []
  for (const part of chunks(signatures))
    found.push(
      ...(await query
        .select({ signature: trades.signature, tradedIn: trades.tradedIn, position: trades.position })
        .from(trades)
        .where(inArray(trades.signature, [...part]))),
    )
  return found
}

async function withoutKnown(database: Database, found: readonly Trade[]): Promise<readonly Trade[]> {
  const known = await knownTrades(
    database,
    found.map(({ signature }) => signature),
  )
  const seen = new Set(known.map(keyOf))
  return found.filter(trade => {
    const key = keyOf(trade)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Returns the candles that the trades belong to, with the trades added. */
async function withTrades({ query }: Database, fresh: readonly Trade[]): Promise<ReadonlyMap<string, Candle>> {
  const candleKey = (pool: string, interval: number, start: number) => `${pool} ${interval} ${start}`
  const wanted = new Map<string, { pool: string; interval: number; start: number }>()
  for (const { pool, timestampSeconds } of fresh)
    for (const interval of candleIntervals) {
      const start = startOfCandle(timestampSeconds, interval)
      wanted.set(candleKey(pool, interval, start), { pool, interval, start })
    }
  const found = new Map<string, Candle>()
  for (const part of chunks([...wanted.values()])) {
    const isOneOf = or(
      ...part.map(({ pool, interval, start }) =>
        and(eq(candles.pool, pool), eq(candles.intervalSeconds, interval), eq(candles.startSeconds, start)),
      ),
    )
    for (const row of await query.select().from(candles).where(isOneOf))
      found.set(candleKey(row.pool, row.intervalSeconds, row.startSeconds), fromCandleRow(row))
  }
  for (const trade of fresh)
    for (const interval of candleIntervals) {
      const key = candleKey(trade.pool, interval, startOfCandle(trade.timestampSeconds, interval))
      found.set(key, addTrade(found.get(key), trade, interval))
    }
  return found
}

type CandleColumns = typeof candles.$inferInsert

function upsertCandles({ query }: Database, rows: readonly CandleColumns[]) {
  const given = (column: string) => sql.raw(`excluded.${column}`)
  return query
    .insert(candles)
    .values([...rows])
    .onConflictDoUpdate({
      target: [candles.pool, candles.intervalSeconds, candles.startSeconds],
      set: {
        openNumerator: given('open_numerator'),
        openDenominator: given('open_denominator'),
        openSlot: given('open_slot'),
        highNumerator: given('high_numerator'),
        highDenominator: given('high_denominator'),
        lowNumerator: given('low_numerator'),
        lowDenominator: given('low_denominator'),
        closeNumerator: given('close_numerator'),
        closeDenominator: given('close_denominator'),
        closeSlot: given('close_slot'),
        volumeLamports: given('volume_lamports'),
        buys: given('buys'),
        sells: given('sells'),
      },
    })
}

function toTradeRow({ price, ...rest }: Trade): typeof trades.$inferInsert {
  return { ...rest, priceNumerator: price.numerator, priceDenominator: price.denominator }
}

function fromTradeRow(row: typeof trades.$inferSelect): Trade {
  const { sequence: _, priceNumerator: numerator, priceDenominator: denominator, ...trade } = row
  return { ...trade, price: { numerator, denominator } }
}

function toCandleRow(candle: Candle): CandleColumns {
  const { open, high, low, close, ...rest } = candle
  return {
    ...rest,
    openNumerator: open.numerator,
    openDenominator: open.denominator,
    highNumerator: high.numerator,
    highDenominator: high.denominator,
    lowNumerator: low.numerator,
    lowDenominator: low.denominator,
    closeNumerator: close.numerator,
    closeDenominator: close.denominator,
  }
}

function fromCandleRow(row: typeof candles.$inferSelect): Candle {
  const { pool, intervalSeconds, startSeconds, openSlot, closeSlot, volumeLamports, buys, sells } = row
  return {
    ...{ pool, intervalSeconds, startSeconds, openSlot, closeSlot, volumeLamports, buys, sells },
    open: { numerator: row.openNumerator, denominator: row.openDenominator },
    high: { numerator: row.highNumerator, denominator: row.highDenominator },
    low: { numerator: row.lowNumerator, denominator: row.lowDenominator },
    close: { numerator: row.closeNumerator, denominator: row.closeDenominator },
  }
}
