import { type SignedTransaction, TernError } from '@tern/core'
import { stringifyJson } from '@tern/core/internal'
import { pause } from '../rpc/pause.ts'
import { broadcast, type Submission } from './broadcast.ts'
import type { Journal, JournalRecord } from './journal.ts'
import { type Sources, type Tracking, type TrackOptions, track } from './track.ts'

const rebroadcastMs = 2000
/** Rounds at the fast rate: two minutes. A transaction with a durable nonce may be pending for hours. */
const fastRounds = 60
const slowRebroadcastMs = 10_000
/** A slot, and some time for its votes. */
const firstLookMs = 500

/** A signed transaction, and its submission. */
export interface Variant {
  readonly transaction: SignedTransaction
  readonly submission: Submission
}

/** How to land transactions. */
export interface LandOptions extends Omit<TrackOptions, 'retire'> {
  /** Unset: nothing is written down, and a restart forgets transactions in flight. */
  readonly journal?: Journal
  /** The intent's id in the journal. Unset: the first signature. */
  readonly id?: string
  /** See `JournalRecord`. */
  readonly note?: unknown
  /** Milliseconds since 1970. Unset: now. */
  readonly timestamp?: number
  /** Called once: when a provider or the relayer first accepts a transaction. */
  onSent?(): void
  /**
   * Called once, when each variant was refused everywhere and no transaction was accepted yet.
   * Gets `send/allFailed`, or the error of the only provider. The transaction may still have arrived, so it is followed.
   */
  onFailure?(error: TernError): void
}

/**
 * Transactions that were reported as failed or expired, in this process, or in an earlier process by the journal.
 * They are never sent again. The user may have signed a replacement, and both could land if a fork takes the failure back.
 */
const retired = new WeakSet<SignedTransaction>()

/**
 * Writes the transactions of an intent into the journal, then sends their bytes to every provider at once.
 * Sends again every 2 s, after two minutes every 10 s, until their outcome is final. Pauses while a transaction counts as landed.
 * Transactions that were reported as failed or expired are followed and never sent again, even if a fork takes the failure back.
 * The journal is read before each repeat, because another tab may have reported the failure.
 *
 * @param variants a single transaction, or variants of a durable nonce, which exclude each other.
 * @throws TernError `send/notNoted` if the journal could not be written; nothing was sent.
 * @throws TernError `send/notExclusive` if two of the variants could land.
 * @example
 * const landing = await land(chain, [{ transaction, submission: { providers: [normalProvider(chain)] } }], { journal })
 * await landing.settled() // { status: 'confirmed', signature: '5Nf…', slot: 312_000_123n, isFinal: false }
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
  const record: JournalRecord = {
    ...{ id, address: message.feePayer, transactions, timestamp, outcome: { status: 'unknown' }, isRetired: false },
    ...(note === undefined ? {} : { note }),
  }
  const stored = journal === undefined ? record : await append(journal, record)
  if (stored.isRetired !== false) stopSending(transactions)
  return pursue(sources, variants, { firstLookMs, ...(stored.known && { known: stored.known }), ...options, id })
}

/**
 * Appends the record, unless the journal has the same transactions under this id.
 *
 * @returns the record that the journal holds.
 * @throws TernError `send/notNoted`.
 */
async function append(journal: Journal, record: JournalRecord): Promise<JournalRecord> {
  try {
    await journal.append(record)
    return record
  } catch (cause) {
    const known = await journal.list().catch(() => [])
    const before = known.find(({ id }) => id === record.id)
    if (before === undefined || !isSame(before, record)) throw new TernError('send/notNoted', {}, { cause })
    return before
  }
}

const isSame = (one: JournalRecord, other: JournalRecord) =>
  stringifyJson(signaturesOf(one)) === stringifyJson(signaturesOf(other))
const signaturesOf = ({ transactions }: JournalRecord) => transactions.map(({ signature }) => signature)

/** Stops this process from sending the transactions again. */
export function stopSending(transactions: readonly SignedTransaction[]): void {
  for (const transaction of transactions) retired.add(transaction)
}

/** Sends and follows transactions that are in the journal already, if there is a journal. */
export function pursue(
  sources: Sources,
  variants: readonly [Variant, ...Variant[]],
  { id, journal, onSent, onFailure, onOutcome, ...options }: LandOptions & { readonly id: string },
): Tracking {
  const [first] = variants
  const transactions = variants.map(({ transaction }) => transaction)
  const retirement = new AbortController()
  const tracking = track(
    sources,
    { signatures: transactions.map(({ signature }) => signature), lifetime: first.transaction.message.lifetime },
    {
      ...options,
      async retire() {
        stopSending(transactions)
        retirement.abort()
        await journal?.update(id, { isRetired: true })
      },
      onOutcome(outcome) {
        // No decision rests on this write: a reload reads the outcome from the chain again.
        journal?.update(id, { outcome }).catch(() => undefined)
        onOutcome?.(outcome)
      },
      // If this write is lost, a reload waits longer before it accepts an expiry.
      onKnown: known => void journal?.update(id, { known }).catch(() => undefined),
    },
  )
  const { signal } = tracking
  const sending = AbortSignal.any([signal, retirement.signal])
  const { pause: rest = pause, random = Math.random } = sources
  let isSent = false
  /** Variants that have not been refused everywhere yet. */
  const untried = new Set(variants)

  /** Reads the record again. Without Web Locks, another tab may follow it too and may have reported a failure that this tab missed. */
  async function isOpenInJournal(): Promise<boolean> {
    if (journal === undefined) return true
    const records = await journal.list().catch(() => [])
    const record = records.find(one => one.id === id)
    if (record !== undefined && record.isRetired !== false) stopSending(transactions)
    return record?.isRetired === false
  }

  async function keepSending(variant: Variant) {
    const { transaction, submission } = variant
    const mayLand = () => !retired.has(transaction) && tracking.outcome.status === 'unknown'
    for (let round = 0; !signal.aborted; round++) {
      // The first round needs no check: the record was written or read just before.
      if (mayLand() && (round === 0 || (await isOpenInJournal())) && mayLand())
        reportRound(variant, await broadcast(transaction, submission, sending))
      await rest((round < fastRounds ? rebroadcastMs : slowRebroadcastMs) * (0.75 + random() / 2), signal)
    }
  }
  function reportRound(variant: Variant, error: TernError | undefined) {
    // The transaction may have landed before the provider answered. The landing counts then.
    if (sending.aborted || tracking.outcome.status !== 'unknown') return
    if (error === undefined) {
      if (!isSent) onSent?.()
      isSent = true
    } else if (!isSent && untried.delete(variant) && untried.size === 0)
      onFailure?.(variants.length === 1 ? error : new TernError('send/allFailed', {}, { cause: error }))
  }

  for (const variant of variants) void keepSending(variant)
  return tracking
}

/**
 * Checks that no two transactions can land: several must share a durable nonce.
 *
 * @throws TernError `send/notExclusive`.
 */
function assertExclusive([first, ...others]: readonly SignedTransaction[]): void {
  const nonceOf = ({ message: { lifetime } }: SignedTransaction) =>
    lifetime.kind === 'nonce' ? `${lifetime.nonceAccount} ${lifetime.nonce}` : undefined
  const nonce = first && nonceOf(first)
  if (others.some(other => nonce === undefined || nonceOf(other) !== nonce))
    throw new TernError('send/notExclusive', {})
}
