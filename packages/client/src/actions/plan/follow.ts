import type { Outcome, Variant } from '@tern/chain'
import type { TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { type FollowOptions, followSent } from '../followSent.ts'
import { submissionOf } from '../sentNote.ts'
import { type Settled, settled } from '../settled.ts'
import { signedPlans } from '../signedPlans.ts'
import { readFailure } from '../trade/readFailure.ts'
import type { TurnFollowing } from '../turn.ts'
import type { PlanStep } from './sentPlans.ts'
import { type SignedMessage, type SignedVariant, writesOf } from './signMessage.ts'

/** The outcome of a plan's transaction. `unknown`: it may still land, and `follow` goes on. */
export interface Receipt extends Settled, Omit<PlanStep, 'status'> {
  readonly signature: string
  readonly signed: SignedMessage
}

/**
 * Sends a signed message of a plan and follows it until its outcome is known or 60 s have passed. The same bytes can land only once.
 * Bytes that were sent before are sent again, unless they were reported as failed or expired.
 *
 * @param signed from a step of an earlier result.
 * @throws TernError `send/notNoted` if the journal could not be written; this call sent nothing.
 * @example
 * await follow(client, receipt.signed) // { status: 'confirmed', signature: '5Nf…', … }
 */
export const follow = (client: Client, signed: SignedMessage, options: FollowOptions<Receipt> = {}): Promise<Receipt> =>
  followSigned(client, signed, options)

export function followSigned(client: Client, signed: SignedMessage, options: TurnFollowing<Receipt>): Promise<Receipt> {
  const { variants, note } = signed
  const [first, ...others] = variants
  const variantOf = ({ message, transaction }: SignedVariant): Variant => ({
    ...{ transaction, submission: 'submission' in message ? message.submission : submissionOf(client, note) },
  })
  const all = [variantOf(first), ...others.map(variantOf)] as const
  return followSent(
    client,
    { variants: [...all], note, receiptOf: outcome => stepOf(client, signed, outcome) },
    options,
  )
}

async function stepOf(client: Client, signed: SignedMessage, outcome: Outcome): Promise<Receipt> {
  const { plan, transaction, variants } = signed
  signedPlans.record(plan, transaction.signature, outcome)
  // The next action must not use accounts that were read before this action.
  const writes = writesOf(
    plan.owner,
    variants.flatMap(({ message }) => message.instructions),
  )
  client.chain.forget(writes, 'slot' in outcome ? outcome.slot : undefined)
  const step = { signature: transaction.signature, ...settled(outcome, await failureIn(signed, outcome)), signed }
  if (step.status !== 'confirmed') return step
  const landed = variants.find(one => one.transaction.signature === step.signature)
  return { ...step, ...(await landed?.message.readRealised?.(client.chain, step.signature)) }
}

async function failureIn({ note, failureOf }: SignedMessage, outcome: Outcome): Promise<TernError | undefined> {
  const { failureKey } = note
  if (outcome.status !== 'failed' || failureKey === undefined) return failureOf?.(outcome)
  return readFailure(failureKey, outcome.error, outcome.signature)
}
