import type { Outcome, Variant } from '@tern/chain'
import { type LandOptions, land } from '@tern/chain/internal'
import type { TernError } from '@tern/core'
import { stringifyJson } from '@tern/core/internal'
import type { Client } from '../client.ts'
import type { SentNote } from './sentNote.ts'
import type { LandsUntil } from './settled.ts'

/** Progress of a submission. */
export interface SentUpdate extends LandsUntil {
  readonly status: 'sending' | 'sent' | Outcome['status']
  /** Unset until it is signed. */
  readonly signature?: string
  /**
   * With *sending*: every provider refused it so far (`send/*`). It is sent again, and may have arrived.
   * With *failed* and *unknown*: the reason.
   */
  readonly error?: TernError
  /** With *expired* and *failed*: at least this many independent sources report it. */
  readonly sources?: number
}

/** How to follow signed transactions. */
export interface FollowOptions<Receipt> {
  readonly onStatus?: (update: SentUpdate) => void
  /**
   * Called after the receipt, at each change of the outcome, until it is final or `signal` aborts.
   * *unknown* may still settle, and a fork may undo *confirmed*. Unset: following stops at the receipt.
   */
  readonly onLater?: (receipt: Receipt) => void
  /** Stops following. The receipt is then *unknown*. It cannot recall bytes that were sent. */
  readonly signal?: AbortSignal
  /** Milliseconds. Unset: 60 s. */
  readonly timeoutMs?: number
}

type SettledUpdate = SentUpdate & { readonly signature: string; readonly status: Outcome['status'] }

/** An intent's signed transactions, the note of their journal record, and the receipt of an outcome. */
interface Followed<Receipt> {
  readonly variants: readonly [Variant, ...Variant[]]
  readonly note: SentNote
  readonly receiptOf: (outcome: Outcome) => Promise<Receipt>
}

/**
 * Writes an intent's signed transactions into the journal, then sends all. Waits until the outcome is known or the time runs out.
 * Sends the same bytes again if an earlier call sent these, unless their outcome was failed or expired. The same bytes can land only once.
 *
 * @throws TernError `send/notNoted` if the journal could not be written; this call sent nothing.
 */
export async function followSent<Receipt extends SettledUpdate>(
  { chain, journal }: Pick<Client, 'chain' | 'journal'>,
  { variants, note, receiptOf }: Followed<Receipt>,
  { onStatus, onLater, signal, timeoutMs, ...proof }: FollowOptions<Receipt> & Pick<LandOptions, 'faults' | 'believe'>,
): Promise<Receipt> {
  const { signature } = variants[0].transaction
  let latest: Outcome
  let last: Promise<Receipt>
  const settle = (outcome: Outcome) => {
    latest = outcome
    return receiptOf(outcome)
  }
  const reportLater = async (outcome: Outcome) => {
    const before = await last
    if (isSame(latest, outcome)) return before
    const receipt = await settle(outcome)
    onLater?.(receipt)
    return receipt
  }
  const landing = await land(chain, variants, {
    onSent: () => onStatus?.({ status: 'sent', signature }),
    onFailure: error => onStatus?.({ status: 'sending', signature, error }),
    ...(onLater && {
      onOutcome(outcome) {
        last = reportLater(outcome)
      },
    }),
    ...(journal && { journal, note }),
    ...proof,
    ...(signal && { signal }),
  })
  last = landing.settled(timeoutMs).then(settle)
  const receipt = await last
  if (onLater === undefined) landing.stop()
  onStatus?.(receipt)
  return receipt
}

/** Compares more than the status: after a fork, another variant may land, or the same variant with another error. */
const isSame = (one: Outcome, other: Outcome) => stringifyJson(factsOf(one)) === stringifyJson(factsOf(other))

const factsOf = (outcome: Outcome) => [
  outcome.status,
  'signature' in outcome && outcome.signature,
  'error' in outcome && outcome.error,
]
