import { type Address, type Owner, TernError } from '@tern/core'
import type { Client } from '../client.ts'
import type { Reason } from './trade/trade.ts'

interface Planned<Plan> {
  readonly plan: Plan | undefined
  readonly reasons: readonly Reason[]
}

/**
 * Returns a plan without reasons against it, and its signer.
 *
 * @throws TernError the first reason against the plan, `owner/missing`, `trade/addressMismatch`.
 */
export function signable<Plan extends { readonly owner: Address }>(
  { owner }: Client,
  { plan, reasons }: Planned<Plan>,
): { readonly owner: Owner; readonly plan: Plan } {
  const [reason] = reasons
  if (reason !== undefined) throw reason.error
  if (owner === undefined || plan === undefined) throw new TernError('owner/missing', {})
  if (plan.owner !== owner.address)
    throw new TernError('trade/addressMismatch', { expected: plan.owner, actual: owner.address })
  return { owner, plan }
}
