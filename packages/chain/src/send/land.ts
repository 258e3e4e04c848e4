import type { SignedTransaction } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import { pause } from '../rpc/pause.ts'
import { broadcast, type Route } from './broadcast.ts'
import type { Journal } from './journal.ts'
import { type Sources, type Tracking, type TrackOptions, track } from './track.ts'

const rebroadcastMs = 2000
/** So often at first; what lives by a nonce may be on its way for hours. */
const hurriedRounds = 60
const slowRebroadcastMs = 10_000
/** A slot, and some time for its votes. */
const firstLookMs = 500

/** A signed transaction and the ways that it goes out by. */
export interface Variant {
  readonly transaction: SignedTransaction
  readonly route: Route
}

/** How transactions are landed. */
export interface LandOptions extends TrackOptions {
  /** Unset: nothing is noted down, and what is under way is forgotten with the process. */
  readonly journal?: Journal
  /** The intent's name in the journal. Unset: the first signature. */
  readonly id?: string
  /** See `JournalRecord`. */
  readonly note?: unknown
  /** Milliseconds since 1970. Unset: now. */
  readonly timestamp?: number
  /** Once: the first time that one of the ways took it. */
  onSent?(): void
  /**
   * Once: when none did in the first round, of any variant: `send/allFailed`, or the only way's error. It may have arrived all the same,
   * so it is still followed.
   */
  onFailure?(error: TernError): void
}

/**
 * Notes the transactions of one intent down, and only then sends their bytes on every way at once, and again every 2 s, after two
 * minutes every 10 s, until nothing more can become of them; not while one counts as landed. What has failed is not sent again, not
 * even where a fork takes the failure back: whoever was told of it may have begun anew. Several transactions must exclude each other:
 * variants of one durable nonce. Never throws for a way that fails: only the chain says what became of a transaction.
 * @throws TernError `send/notNoted`: the journal could not be written; nothing was sent. `send/notExclusive`.
 */
export async function land(
  sources: Sources,
  variants: readonly [Variant, ...Variant[]],
  options: LandOptions = {},
): Promise<Tracking> {
  const transactions = variants.map(({ transaction }) => transaction)
  assertExclusive(transactions)
  const { signature, message } = variants[0].transaction
  const { journal, note, id = signature, timestamp = Date.now() } = options
  const record = { id, address: message.feePayer, transactions, timestamp, outcome: { status: 'unknown' } } as const
  try {
    await journal?.append({ ...record, ...(note === undefined ? {} : { note }) })
  } catch (cause) {
    throw new TernError('send/notNoted', {}, { cause })
  }
  return pursue(sources, id, variants, { firstLookMs, ...options })
}

/** Sends and follows what the journal, if there is one, knows already; `mayGoOut`: unless it says that it had failed. */
export function pursue(
  sources: Sources,
  id: string,
  [first, ...others]: readonly [Variant, ...Variant[]],
  { journal, onSent, onFailure, onOutcome, mayGoOut = true, ...options }: LandOptions & { readonly mayGoOut?: boolean },
): Tracking {
  const variants = [first, ...others]
  const signatures = variants.map(({ transaction }) => transaction.signature)
  const tracking = track(
    sources,
    { signatures, lifetime: first.transaction.message.lifetime },
    {
      ...options,
      onOutcome(outcome) {
        // What the journal misses here is found again on the chain.
        journal?.update(id, { outcome }).catch(() => undefined)
        onOutcome?.(outcome)
      },
      onKnown: known => void journal?.update(id, { known }).catch(() => undefined),
    },
  )
  const { signal } = tracking
  const { pause: rest = pause, random = Math.random } = sources
  let isSent = false
  /** Those that no way has refused yet. */
  const untried = new Set(variants)

  async function keepSending(variant: Variant) {
    const { transaction, route } = variant
    for (let round = 0; !signal.aborted; round++) {
      const { outcome } = tracking
      if (mayGoOut && outcome.status === 'unknown' && outcome.rolledBack !== 'failed')
        tell(variant, await broadcast(transaction, route, signal))
      await rest((round < hurriedRounds ? rebroadcastMs : slowRebroadcastMs) * (0.75 + random() / 2), signal)
    }
  }
  function tell(variant: Variant, error: TernError | undefined) {
    // It may have landed before its way answered: what is known of it by then stands.
    if (signal.aborted || tracking.outcome.status !== 'unknown') return
    if (error === undefined) {
      if (!isSent) onSent?.()
      isSent = true
    } else if (!isSent && untried.delete(variant) && untried.size === 0)
      onFailure?.(variants.length === 1 ? error : new TernError('send/allFailed', {}, { cause: error }))
  }

  for (const variant of variants) void keepSending(variant)
  return tracking
}

/** Of transactions that do not share a durable nonce each could land. @throws TernError `send/notExclusive`. */
function assertExclusive([first, ...others]: readonly SignedTransaction[]): void {
  const nonceOf = ({ message: { lifetime } }: SignedTransaction) =>
    lifetime.kind === 'nonce' ? `${lifetime.nonceAccount} ${lifetime.nonce}` : undefined
  const nonce = first && nonceOf(first)
  if (others.some(other => nonce === undefined || nonceOf(other) !== nonce))
    throw new TernError('send/notExclusive', {})
}
