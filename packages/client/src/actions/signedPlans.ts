import type { Outcome } from '@tern/chain'

/** Remembers the transactions of each plan, so that no plan is paid for twice. */
export interface SignedPlans<Plan extends object> {
  /** @returns `false` if the plan is being signed, or if a transaction of it landed or may still land. */
  begin(plan: Plan): boolean
  /** Records that the begun plan is sent as this transaction. */
  sendAs(plan: Plan, signature: string): void
  /**
   * Records that nothing was sent for the begun plan.
   *
   * @param signature of its transaction, if it was signed.
   */
  free(plan: Plan, signature?: string): void
  /**
   * Records a transaction's outcome. The plan is free once all its transactions failed or expired.
   * If a fork undoes a failure, the plan is taken again.
   */
  record(plan: Plan, signature: string, outcome: Pick<Outcome, 'status'>): void
}

export function createSignedPlans<Plan extends object>(): SignedPlans<Plan> {
  /** Transactions that landed or may still land. `undefined` marks the transaction that is being signed. */
  const taken = new WeakMap<Plan, Set<string | undefined>>()
  const takenBy = (plan: Plan) => {
    const known = taken.get(plan) ?? new Set()
    taken.set(plan, known)
    return known
  }
  return {
    begin(plan) {
      const known = takenBy(plan)
      if (known.size > 0) return false
      known.add(undefined)
      return true
    },
    sendAs(plan, signature) {
      takenBy(plan).add(signature).delete(undefined)
    },
    free: (plan, signature) => void takenBy(plan).delete(signature),
    record(plan, signature, { status }) {
      if (status === 'failed' || status === 'expired') takenBy(plan).delete(signature)
      else takenBy(plan).add(signature)
    },
  }
}

/** The plans of this process that may be executed once only. */
export const signedPlans: SignedPlans<object> = createSignedPlans()
