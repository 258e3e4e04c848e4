import type { ReclaimStep } from '@tern/client'
import { leftOf } from '../stream/latestBlockhash.ts'
import type { FlightState, FlightStep, Progress } from './flights.ts'

export const countOf = (accounts: readonly unknown[]) =>
  `${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}`

/** Returns the step under way, otherwise the last that did not land, otherwise the last that was begun. */
export const currentOf = (steps: readonly ReclaimStep[]): ReclaimStep | undefined =>
  steps.find(({ status }) => status === 'unknown') ??
  steps.findLast(({ status }) => status !== 'waiting' && status !== 'confirmed') ??
  steps.findLast(({ status }) => status !== 'waiting')

/** A step was never sent if its transaction was not signed, or not written to the journal. */
const isSent = ({ signature, status, slot }: ReclaimStep) =>
  signature !== undefined && status !== 'waiting' && status !== 'sending' && (status !== 'failed' || slot !== undefined)

/** @param isLive this page sends the next step once the step before it is confirmed. */
function stateOf(steps: readonly ReclaimStep[], isLive: boolean): FlightState {
  const { status = 'sending' } = currentOf(steps) ?? {}
  if (status === 'waiting' || status === 'sending' || status === 'sent' || status === 'unknown')
    return status === 'waiting' ? 'sending' : status
  if (steps.every(step => step.status === 'confirmed')) return 'confirmed'
  if (isLive && status === 'confirmed') return 'sent'
  return steps.length === 1 ? status : 'stopped'
}

/** Milliseconds from signing to landing, by signature. Has only the transactions that were seen to land. */
export type TookMs = ReadonlyMap<string, number>

/**
 * Returns the progress of a reclaim for its flight.
 *
 * @param isLive this page sends the next step once the step before it is confirmed.
 * @param name id of the reclaim in the journal. Unset: the signature of its first sent transaction.
 */
export function progressOf(
  steps: readonly ReclaimStep[],
  { isLive, took, name }: { readonly isLive: boolean; readonly took: TookMs; readonly name?: string | undefined },
): Progress {
  const current = currentOf(steps)
  const { signature, error, sources, status } = current ?? {}
  const reclaim = name ?? steps.find(isSent)?.signature
  return {
    state: stateOf(steps, isLive),
    ...(signature === undefined ? {} : { signature }),
    ...(error === undefined || status === 'unknown' ? {} : { why: error.message }),
    ...(current && leftOf(current)),
    ...(sources === undefined ? {} : { sources }),
    ...(reclaim === undefined ? {} : { reclaim }),
    ...(steps.length > 1 ? { steps: steps.map(step => flightStep(step, took)) } : {}),
  }
}

function flightStep({ accounts, status, signature, error }: ReclaimStep, took: TookMs): FlightStep {
  const tookMs = status === 'confirmed' ? took.get(signature ?? '') : undefined
  return {
    title: `Close ${countOf(accounts)}`,
    state: status,
    ...(signature === undefined ? {} : { signature }),
    ...(error === undefined || status === 'unknown' ? {} : { why: error.message }),
    ...(tookMs === undefined ? {} : { tookMs }),
  }
}
