import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, numeric, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'

/** Pools that the server follows. */
export const pools = pgTable('pools', {
  pool: text('pool').primaryKey(),
  protocol: text('protocol').notNull(),
  tokenA: text('token_a').notNull(),
  tokenB: text('token_b').notNull(),
  /** All changes of earlier slots are counted, and their rows may be deleted. */
  countedToSlot: bigint('counted_to_slot', { mode: 'number' }).notNull().default(0),
  /** In the order of insertion. */
  sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
})

/**
 * Swaps, deposits, withdrawals and creations of pools. The newest changes are kept separately, because a transaction can be
 * reported twice, and a fork can undo it. `position`: index among the transaction's changes of its kind in the pool.
 */
export const poolChanges = pgTable(
  'pool_changes',
  {
    signature: text('signature').notNull(),
    pool: text('pool').notNull(),
    kind: text('kind', { enum: ['swap', 'deposit', 'withdrawal', 'creation'] }).notNull(),
    position: smallint('position').notNull(),
    slot: bigint('slot', { mode: 'number' }).notNull(),
    timestampSeconds: bigint('timestamp_seconds', { mode: 'number' }).notNull(),
    /** Raw units of the pool's counted side. 0 if it is no swap. */
    volume: numeric('volume', { precision: 20, scale: 0, mode: 'bigint' }).notNull(),
    /** The providers' part of the fees, in raw units of the counted side. */
    fees: numeric('fees', { precision: 20, scale: 0, mode: 'bigint' }).notNull(),
    /** Raw units of the second token per raw unit of the first, after the swap. */
    price: numeric('price'),
    isFinal: boolean('is_final').notNull().default(false),
  },
  table => [
    primaryKey({ columns: [table.signature, table.pool, table.kind, table.position] }),
    index('pool_changes_of_pool').on(table.pool, table.timestampSeconds),
    index('pool_changes_open').on(table.slot).where(sql`not is_final`),
  ],
)

/** The swaps of each pool and hour, summed up. */
export const poolHours = pgTable(
  'pool_hours',
  {
    pool: text('pool').notNull(),
    startSeconds: bigint('start_seconds', { mode: 'number' }).notNull(),
    volume: numeric('volume', { precision: 30, scale: 0, mode: 'bigint' }).notNull(),
    fees: numeric('fees', { precision: 30, scale: 0, mode: 'bigint' }).notNull(),
    swaps: integer('swaps').notNull(),
    lowest: numeric('lowest'),
    highest: numeric('highest'),
  },
  table => [primaryKey({ columns: [table.pool, table.startSeconds] })],
)
