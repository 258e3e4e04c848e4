import { and, count, eq, gte, isNull, lt, sql, sum } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { referralCodes, referralTrades, referred } from '../database/referralSchema.ts'

/** What a transaction paid to the fee wallet, and the part of it that is its referrer's. */
export interface Paid {
  /** Whose code earns by it. Unset: as it was noted. */
  readonly code?: string
  readonly slot: number | null
  readonly feeLamports: bigint
  readonly shareLamports: bigint
  readonly isFinal: boolean
}

/** Who brought a trader here, and since when. */
export type Binding = typeof referred.$inferSelect

/** A binding, and the trade that proves it. */
export interface ProvedBinding extends Binding {
  readonly signature: string
}

export interface Earned {
  readonly traders: number
  readonly trades: number
  readonly lamports: bigint
  /** Of transactions that a fork could still take back. */
  readonly openLamports: bigint
}

/** Referrals in the database. */
export type ReferralStore = ReturnType<typeof createReferralStore>

/** Codes, who came by them, and what their trades paid. */
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
    /** Leaves a code that the owner has, or that is somebody's. */
    async addCode(owner: string, code: string): Promise<void> {
      await query.insert(referralCodes).values({ owner, code }).onConflictDoNothing()
    },
    async bindingOf(trader: string): Promise<Binding | undefined> {
      const [row] = await query.select().from(referred).where(eq(referred.trader, trader))
      return row
    },
    /** Binds a wallet to a code for good: what is proved stays. */
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
    /** What is noted again is as young as if it were for the first time, and stays what it is else. */
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
    /** What is final stays as it is. */
    async setPaid(signature: string, paid: Paid): Promise<void> {
      const isOpen = and(eq(referralTrades.signature, signature), eq(referralTrades.isFinal, false))
      await query
        .update(referralTrades)
        .set({ ...paid })
        .where(isOpen)
    },
    /** Noted since then, and not final: first those that were seen on the chain, which nobody has for nothing; the oldest first. */
    async listOpen(sinceSeconds: number, limit: number): Promise<readonly string[]> {
      const rows = await query
        .select({ signature: referralTrades.signature })
        .from(referralTrades)
        .where(and(eq(referralTrades.isFinal, false), gte(referralTrades.notedAtSeconds, sinceSeconds)))
        .orderBy(sql`${referralTrades.slot} is null`, referralTrades.notedAtSeconds)
        .limit(limit)
      return rows.map(({ signature }) => signature)
    },
    /** What was noted before then and never became final. */
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
