import type { Outcome } from '@tern/chain'

/** Remembers the last transaction of each plan, so that no plan is paid for twice. */
export interface SignedPlans<Plan extends object> {
  /** @returns `false` if the plan is being signed, or its last transaction landed or may still land. */
  begin(plan: Plan): boolean
  /** The plan that was begun is sent as this transaction. */
  sendAs(plan: Plan, signature: string): void
  /** Nothing was sent for the plan that was begun. */
  free(plan: Plan): void
  /**
   * Takes in what became of a transaction. Its plan is free once it failed or expired, and taken again if a fork takes the failure
   * back. While a later transaction of the plan is under way, earlier ones change nothing.
   */
  hear(plan: Plan, signature: string, outcome: Pick<Outcome, 'status'>): void
}

export function createSignedPlans<Plan extends object>(): SignedPlans<Plan> {
  /** The signature is `undefined` until the plan is signed. */
  const last = new WeakMap<Plan, string | undefined>()
  return {
    begin(plan) {
      if (last.has(plan)) return false
      last.set(plan, undefined)
      return true
    },
    sendAs: (plan, signature) => void last.set(plan, signature),
    free: plan => void last.delete(plan),
    hear(plan, signature, { status }) {
      if (last.has(plan) && last.get(plan) !== signature) return
      if (status === 'failed' || status === 'expired') last.delete(plan)
      else last.set(plan, signature)
    },
  }
}
