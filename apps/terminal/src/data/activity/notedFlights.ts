import { type JournalRecord, planNoteOf, reclaimsIn, type SentNote, type SentReclaim } from '@tern/client'
import type { SignedTransaction } from '@tern/core'
import { sentLimitMs } from '../toasts.ts'
import type { Flight, Intention } from './flights.ts'
import { progressOf, type TookMs } from './reclaimFlight.ts'
import type { NotedRecord } from './sentJournal.ts'

/**
 * Lists the transactions that the journal has, from every page of this browser, newest first.
 * The transactions of a reclaim are a single flight.
 */
export function notedFlights(records: readonly NotedRecord[], nowMs: number): readonly Flight[] {
  const single = records.flatMap(record => (isOfReclaim(record) ? [] : (singleFlight(record, nowMs) ?? [])))
  const took = tookIn(records)
  return [...single, ...reclaimsIn(records).flatMap(one => reclaimFlight(one, took, nowMs) ?? [])].sort(
    (a, b) => b.startedAtMs - a.startedAtMs,
  )
}

/** Returns the intention that the sending page noted in the record; `undefined` if it noted no intention. */
export function aboutOf({ note, timestamp }: Pick<JournalRecord, 'note' | 'timestamp'>): Intention | undefined {
  const about = (note as SentNote | undefined)?.about as Intention | undefined
  return about && { ...about, startedAtMs: about.startedAtMs ?? timestamp }
}

/** Milliseconds from signing to landing, by record id. */
export const tookIn = (records: readonly NotedRecord[]): TookMs =>
  new Map(
    records.flatMap(({ id, timestamp, landedAtMs }) =>
      landedAtMs === undefined ? [] : [[id, landedAtMs - timestamp] as const],
    ),
  )

const isOfReclaim = ({ note }: JournalRecord) => planNoteOf(note)?.kind === 'reclaimRent'

/** Returns `sent` for as long as a sending page waits for an outcome, then `unknown`. */
const waiting = (timestamp: number, nowMs: number) => (nowMs - timestamp < sentLimitMs ? 'sent' : 'unknown')

/** A transaction with a durable nonce has no last height. */
function lastHeightOf(transaction: SignedTransaction | undefined): Pick<Flight, 'lastHeight'> {
  const lifetime = transaction?.message.lifetime
  return lifetime?.kind === 'blockhash' ? { lastHeight: Number(lifetime.lastValidBlockHeight) } : {}
}

function singleFlight(record: NotedRecord, nowMs: number): Flight | undefined {
  const { outcome, timestamp, landedAtMs, transactions } = record
  const about = aboutOf(record)
  const signature = 'signature' in outcome ? outcome.signature : transactions[0]?.signature
  if (about === undefined || signature === undefined) return undefined
  return {
    ...about,
    id: -about.startedAtMs,
    signature,
    state:
      outcome.status === 'unknown' && outcome.rolledBack === undefined ? waiting(timestamp, nowMs) : outcome.status,
    ...(outcome.status === 'unknown' && lastHeightOf(transactions[0])),
    ...('sources' in outcome && { sources: outcome.sources }),
    ...(landedAtMs !== undefined && outcome.status !== 'unknown' && { endedAtMs: landedAtMs }),
  }
}

function reclaimFlight({ id, timestamp, about, steps }: SentReclaim, took: TookMs, nowMs: number): Flight | undefined {
  const known = aboutOf({ timestamp, note: { about } })
  if (known === undefined) return undefined
  const progress = progressOf(steps, { isLive: false, took, name: id })
  const state = progress.state === 'unknown' ? waiting(timestamp, nowMs) : progress.state
  return { ...known, id: -known.startedAtMs, ...progress, state }
}
