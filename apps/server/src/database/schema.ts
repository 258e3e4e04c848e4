import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'

/** An unsigned 64-bit integer. SQL's `bigint` ends at 2^63. */
const u64 = (name: string) => numeric(name, { precision: 20, scale: 0, mode: 'bigint' })

/** A numerator or denominator of a price: the square of a 128-bit root has up to 256 bits. */
const u256 = (name: string) => numeric(name, { precision: 78, scale: 0, mode: 'bigint' })

/** Encrypted wallet bundles, by the hash of the session that may read the bundle. */
export const bundles = pgTable('bundles', {
  sessionHash: text('session_hash').primaryKey(),
  rev: integer('rev').notNull(),
  body: text('body').notNull(),
  updatedAtSeconds: bigint('updated_at_seconds', { mode: 'number' }).notNull(),
})

/** Sessions whose bundle has not been opened since the day of its first storage. */
export const bundleSessions = pgTable('bundle_sessions', {
  sessionHash: text('session_hash').primaryKey(),
  beganAtSeconds: bigint('began_at_seconds', { mode: 'number' }).notNull(),
})

/**
 * Swaps of the listed pools. `position`: index of the swap among the transaction's swaps in `tradedIn`, the pool of the
 * event.
 */
export const trades = pgTable(
  'trades',
  {
    signature: text('signature').notNull(),
    tradedIn: text('traded_in').notNull(),
    position: smallint('position').notNull(),
    /** In the order of insertion. It orders the trades within a slot. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    pool: text('pool').notNull(),
    slot: bigint('slot', { mode: 'number' }).notNull(),
    timestampSeconds: bigint('timestamp_seconds', { mode: 'number' }).notNull(),
    side: text('side', { enum: ['buy', 'sell'] }).notNull(),
    lamports: u64('lamports').notNull(),
    tokens: u64('tokens').notNull(),
    priceNumerator: u256('price_numerator').notNull(),
    priceDenominator: u256('price_denominator').notNull(),
    owner: text('owner'),
    isFinal: boolean('is_final').notNull().default(false),
  },
  table => [
    primaryKey({ columns: [table.signature, table.tradedIn, table.position] }),
    index('trades_of_pool').on(table.pool, table.slot, table.sequence),
    index('trades_of_owner').on(table.pool, table.owner, table.slot, table.sequence),
    index('trades_open').on(table.slot).where(sql`not is_final`),
  ],
)

/** Candles of the listed pools. Prices are exact, in lamports per raw token unit. */
export const candles = pgTable(
  'candles',
  {
    pool: text('pool').notNull(),
    intervalSeconds: integer('interval_seconds').notNull(),
    startSeconds: bigint('start_seconds', { mode: 'number' }).notNull(),
    openNumerator: u256('open_numerator').notNull(),
    openDenominator: u256('open_denominator').notNull(),
    openSlot: bigint('open_slot', { mode: 'number' }).notNull(),
    highNumerator: u256('high_numerator').notNull(),
    highDenominator: u256('high_denominator').notNull(),
    lowNumerator: u256('low_numerator').notNull(),
    lowDenominator: u256('low_denominator').notNull(),
    closeNumerator: u256('close_numerator').notNull(),
    closeDenominator: u256('close_denominator').notNull(),
    closeSlot: bigint('close_slot', { mode: 'number' }).notNull(),
    volumeLamports: numeric('volume_lamports', { precision: 30, scale: 0, mode: 'bigint' }).notNull(),
    buys: integer('buys').notNull(),
    sells: integer('sells').notNull(),
  },
  table => [primaryKey({ columns: [table.pool, table.intervalSeconds, table.startSeconds] })],
)

/** How far each pool is followed: everything up to and including this signature is stored. */
export const followed = pgTable('followed', {
  pool: text('pool').primaryKey(),
  signature: text('signature').notNull(),
  slot: bigint('slot', { mode: 'number' }).notNull(),
})

/** Listed tokens of launchpads: facts that are slow to find on the chain. */
export const tokens = pgTable('tokens', {
  mint: text('mint').primaryKey(),
  pool: text('pool').notNull(),
  protocol: text('protocol').notNull(),
  symbol: text('symbol').notNull(),
  name: text('name').notNull(),
  uri: text('uri'),
  createdAtSeconds: bigint('created_at_seconds', { mode: 'number' }),
  creator: text('creator'),
})
