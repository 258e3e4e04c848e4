import { TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { FollowOptions } from '../followSent.ts'
import type { Settled } from '../settled.ts'
import { type ExecuteOptions, execute } from './execute.ts'
import type { Planned } from './plan.ts'
import type { PlanStep } from './sentPlans.ts'

/** The outcome of a plan's only transaction. */
export interface SettledStep extends Settled {
  readonly signature: string
}

/** How to execute a plan of one transaction. */
export type SingleOptions = FollowOptions<SettledStep> & Pick<ExecuteOptions, 'about' | 'onSigned'>

/**
 * Executes a plan of one transaction.
 *
 * @throws TernError the errors of `execute`. Nothing was sent then.
 */
export async function executeSingle(
  client: Client,
  planned: Planned,
  { onStatus, onLater, ...options }: SingleOptions,
): Promise<SettledStep> {
  const { steps } = await execute(client, planned, {
    ...options,
    onSteps: ([step]) => step && step.status !== 'waiting' && onStatus?.({ ...step, status: step.status }),
    ...(onLater && { onLater: ([step]) => isSettled(step) && onLater(step) }),
  })
  const [step] = steps
  if (!isSettled(step)) throw step?.error ?? new TernError('transaction/noSigners', {})
  return step
}

const isSettled = (step: PlanStep | undefined): step is SettledStep =>
  step?.signature !== undefined && step.status !== 'waiting' && step.status !== 'sending' && step.status !== 'sent'
