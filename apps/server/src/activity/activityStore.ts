import { and, count, desc, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import type { ActivityRow } from '../data/rows.ts'
import { activity, activityWallets } from '../database/activitySchema.ts'
import type { Database } from '../database/database.ts'

/** Max rows in a statement. */
const maxRows = 500

/** How much of a wallet's history is stored. */
export interface Known {
  /** Everything up to and including it is stored for good. `null`: nothing is. */
  readonly finalSignature: string | null
  readonly finalSlot: number
  readonly reachesBack: boolean
}

/**
 * Transactions of wallets, in the database. It keeps a max number of wallets, most recently requested ones, and a max
 * number of rows of each.
 */
export interface ActivityStore {
  readKnown(owner: string): Promise<Known | undefined>
  setKnown(owner: string, known: Known, nowSeconds: number): Promise<void>
  /** Returns the slot of each signature above a slot. */
  readSlots(owner: string, aboveSlot: number): Promise<ReadonlyMap<string, number>>
  /** Stores rows, in the chain's order. Replaces existing ones. */
  put(owner: string, rows: readonly ActivityRow[]): Promise<void>
  remove(owner: string, signatures: readonly string[]): Promise<void>
  /** Reads rows, newest first, from below `before`. */
  readRows(owner: string, limit: number, before?: string): Promise<readonly ActivityRow[]>
  /** Deletes rows beyond the max. @returns `true` if rows of this wallet were deleted. */
  prune(owner: string): Promise<boolean>
}

export function createActivityStore(
  { query, atomic }: Database,
  { wallets: maxWallets, rows: maxKept } = { wallets: 500, rows: 5_000 },
): ActivityStore {
  const isOf = (owner: string) => eq(activity.owner, owner)
  const isOneOf = (owner: string, signatures: readonly string[]) =>
    and(isOf(owner), inArray(activity.signature, [...signatures]))
  const newestFirst = [desc(activity.slot), desc(activity.sequence)] as const
  const forget = (owners: readonly string[]) =>
    atomic([
      query.delete(activity).where(inArray(activity.owner, [...owners])),
      query.delete(activityWallets).where(inArray(activityWallets.owner, [...owners])),
    ])

  return {
    async readKnown(owner) {
      const [row] = await query.select().from(activityWallets).where(eq(activityWallets.owner, owner))
      return row
    },
    async setKnown(owner, known, askedAtSeconds) {
      await query
        .insert(activityWallets)
        .values({ owner, ...known, askedAtSeconds })
        .onConflictDoUpdate({ target: activityWallets.owner, set: { ...known, askedAtSeconds } })
    },
    async readSlots(owner, aboveSlot) {
      const rows = await query
        .select({ signature: activity.signature, slot: activity.slot })
        .from(activity)
        .where(and(isOf(owner), gt(activity.slot, aboveSlot)))
      return new Map(rows.map(({ signature, slot }) => [signature, slot]))
    },
    async put(owner, rows) {
      const statements = []
      for (let at = 0; at < rows.length; at += maxRows) {
        const part = rows.slice(at, at + maxRows)
        const signatures = part.map(({ signature }) => signature)
        const values = part.map(row => ({ owner, signature: row.signature, slot: row.slot, body: JSON.stringify(row) }))
        statements.push(query.delete(activity).where(isOneOf(owner, signatures)), query.insert(activity).values(values))
      }
      await atomic(statements)
    },
    async remove(owner, signatures) {
      if (signatures.length > 0) await query.delete(activity).where(isOneOf(owner, signatures))
    },
    async readRows(owner, limit, before) {
      const [end] =
        before === undefined
          ? []
          : await query
              .select()
              .from(activity)
              .where(isOneOf(owner, [before]))
      if (before !== undefined && end === undefined) return []
      const isOlder =
        end && or(lt(activity.slot, end.slot), and(eq(activity.slot, end.slot), lt(activity.sequence, end.sequence)))
      const rows = await query
        .select({ body: activity.body })
        .from(activity)
        .where(and(isOf(owner), isOlder))
        .orderBy(...newestFirst)
        .limit(limit)
      return rows.map(({ body }) => JSON.parse(body) as ActivityRow)
    },
    async prune(owner) {
      const [wallets] = await query.select({ all: count() }).from(activityWallets)
      const tooMany = (wallets?.all ?? 0) - maxWallets
      if (tooMany > 0) {
        const oldest = await query
          .select({ owner: activityWallets.owner })
          .from(activityWallets)
          .orderBy(sql`${activityWallets.askedAtSeconds}, ${activityWallets.owner} = ${owner}`)
          .limit(tooMany)
        await forget(oldest.map(one => one.owner))
      }
      const [last] = await query
        .select({ slot: activity.slot })
        .from(activity)
        .where(isOf(owner))
        .orderBy(...newestFirst)
        .offset(maxKept - 1)
        .limit(1)
      if (last === undefined) return false
      const gone = await query
        .delete(activity)
        .where(and(isOf(owner), lt(activity.slot, last.slot)))
        .returning({ signature: activity.signature })
      return gone.length > 0
    },
  }
}
