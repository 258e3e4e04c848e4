import { type SignedTransaction, stringifyJson } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import { pause } from '../rpc/pause.ts'
import { broadcast, type Route } from './broadcast.ts'
import type { Journal, JournalRecord } from './journal.ts'
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
export interface LandOptions extends Omit<TrackOptions, 'retire'> {
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
 * Transactions that were reported as failed or expired in this process, or by an earlier one as the journal says.
 * They are never sent again: the person may have begun anew, and both could land if a fork takes the failure back.
 */
const retired = new WeakSet<SignedTransaction>()

/**
 * Writes the transactions of one intent into the journal and then sends their bytes on every way at once.
 * Sends them again every 2 s, after two minutes every 10 s, until their outcome is final. Pauses while one counts as landed.
 * Transactions that were reported as failed or expired are followed and never sent again, even if a fork takes the failure back.
 * The journal is read before each repeat, because another tab may have reported the failure.
 *
 * @param variants one transaction, or variants of one durable nonce, which exclude each other.
 * @throws TernError `send/notNoted` if the journal could not be written; nothing was sent. `send/notExclusive` if two could land.
 * @example
 * const landing = await land(chain, [{ transaction, route: { providers: [normalProvider(chain)] } }], { journal })
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
  const noted = journal === undefined ? record : await append(journal, record)
  if (noted.isRetired !== false) keepBack(transactions)
  return pursue(sources, id, variants, { firstLookMs, ...(noted.known && { known: noted.known }), ...options })
}

/**
 * Appends the record, unless the same transactions were landed before.
 * @returns the record as the journal has it.
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

/** Has none of them sent again by this process. */
export function keepBack(transactions: readonly SignedTransaction[]): void {
  for (const transaction of transactions) retired.add(transaction)
}

/** Sends and follows transactions that the journal, if there is one, has already. */
export function pursue(
  sources: Sources,
  id: string,
  [first, ...others]: readonly [Variant, ...Variant[]],
  { journal, onSent, onFailure, onOutcome, ...options }: LandOptions,
): Tracking {
  const variants = [first, ...others]
  const transactions = variants.map(({ transaction }) => transaction)
  const retirement = new AbortController()
  const tracking = track(
    sources,
    { signatures: transactions.map(({ signature }) => signature), lifetime: first.transaction.message.lifetime },
    {
      ...options,
      async retire() {
        keepBack(transactions)
        retirement.abort()
        await journal?.update(id, { isRetired: true })
      },
      onOutcome(outcome) {
        // No decision rests on this write: a reload reads the outcome from the chain again.
        journal?.update(id, { outcome }).catch(() => undefined)
        onOutcome?.(outcome)
      },
      // If this write is lost, a reload waits longer before it believes in an expiry.
      onKnown: known => void journal?.update(id, { known }).catch(() => undefined),
    },
  )
  const { signal } = tracking
  const sending = AbortSignal.any([signal, retirement.signal])
  const { pause: rest = pause, random = Math.random } = sources
  let isSent = false
  /** Those that no way has refused yet. */
  const untried = new Set(variants)

  /** Without Web Locks another tab may follow the same record, and may have told of a failure that this one has not heard of. */
  async function isOpenInJournal(): Promise<boolean> {
    if (journal === undefined) return true
    const records = await journal.list().catch(() => [])
    const record = records.find(one => one.id === id)
    if (record !== undefined && record.isRetired !== false) keepBack(transactions)
    return record?.isRetired === false
  }

  async function keepSending(variant: Variant) {
    const { transaction, route } = variant
    const mayLand = () => !retired.has(transaction) && tracking.outcome.status === 'unknown'
    for (let round = 0; !signal.aborted; round++) {
      // The first round follows a write or a reading of the record.
      if (mayLand() && (round === 0 || (await isOpenInJournal())) && mayLand())
        tell(variant, await broadcast(transaction, route, sending))
      await rest((round < hurriedRounds ? rebroadcastMs : slowRebroadcastMs) * (0.75 + random() / 2), signal)
    }
  }
  function tell(variant: Variant, error: TernError | undefined) {
    // It may have landed before its way answered: what is known of it by then stands.
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

/** Of transactions that do not share a durable nonce each could land. @throws TernError `send/notExclusive`. */
function assertExclusive([first, ...others]: readonly SignedTransaction[]): void {
  const nonceOf = ({ message: { lifetime } }: SignedTransaction) =>
    lifetime.kind === 'nonce' ? `${lifetime.nonceAccount} ${lifetime.nonce}` : undefined
  const nonce = first && nonceOf(first)
  if (others.some(other => nonce === undefined || nonceOf(other) !== nonce))
    throw new TernError('send/notExclusive', {})
}
