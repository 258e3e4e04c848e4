import { TernError } from '@tern/core'
import type { Client } from '../../client.ts'

/** A journal record's data about a plan's transaction. */
export interface NotedPlan {
  /** The same in all records of an action: its first signature. */
  readonly id: string
  readonly kind: string
  /** Only in the first record of the action, because it may be long. */
  readonly request?: unknown
  /** Position of the transaction, from 0. */
  readonly at: number
  /** The number of transactions, as planned when it was signed. Unset in records of an earlier version. */
  readonly of?: number
}

/** The note of an earlier version about a transaction that closes empty accounts. */
interface OldReclaim {
  readonly id: string
  readonly at: number
  /** Only in the first record of the action. */
  readonly plan?: { readonly budget?: { readonly priorityFeeLamports?: bigint }; readonly parts: readonly unknown[] }
}

/**
 * Reads the position of a transaction in its action from a journal's note, also of an earlier version.
 *
 * @returns `undefined` if the note is not of an action.
 */
export function planNoteOf(note: unknown): NotedPlan | undefined {
  const { plan, reclaim } = (note ?? {}) as { readonly plan?: NotedPlan; readonly reclaim?: OldReclaim }
  if (reclaim === undefined) return plan
  const { id, at, plan: old } = reclaim
  const common = { id, at, kind: 'reclaimRent' }
  if (old === undefined) return common
  const { budget, parts } = old
  return { ...common, of: parts.length, request: { priorityFeeLamports: budget?.priorityFeeLamports ?? 0n, parts } }
}

/**
 * Checks that neither another tab nor an older plan of the rest has continued an action of several transactions.
 *
 * @param at the position of the transaction that is about to be signed or sent.
 * @throws TernError `plan/mayStillLand`, `plan/alreadySent` if another transaction at this position may land or has landed.
 */
export async function assertNotContinued({ journal }: Client, id: string, at: number): Promise<void> {
  for (const { note, outcome } of (await journal?.list()) ?? []) {
    const plan = planNoteOf(note)
    if (plan?.id !== id || plan.at !== at) continue
    if (outcome.status === 'unknown') throw new TernError('plan/mayStillLand', {})
    if (outcome.status === 'confirmed') throw new TernError('plan/alreadySent', {})
  }
}
