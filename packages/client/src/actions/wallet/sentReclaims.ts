import type { JournalRecord, Outcome } from '@tern/chain'
import type { TernError } from '@tern/core'
import { failureOf } from '../failureOf.ts'
import type { SentNote } from '../sentNote.ts'
import { type LandsUntil, settled } from '../settled.ts'
import type { EmptyAccount, ReclaimPlan } from './planReclaimRent.ts'

/** One transaction of a reclaim. */
export interface ReclaimStep extends LandsUntil {
  readonly accounts: readonly EmptyAccount[]
  /** `waiting`: not begun. The others as a trade's. */
  readonly status: 'waiting' | 'sending' | 'sent' | Outcome['status']
  readonly signature?: string
  readonly slot?: bigint
  /** What came back and what it cost, in lamports, once the node shows it. */
  readonly returned?: bigint
  readonly networkFee?: bigint
  /** Why it failed or was not sent. */
  readonly error?: TernError
  /** With *expired* and *failed*: how many independent sources say so at least; 1: there was one only. */
  readonly sources?: number
}

/** What a journal's record says of one transaction of a reclaim. */
export interface ReclaimNote extends SentNote {
  readonly reclaim: {
    /** The same in all records of one reclaim: the first signature of it. */
    readonly id: string
    /** Which part of the plan it closes. */
    readonly at: number
    /** In the first record of it only, since a plan may have many accounts. */
    readonly plan?: ReclaimPlan
  }
}

/** A reclaim as a journal knows it. */
export interface SentReclaim {
  readonly id: string
  readonly plan: ReclaimPlan
  readonly about?: unknown
  /** When its newest transaction was signed, in milliseconds since 1970. */
  readonly timestamp: number
  readonly steps: readonly ReclaimStep[]
  /** `underway`: a transaction of it may still land. `stopped`: none may, and not all have: `resumeReclaim` goes on with it. */
  readonly stand: 'done' | 'underway' | 'stopped'
}

/**
 * Lists the reclaims among a journal's records, newest first.
 * A repeated step shows the transaction that landed, otherwise the latest that may still land, otherwise the last.
 *
 * @example
 * reclaimsIn(await journal.list()).map(({ stand }) => stand) // ['stopped', 'done']
 */
export function reclaimsIn(records: readonly JournalRecord[]): readonly SentReclaim[] {
  const noted = records
    .flatMap(record => {
      const { reclaim } = (record.note ?? {}) as Partial<ReclaimNote>
      return reclaim === undefined ? [] : [{ ...reclaim, record }]
    })
    .sort((a, b) => a.record.timestamp - b.record.timestamp)
  return noted
    .flatMap(({ id, plan, record: { note } }) => {
      if (plan === undefined) return []
      const own = noted.filter(one => one.id === id)
      const steps = plan.parts.map((accounts, at) =>
        notedStep(accounts, decisive(own.flatMap(one => (one.at === at ? one.record : [])))),
      )
      const timestamp = own.at(-1)?.record.timestamp ?? 0
      const { about } = note as ReclaimNote
      return { id, plan, timestamp, steps, stand: standOf(steps), ...(about === undefined ? {} : { about }) }
    })
    .reverse()
}

/** A fork can take back the failure after which a step was made again, so an earlier transaction may be the one that lands. */
const decisive = (records: readonly JournalRecord[]): JournalRecord | undefined =>
  records.findLast(({ outcome }) => outcome.status === 'confirmed') ??
  records.findLast(({ outcome }) => outcome.status === 'unknown') ??
  records.at(-1)

function notedStep(accounts: readonly EmptyAccount[], record: JournalRecord | undefined): ReclaimStep {
  if (record === undefined) return { accounts, status: 'waiting' }
  const signature = record.transactions[0]?.signature
  return {
    accounts,
    ...(signature === undefined ? {} : { signature }),
    ...settled(record.outcome, failureOf(record.outcome)),
  }
}

function standOf(steps: readonly ReclaimStep[]): SentReclaim['stand'] {
  if (steps.some(({ status }) => status === 'unknown')) return 'underway'
  return steps.every(({ status }) => status === 'confirmed') ? 'done' : 'stopped'
}
