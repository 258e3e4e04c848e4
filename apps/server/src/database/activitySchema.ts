import { bigint, boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** Wallets that clients have asked for. Each is complete up to and including `finalSignature`. */
export const activityWallets = pgTable('activity_wallets', {
  owner: text('owner').primaryKey(),
  /** The newest signature that no fork can undo. */
  finalSignature: text('final_signature'),
  finalSlot: bigint('final_slot', { mode: 'number' }).notNull(),
  /** `true` if the wallet's first transaction was reached. */
  reachesBack: boolean('reaches_back').notNull(),
  askedAtSeconds: bigint('asked_at_seconds', { mode: 'number' }).notNull(),
})

/** Transactions of each wallet. */
export const activity = pgTable(
  'activity',
  {
    owner: text('owner').notNull(),
    signature: text('signature').notNull(),
    slot: bigint('slot', { mode: 'number' }).notNull(),
    /** In the order of insertion. It orders the rows within a slot. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** The procedure's row, as JSON. */
    body: text('body').notNull(),
  },
  table => [
    primaryKey({ columns: [table.owner, table.signature] }),
    index('activity_of_owner').on(table.owner, table.slot, table.sequence),
  ],
)
