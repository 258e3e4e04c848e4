import type { SignedTransaction } from '@tern/core'
import type { Submission } from './broadcast.ts'
import { type LandOptions, land } from './land.ts'
import type { Outcome } from './outcome.ts'
import { type Sources, track } from './track.ts'

/** How to wait for a transaction's outcome. */
export interface ConfirmOptions extends Pick<LandOptions, 'faults' | 'signal'> {
  /** Milliseconds. Unset: 60 s. */
  readonly timeoutMs?: number
}

/** How to send a transaction and wait for its outcome. */
export type SendTransactionOptions = Submission & LandOptions & ConfirmOptions

/**
 * Sends a transaction and waits for its outcome.
 * Sends the same bytes to every provider at once, and again every 2 s, until the outcome is known or the time runs out.
 * With `onOutcome`, continues afterwards and reports changes, until the outcome is final or `signal` aborts.
 *
 * @returns *unknown* if the time runs out first: the transaction may still land.
 * @throws TernError `send/notNoted` if the journal could not be written; nothing was sent.
 * @example
 * await sendTransaction(chain, transaction, { providers: [normalProvider(chain)] })
 * // { status: 'confirmed', signature: '5Nf…', slot: 312_000_123n, isFinal: false }
 */
export async function sendTransaction(
  sources: Sources,
  transaction: SignedTransaction,
  options: SendTransactionOptions,
): Promise<Outcome> {
  const landing = await land(sources, [{ transaction, submission: options }], options)
  const outcome = await landing.settled(options.timeoutMs)
  if (options.onOutcome === undefined) landing.stop()
  return outcome
}

/**
 * Waits for the outcome of a transaction that was sent elsewhere. `weigh` describes the proof that each outcome needs.
 *
 * @returns *unknown* if the time runs out first.
 * @example
 * await confirmTransaction(chain, transaction) // { status: 'confirmed', signature: '5Nf…', slot: 312_000_123n, isFinal: false }
 */
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
