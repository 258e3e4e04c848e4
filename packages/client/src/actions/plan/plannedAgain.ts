import { TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { TermsParts } from '../terms.ts'
import type { Action } from './actions.ts'
import type { Plan, PlanMessage } from './plan.ts'
import type { Position } from './planTurns.ts'

/**
 * Plans again before a message is signed.
 *
 * @returns the shown message. After the first transaction, the message of the new plan instead, if it does no more than shown.
 * @throws TernError the new plan's first reason, `plan/changed`.
 */
export async function messagePlannedAgain(
  client: Client,
  { action, plan, at, landed }: Position & { readonly action: Action; readonly plan: Plan },
): Promise<PlanMessage> {
  const [shown, again] = [plan.messages[at], await action.plan(client, plan.request, [...Array(landed).keys()])]
  const [reason] = again.reasons
  if (reason !== undefined) throw reason.error
  if (shown === undefined || again.plan === undefined) throw new TernError('plan/changed', {})
  // The rent of an account that was closed in the meantime was not shown.
  if (rentOf(again.plan) > rentOf(plan)) throw new TernError('plan/changed', {})
  const renewed = again.plan.messages.at(at - plan.messages.length)
  return at > 0 && renewed !== undefined && isWithin(renewed.terms, shown.terms) ? renewed : shown
}

const rentOf = ({ opens }: Plan): bigint => opens.reduce((sum, { lamports }) => sum + lamports, 0n)

/** Checks that a message takes no more and brings no less than another. */
function isWithin(one: TermsParts, shown: TermsParts): boolean {
  const amount = (all: readonly { readonly mint: string }[] | undefined, mint: string) =>
    (all as readonly { readonly mint: string; readonly max?: bigint; readonly min?: bigint }[] | undefined)?.find(
      other => other.mint === mint,
    )
  const spends = (one.spend ?? []).every(({ mint, max }) => max <= (amount(shown.spend, mint)?.max ?? 0n))
  const brings = (shown.receive ?? []).every(({ mint, min }) => (amount(one.receive, mint)?.min ?? 0n) >= min)
  const kinds = ['rent', 'programFee', 'networkFee', 'tip', 'tradeFee'] as const
  return spends && brings && kinds.every(kind => (one.lamports[kind] ?? 0n) <= (shown.lamports[kind] ?? 0n))
}
