import type { SignedTransaction } from '@tern/core'
import type { Route } from './broadcast.ts'
import { type LandOptions, land } from './land.ts'
import type { Outcome } from './outcome.ts'
import { type Sources, track } from './track.ts'

/** How long to wait for the outcome of a transaction. */
export interface ConfirmOptions extends Pick<LandOptions, 'faults' | 'signal'> {
  /** Unset: 60 s. */
  readonly timeoutMs?: number
}

/** How a transaction is sent, and how long its outcome is waited for. */
export type SendTransactionOptions = LandOptions & ConfirmOptions

/**
 * Sends the same bytes on every way at once, and again every 2 s, until the outcome is known or 60 s have passed: `land` for
 * one transaction. With `onOutcome` it goes on after that, and tells of what changes, until nothing can, or `signal` aborts.
 * @throws TernError `send/notNoted`: nothing was sent.
 */
export async function sendTransaction(
  sources: Sources,
  transaction: SignedTransaction,
  route: Route,
  options: SendTransactionOptions = {},
): Promise<Outcome> {
  const landing = await land(sources, [{ transaction, route }], options)
  const outcome = await landing.settled(options.timeoutMs)
  if (options.onOutcome === undefined) landing.stop()
  return outcome
}

/** Waits for the outcome of a transaction that somebody else sends. What proves it: see `weigh`. */
export async function confirmTransaction(
  sources: Sources,
  { signature, message }: Pick<SignedTransaction, 'signature' | 'message'>,
  { timeoutMs, ...options }: ConfirmOptions = {},
): Promise<Outcome> {
  const tracking = track(sources, { signatures: [signature], lifetime: message.lifetime }, options)
  const outcome = await tracking.settled(timeoutMs)
  tracking.stop()
  return outcome
}
