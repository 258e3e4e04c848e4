import type { Address } from '@tern/core'
import { isProtocol, type Protocol } from '@tern/venues'
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import { chunks } from '../../database/chunks.ts'
import type { Database } from '../../database/database.ts'
import { poolChanges, poolHours, pools } from '../../database/poolSchema.ts'
import type { OpenTransaction } from '../marketStore.ts'
import { hourSeconds, type Period, type PeriodStarts, periods } from './periods.ts'
import type { PoolChange } from './poolChanges.ts'

/** A pool's changes are kept for this time. Beyond it, this number of the newest changes is kept. */
const kept = { seconds: 7_200, changes: 2_000 }
/** An hour is deleted this many seconds after its begin: later than the longest period. */
const keptHoursSeconds = 31 * 86_400

/** A pool that the server follows. */
export interface StoredPool {
  readonly pool: Address
  readonly protocol: Protocol
  readonly mints: readonly [Address, Address]
  /** Changes of earlier slots are counted, and not reported again. */
  readonly countedToSlot: number
}

/** Sums of swaps, in raw units of the pool's counted side. */
export interface Sums {
  readonly volume: bigint
  /** The providers' part of the fees. */
  readonly fees: bigint
  readonly swaps: number
}

/** The new changes of a pool within an hour. */
export interface FreshHour extends Sums {
  readonly pool: Address
  readonly startSeconds: number
}

/** The lowest and the highest price after a swap, in decimal. */
export interface PriceRange {
  readonly min: string
  readonly max: string
}

/** Pools and their changes, in the database. It allows a single writer at a time. */
export interface PoolStore {
  /** Reads the pools in the order in which they were stored. */
  readPools(): Promise<readonly StoredPool[]>
  /** Stores pools that are not stored yet. */
  keep(found: readonly StoredPool[]): Promise<void>
  /** Deletes a pool with its changes. */
  forget(pool: string): Promise<void>
  /** Stores changes that are not stored yet, and adds swaps to their hours. @returns the new changes, by hour. */
  record(changes: readonly PoolChange[]): Promise<readonly FreshHour[]>
  /** Sums up the swaps since each period's start. `of`: only these pools. A pool without swaps is missing. */
  readSums(starts: PeriodStarts, of?: readonly string[]): Promise<ReadonlyMap<string, Readonly<Record<Period, Sums>>>>
  /** Reads a pool's lowest and highest prices since each period's start. `null`: no swap in it. */
  readPrices(starts: PeriodStarts, pool: string): Promise<Readonly<Record<Period, PriceRange | null>>>
  /** Reads transactions up to a slot that a fork may still undo, oldest first. */
  readOpen(upToSlot: number, limit: number): Promise<readonly OpenTransaction[]>
  setFinal(signatures: readonly string[]): Promise<void>
  /** Deletes the changes of transactions, also from the hours. @returns their pools. */
  takeBack(signatures: readonly string[]): Promise<readonly Address[]>
  /**
   * Deletes the changes and hours that no period and no second report needs.
   *
   * @returns the new `countedToSlot` of pools.
   */
  prune(nowSeconds: number): Promise<ReadonlyMap<string, number>>
}

export function createPoolStore(database: Database, limits = kept): PoolStore {
  const { query } = database
  return {
    async readPools() {
      const rows = await query.select().from(pools).orderBy(asc(pools.sequence))
      return rows.flatMap(({ pool, protocol, tokenA, tokenB, countedToSlot }) => {
        const mints = [tokenA as Address, tokenB as Address] as const
        // An earlier version may have followed a pool of a venue that no longer exists.
        return isProtocol(protocol) ? [{ pool: pool as Address, protocol, mints, countedToSlot }] : []
      })
    },
    async keep(found) {
      for (const part of chunks(found))
        await query
          .insert(pools)
          .values(
            part.map(({ pool, protocol, mints: [tokenA, tokenB], countedToSlot }) => ({
              ...{ pool, protocol, tokenA, tokenB, countedToSlot },
            })),
          )
          .onConflictDoNothing()
    },
    forget: pool =>
      database.atomic([
        query.delete(pools).where(eq(pools.pool, pool)),
        query.delete(poolChanges).where(eq(poolChanges.pool, pool)),
        query.delete(poolHours).where(eq(poolHours.pool, pool)),
      ]),
    async record(changes) {
      if (changes.length === 0) return []
      return (await rowsOf<FreshRow>(query, recordStatement(changes))).map(row => ({
        ...{ pool: row.pool as Address, startSeconds: Number(row.start_seconds), swaps: row.swaps },
        ...{ volume: BigInt(row.volume), fees: BigInt(row.fees) },
      }))
    },
    async readSums(starts, of) {
      const rows = await rowsOf<SumRow>(query, sumsStatement(starts, of))
      return new Map(rows.map(row => [row.pool, sumsOf(row)]))
    },
    async readPrices(starts, pool) {
      const [row] = await rowsOf<PricesRow>(query, pricesStatement(starts, pool))
      const of = (period: Period) => {
        const [min, max] = [row?.[`${period}_min`], row?.[`${period}_max`]]
        return min == null || max == null ? null : { min: plain(min), max: plain(max) }
      }
      return { day: of('day'), week: of('week'), month: of('month') }
    },
    readOpen: (upToSlot, limit) =>
      query
        .selectDistinct({ signature: poolChanges.signature, slot: poolChanges.slot })
        .from(poolChanges)
        .where(and(eq(poolChanges.isFinal, false), lte(poolChanges.slot, upToSlot)))
        .orderBy(asc(poolChanges.slot))
        .limit(limit),
    async setFinal(signatures) {
      for (const part of chunks(signatures))
        await query
          .update(poolChanges)
          .set({ isFinal: true })
          .where(inArray(poolChanges.signature, [...part]))
    },
    async takeBack(signatures) {
      const gone = new Set<Address>()
      for (const part of chunks(signatures)) {
        const rows = await query
          .selectDistinct({ pool: poolChanges.pool })
          .from(poolChanges)
          .where(inArray(poolChanges.signature, [...part]))
        if (rows.length === 0) continue
        for (const { pool } of rows) gone.add(pool as Address)
        const subtract = takeBackStatement(part)
        await database.atomic([
          { toSQL: () => query.execute(subtract).getQuery() },
          query.delete(poolHours).where(eq(poolHours.swaps, 0)),
        ])
      }
      return [...gone]
    },
    async prune(nowSeconds) {
      await query.delete(poolHours).where(sql`${poolHours.startSeconds} < ${nowSeconds - keptHoursSeconds}`)
      const rows = await rowsOf<PrunedRow>(query, pruneStatement(nowSeconds - limits.seconds, limits.changes))
      return new Map(rows.map(({ pool, counted_to_slot }) => [pool, Number(counted_to_slot)]))
    },
  }
}

interface FreshRow {
  readonly pool: string
  readonly start_seconds: string | number
  readonly volume: string
  readonly fees: string
  readonly swaps: number
}

/** A single statement, so that a change is stored exactly if it is counted. */
function recordStatement(changes: readonly PoolChange[]) {
  const rows = JSON.stringify(
    changes.map(({ signature, pool, kind, position, slot, timestampSeconds, isFinal, volume, fees, price }) => ({
      ...{ signature, pool, kind, position, slot, timestamp_seconds: timestampSeconds, is_final: isFinal },
      ...{ volume: String(volume), fees: String(fees), price: price ?? null },
    })),
  )
  const hour = sql.raw(`timestamp_seconds - timestamp_seconds % ${hourSeconds}`)
  return sql`
    with fresh as (
      insert into pool_changes (signature, pool, kind, position, slot, timestamp_seconds, volume, fees, price, is_final)
      select signature, pool, kind, position, slot, timestamp_seconds, volume, fees, price, is_final
      from json_to_recordset(${rows}::json) as reported (signature text, pool text, kind text, position smallint,
        slot bigint, timestamp_seconds bigint, volume numeric, fees numeric, price numeric, is_final boolean)
      on conflict do nothing
      returning pool, kind, ${hour} as start_seconds, volume, fees, price
    ), summed as (
      insert into pool_hours as known
      select pool, start_seconds, sum(volume), sum(fees), count(*), min(price), max(price)
      from fresh where kind = 'swap' group by pool, start_seconds
      on conflict (pool, start_seconds) do update set
        volume = known.volume + excluded.volume, fees = known.fees + excluded.fees,
        swaps = known.swaps + excluded.swaps,
        lowest = least(known.lowest, excluded.lowest), highest = greatest(known.highest, excluded.highest)
    )
    select pool, start_seconds, sum(volume)::text as volume, sum(fees)::text as fees,
      (count(*) filter (where kind = 'swap'))::integer as swaps
    from fresh group by pool, start_seconds`
}

type SumRow = { readonly pool: string } & Readonly<
  Record<`${Period}_volume` | `${Period}_fees`, string> & Record<`${Period}_swaps`, number>
>

function sumsStatement(starts: PeriodStarts, of?: readonly string[]) {
  const columns = periods.map(period => {
    const isWithin = sql`filter (where start_seconds >= ${starts[period]})`
    const [volume, fees, swaps] = ['volume', 'fees', 'swaps'].map(name => sql.raw(`${period}_${name}`))
    return sql`coalesce(sum(volume) ${isWithin}, 0)::text as ${volume}, coalesce(sum(fees) ${isWithin}, 0)::text as ${fees},
      coalesce(sum(swaps) ${isWithin}, 0)::integer as ${swaps}`
  })
  const chosen =
    of === undefined ? sql`` : sql`and pool in (select json_array_elements_text(${JSON.stringify(of)}::json))`
  return sql`select pool, ${sql.join(columns, sql`, `)} from pool_hours
    where start_seconds >= ${starts.month} ${chosen} group by pool`
}

function sumsOf(row: SumRow): Readonly<Record<Period, Sums>> {
  const of = (period: Period): Sums => ({
    ...{ volume: BigInt(row[`${period}_volume`]), fees: BigInt(row[`${period}_fees`]) },
    swaps: row[`${period}_swaps`],
  })
  return { day: of('day'), week: of('week'), month: of('month') }
}

type PricesRow = Readonly<Record<`${Period}_min` | `${Period}_max`, string | null>>

function pricesStatement(starts: PeriodStarts, pool: string) {
  const columns = periods.map(period => {
    const isWithin = sql`filter (where start_seconds >= ${starts[period]})`
    const [min, max] = ['min', 'max'].map(name => sql.raw(`${period}_${name}`))
    return sql`(min(lowest) ${isWithin})::text as ${min}, (max(highest) ${isWithin})::text as ${max}`
  })
  return sql`select ${sql.join(columns, sql`, `)} from pool_hours where pool = ${pool}`
}

/** Drops the zeros at the end, which PostgreSQL keeps. */
const plain = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

/**
 * Subtracts the swaps of transactions from their hours, and deletes their changes. The prices of an hour are found
 * again if all of its other swaps are still stored. The rows of `gone` are still visible to the rest of the statement.
 */
function takeBackStatement(signatures: readonly string[]) {
  const undone = sql`(select json_array_elements_text(${JSON.stringify(signatures)}::json))`
  const hour = sql.raw(`timestamp_seconds - timestamp_seconds % ${hourSeconds}`)
  return sql`
    with gone as (
      delete from pool_changes where signature in ${undone}
      returning pool, kind, ${hour} as start_seconds, volume, fees
    ), less as (
      select pool, start_seconds, sum(volume) as volume, sum(fees) as fees, count(*) as swaps
      from gone where kind = 'swap' group by pool, start_seconds
    ), remaining as (
      select less.pool, less.start_seconds, count(*) as swaps, min(one.price) as lowest, max(one.price) as highest
      from less join pool_changes as one on one.pool = less.pool and one.kind = 'swap'
        and one.timestamp_seconds >= less.start_seconds and one.timestamp_seconds < less.start_seconds + ${hourSeconds}
      where one.signature not in ${undone} group by less.pool, less.start_seconds
    )
    update pool_hours as known set
      volume = known.volume - less.volume, fees = known.fees - less.fees, swaps = known.swaps - less.swaps,
      lowest = case when remaining.swaps = known.swaps - less.swaps then remaining.lowest else known.lowest end,
      highest = case when remaining.swaps = known.swaps - less.swaps then remaining.highest else known.highest end
    from less left join remaining on remaining.pool = less.pool and remaining.start_seconds = less.start_seconds
    where known.pool = less.pool and known.start_seconds = less.start_seconds`
}

interface PrunedRow {
  readonly pool: string
  readonly counted_to_slot: string | number
}

function pruneStatement(beforeSeconds: number, newest: number) {
  return sql`
    with ranked as (
      select signature, pool, kind, position, row_number() over (partition by pool order by slot desc) as place
      from pool_changes where is_final and timestamp_seconds < ${beforeSeconds}
    ), gone as (
      delete from pool_changes as one using ranked
      where ranked.place > ${newest} and one.signature = ranked.signature and one.pool = ranked.pool
        and one.kind = ranked.kind and one.position = ranked.position
      returning one.pool, one.slot
    ), counted as (
      select pool, max(slot) + 1 as to_slot from gone group by pool
    )
    update pools set counted_to_slot = greatest(counted_to_slot, counted.to_slot) from counted
    where pools.pool = counted.pool returning pools.pool, pools.counted_to_slot`
}

type Query = Database['query']
type Statement = ReturnType<typeof sql>

const rowsOf = async <Row>(query: Query, statement: Statement) =>
  (await query.execute(statement)) as unknown as readonly Row[]
