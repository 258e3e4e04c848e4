/** A journal record's data about a plan's transaction. */
export interface NotedPlan {
  /**
   * All records of an action share it: the action's first signature. For `executePlan`, the name that its caller gave.
   */
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
 * @example
 * planNoteOf({ plan: { id: 'withdrawal', kind: 'withdraw', at: 0, of: 1 } })?.kind // 'withdraw'
 * planNoteOf({ memo: 'other' }) // undefined
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
