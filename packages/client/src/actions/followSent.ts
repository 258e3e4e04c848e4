import { land, type Outcome, type Variant } from '@tern/chain'
import { stringifyJson, type TernError } from '@tern/core'
import type { Client } from '../client.ts'
import type { SentNote } from './sentNote.ts'
import type { LandsUntil } from './settled.ts'

/** Where something stands on its way. */
export interface SentUpdate extends LandsUntil {
  readonly status: 'sending' | 'sent' | Outcome['status']
  /** Absent until it is signed. */
  readonly signature?: string
  /** With *sending*: no way took it so far (`send/*`); it is tried again and may have arrived. With *failed* and *unknown*: why. */
  readonly error?: TernError
  /** With *expired* and *failed*: how many independent sources say so at least; 1: there was one only. */
  readonly sources?: number
}

/** How what was signed is followed. */
export interface FollowOptions<Receipt> {
  readonly onStatus?: (update: SentUpdate) => void
  /**
   * After the receipt: each time that the status is another, until nothing can change it or `signal` aborts. *unknown* may become
   * known, and a fork may take back what was confirmed. Unset: it is not followed beyond its receipt.
   */
  readonly onLater?: (receipt: Receipt) => void
  /** Stops following; what was sent cannot be called back, its status is then *unknown*. */
  readonly signal?: AbortSignal
  /** Unset: 60 s. */
  readonly timeoutMs?: number
}

type Told = SentUpdate & { readonly signature: string; readonly status: Outcome['status'] }

/**
 * Notes down what was signed for one intent, sends it, and follows it until its outcome is known or 60 s have passed.
 * Bytes that were sent before are sent again, unless they were told as failed or expired. The same bytes can land once only.
 * @throws TernError `send/notNoted`: the journal could not be written, and this sent nothing.
 */
export async function followSent<Receipt extends Told>(
  { chain, journal }: Pick<Client, 'chain' | 'journal'>,
  variants: readonly [Variant, ...Variant[]],
  note: SentNote,
  receiptOf: (outcome: Outcome) => Promise<Receipt>,
  { onStatus, onLater, signal, timeoutMs }: FollowOptions<Receipt>,
): Promise<Receipt> {
  const { signature } = variants[0].transaction
  let told: Outcome
  let last: Promise<Receipt>
  const tell = (outcome: Outcome) => {
    told = outcome
    return receiptOf(outcome)
  }
  const tellLater = async (outcome: Outcome) => {
    const before = await last
    if (saysSame(told, outcome)) return before
    const receipt = await tell(outcome)
    onLater?.(receipt)
    return receipt
  }
  const landing = await land(chain, variants, {
    onSent: () => onStatus?.({ status: 'sent', signature }),
    onFailure: error => onStatus?.({ status: 'sending', signature, error }),
    ...(onLater && {
      onOutcome(outcome) {
        last = tellLater(outcome)
      },
    }),
    ...(journal && { journal, note }),
    ...(signal && { signal }),
  })
  last = landing.settled(timeoutMs).then(tell)
  const receipt = await last
  if (onLater === undefined) landing.stop()
  onStatus?.(receipt)
  return receipt
}

/** After a fork another variant can land, or the same one with another error, while the status stays. */
const saysSame = (one: Outcome, other: Outcome) => stringifyJson(saidBy(one)) === stringifyJson(saidBy(other))

const saidBy = (outcome: Outcome) => [
  outcome.status,
  'signature' in outcome && outcome.signature,
  'error' in outcome && outcome.error,
]
