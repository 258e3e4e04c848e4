import { bigint, boolean, numeric, pgTable, text } from 'drizzle-orm/pg-core'

const lamports = (name: string) => numeric(name, { precision: 20, scale: 0, mode: 'bigint' })

/** The referral code of each wallet. */
export const referralCodes = pgTable('referral_codes', {
  code: text('code').primaryKey(),
  owner: text('owner').notNull().unique(),
})

/** Referred wallets. The code of a wallet's first final trade with a code stays. */
export const referred = pgTable('referred', {
  trader: text('trader').primaryKey(),
  code: text('code').notNull(),
  sinceSeconds: bigint('since_seconds', { mode: 'number' }).notNull(),
  /**
   * The trade with the code in its memo. Unset: an older version did not ask for proof, and the first proof replaces
   * the row.
   */
  signature: text('signature'),
})

/** Transactions of referred wallets, and the fee that each paid, if the chain has shown it. */
export const referralTrades = pgTable('referral_trades', {
  signature: text('signature').primaryKey(),
  code: text('code').notNull(),
  notedAtSeconds: bigint('noted_at_seconds', { mode: 'number' }).notNull(),
  /** Unset: not seen on the chain, or undone by a fork. */
  slot: bigint('slot', { mode: 'number' }),
  feeLamports: lamports('fee_lamports').notNull(),
  shareLamports: lamports('share_lamports').notNull(),
  isFinal: boolean('is_final').notNull(),
})
