import { bigint, boolean, numeric, pgTable, text } from 'drizzle-orm/pg-core'

const lamports = (name: string) => numeric(name, { precision: 20, scale: 0, mode: 'bigint' })

/** What a wallet gives to others to be named by. */
export const referralCodes = pgTable('referral_codes', {
  code: text('code').primaryKey(),
  owner: text('owner').notNull().unique(),
})

/** Wallets that came by a code: the first that a final trade of theirs named stays. */
export const referred = pgTable('referred', {
  trader: text('trader').primaryKey(),
  code: text('code').notNull(),
  sinceSeconds: bigint('since_seconds', { mode: 'number' }).notNull(),
  /** The trade that names the code in its memo. Unset: an older version took somebody's word, and the first proof replaces it. */
  signature: text('signature'),
})

/** Transactions of referred wallets, and what each paid to the fee wallet as far as the chain has told. */
export const referralTrades = pgTable('referral_trades', {
  signature: text('signature').primaryKey(),
  code: text('code').notNull(),
  notedAtSeconds: bigint('noted_at_seconds', { mode: 'number' }).notNull(),
  /** Unset: not seen on the chain, or taken back by a fork. */
  slot: bigint('slot', { mode: 'number' }),
  feeLamports: lamports('fee_lamports').notNull(),
  shareLamports: lamports('share_lamports').notNull(),
  isFinal: boolean('is_final').notNull(),
})
