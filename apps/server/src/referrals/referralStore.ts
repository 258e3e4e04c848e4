import { and, count, eq, gte, isNull, lt, sql, sum } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { referralCodes, referralTrades, referred } from '../database/referralSchema.ts'

/** A transaction's fee, and the referrer's share of it. */
export interface Paid {
  /** The code that earns. Unset: the code of the notice stays. */
  readonly code?: string
  readonly slot: number | null
  readonly feeLamports: bigint
  readonly shareLamports: bigint
  readonly isFinal: boolean
}

/** A trader with the code that referred it, and the time. */
export type Binding = typeof referred.$inferSelect

/** A binding with the trade that proves it. */
export interface ProvedBinding extends Binding {
  readonly signature: string
}

export interface Earned {
  readonly traders: number
  readonly trades: number
  readonly lamports: bigint
  /** Lamports from transactions that a fork could still undo. */
  readonly openLamports: bigint
}

/** Referrals in the database. */
export type ReferralStore = ReturnType<typeof createReferralStore>

/** Creates the store of codes, referred wallets, and the fees of their trades. */
export function createReferralStore({ query }: Pick<Database, 'query'>) {
  const totals = async (code: string, isFinal: boolean) => {
    const [row] = await query
      .select({ trades: count(), lamports: sum(referralTrades.shareLamports) })
      .from(referralTrades)
      .where(
        and(eq(referralTrades.code, code), eq(referralTrades.isFinal, isFinal), sql`${referralTrades.feeLamports} > 0`),
      )
    return { trades: row?.trades ?? 0, lamports: BigInt(row?.lamports ?? 0) }
  }
  return {
    async codeOf(owner: string): Promise<string | undefined> {
      const [row] = await query.select().from(referralCodes).where(eq(referralCodes.owner, owner))
      return row?.code
    },
    async ownerOf(code: string): Promise<string | undefined> {
      const [row] = await query.select().from(referralCodes).where(eq(referralCodes.code, code))
      return row?.owner
    },
    /** Adds a code. Changes nothing if the owner has a code already, or if the code is taken. */
    async addCode(owner: string, code: string): Promise<void> {
      await query.insert(referralCodes).values({ owner, code }).onConflictDoNothing()
    },
    async bindingOf(trader: string): Promise<Binding | undefined> {
      const [row] = await query.select().from(referred).where(eq(referred.trader, trader))
      return row
    },
    /** Binds a wallet to a code for good. A binding with proof never changes. */
    async bind({ trader, code, sinceSeconds, signature }: ProvedBinding): Promise<void> {
      await query
        .insert(referred)
        .values({ trader, code, sinceSeconds, signature })
        .onConflictDoUpdate({
          target: referred.trader,
          set: { code, sinceSeconds, signature },
          setWhere: isNull(referred.signature),
        })
    },
    /** Notes a trade. A repeated notice only renews its time. */
    async note(signature: string, code: string, notedAtSeconds: number): Promise<void> {
      const nothing = { slot: null, feeLamports: 0n, shareLamports: 0n, isFinal: false }
      await query
        .insert(referralTrades)
        .values({ signature, code, notedAtSeconds, ...nothing })
        .onConflictDoUpdate({ target: referralTrades.signature, set: { notedAtSeconds } })
    },
    async readPaid(signature: string): Promise<typeof referralTrades.$inferSelect | undefined> {
      const [row] = await query.select().from(referralTrades).where(eq(referralTrades.signature, signature))
      return row
    },
    /** Stores a trade's fee. A final row never changes. */
    async setPaid(signature: string, paid: Paid): Promise<void> {
      const isOpen = and(eq(referralTrades.signature, signature), eq(referralTrades.isFinal, false))
      await query
        .update(referralTrades)
        .set({ ...paid })
        .where(isOpen)
    },
    /**
     * Lists trades that are not final and were noted since that time. Trades seen on the chain come first, because each
     * has cost its sender a fee. Then the oldest come first.
     */
    async listOpen(sinceSeconds: number, limit: number): Promise<readonly string[]> {
      const rows = await query
        .select({ signature: referralTrades.signature })
        .from(referralTrades)
        .where(and(eq(referralTrades.isFinal, false), gte(referralTrades.notedAtSeconds, sinceSeconds)))
        .orderBy(sql`${referralTrades.slot} is null`, referralTrades.notedAtSeconds)
        .limit(limit)
      return rows.map(({ signature }) => signature)
    },
    /** Deletes trades that were noted before that time and never became final. */
    async prune(beforeSeconds: number): Promise<void> {
      await query
        .delete(referralTrades)
        .where(and(eq(referralTrades.isFinal, false), lt(referralTrades.notedAtSeconds, beforeSeconds)))
    },
    async earned(code: string): Promise<Earned> {
      const [[traders], done, open] = await Promise.all([
        query.select({ all: count() }).from(referred).where(eq(referred.code, code)),
        totals(code, true),
        totals(code, false),
      ])
      return {
        traders: traders?.all ?? 0,
        trades: done.trades + open.trades,
        lamports: done.lamports,
        openLamports: open.lamports,
      }
    },
  }
}
