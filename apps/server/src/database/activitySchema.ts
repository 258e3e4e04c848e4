import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Wallets whose transactions were asked for, and how far each is known: everything up to and including `finalSignature`. */
export const activityWallets = pgTable('activity_wallets', {
  owner: text('owner').primaryKey(),
  /** The newest that no fork can take back. */
  finalSignature: text('final_signature'),
  finalSlot: bigint('final_slot', { mode: 'number' }).notNull(),
  /** Whether the wallet's first transaction was reached. */
  reachesBack: boolean('reaches_back').notNull(),
  askedAtSeconds: bigint('asked_at_seconds', { mode: 'number' }).notNull(),
})

/** Transactions by the wallet that they are told of. */
export const activity = pgTable(
  'activity',
  {
    owner: text('owner').notNull(),
    signature: text('signature').notNull(),
    slot: bigint('slot', { mode: 'number' }).notNull(),
    /** In the order they were taken in: the order within a slot. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** The row that the procedure answers with, as JSON. */
    body: text('body').notNull(),
  },
  table => [
    primaryKey({ columns: [table.owner, table.signature] }),
    index('activity_of_owner').on(table.owner, table.slot, table.sequence),
  ],
)
