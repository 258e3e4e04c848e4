import type { JournalRecord, Outcome } from '@tern/chain'
import { type Address, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { failureOf } from '../failureOf.ts'
import type { SentNote } from '../sentNote.ts'
import { type Settled, settled } from '../settled.ts'
import { actionOf } from './actions.ts'
import { guarded, isExecuting } from './executing.ts'
import { type NotedPlan, planNoteOf } from './notedPlan.ts'
import type { Planned, Resumed } from './plan.ts'
import type { SignedMessage } from './signMessage.ts'

/** The amounts that a landed transaction moved. */
export interface Realised {
  /** Input of the swap: a buy's lamports, a sell's raw units. */
  readonly amountIn: bigint
  /** Output of the swap: a buy's raw units, a sell's lamports. */
  readonly amountOut: bigint
  /** Signature and priority fee, in lamports. */
  readonly networkFee: bigint
  /** Rent of accounts that it opened, in lamports. */
  readonly rent: bigint
}

/**
 * The state of a plan's transaction. A *confirmed* trade has its amounts, unless the node does not return the
 * transaction within 3 s.
 */
export interface PlanStep extends Omit<Settled, 'status'>, Partial<Realised> {
  /** `waiting`: not begun. */
  readonly status: 'waiting' | 'sending' | 'sent' | Outcome['status']
  /** Set once its outcome is known or the time ran out. */
  readonly signed?: SignedMessage
}

/** The note of a journal record of a plan's transaction. */
export interface PlanNote extends SentNote {
  readonly plan: NotedPlan
}

/** An action, as a journal knows it. */
export interface SentPlan {
  readonly id: string
  readonly kind: string
  readonly request: unknown
  readonly owner: Address
  readonly about?: unknown
  /** Time of its newest signature, in milliseconds since 1970. */
  readonly timestamp: number
  /** In order. A step that was not begun is *waiting*. */
  readonly steps: readonly PlanStep[]
  /** `underway`: a transaction may still land. `stopped`: no transaction may still land, and some did not land. `planAgain` plans the rest. */
  readonly stand: 'done' | 'underway' | 'stopped'
}

/**
 * Lists the actions among a journal's records, newest first.
 *
 * @example
 * plansIn(await journal.list()).map(({ stand }) => stand) // ['stopped', 'done']
 */
export function plansIn(records: readonly JournalRecord[]): readonly SentPlan[] {
  const noted = records
    .flatMap(record => {
      const plan = planNoteOf(record.note)
      return plan === undefined ? [] : [{ ...plan, record }]
    })
    .sort((a, b) => a.record.timestamp - b.record.timestamp)
  const ids = [...new Set(noted.map(({ id }) => id))]
  const plans = ids.flatMap(id => {
    const own = noted.filter(one => one.id === id)
    const [last, first] = [own.at(-1), own.find(one => 'request' in one)]
    // An action without its request cannot be shown or planned again.
    if (last === undefined || first === undefined) return []
    const { about } = first.record.note as SentNote
    const steps = Array.from({ length: last.of ?? first.of ?? 0 }, (_, at) =>
      stepOf(decisive(own.flatMap(one => (one.at === at ? one.record : [])))),
    )
    const common = {
      ...{ id, kind: first.kind, request: first.request, steps, stand: standOf(steps) },
      ...{ owner: last.record.address, timestamp: last.record.timestamp },
    }
    return [{ ...common, ...(about === undefined ? {} : { about }) }]
  })
  return plans.sort((a, b) => b.timestamp - a.timestamp)
}

/** Picks the record that decides a step. If a fork undoes the failure after which a step was repeated, the earlier transaction may land. */
const decisive = (records: readonly JournalRecord[]): JournalRecord | undefined =>
  records.findLast(({ outcome }) => outcome.status === 'confirmed') ??
  records.findLast(({ outcome }) => outcome.status === 'unknown') ??
  records.at(-1)

function stepOf(record: JournalRecord | undefined): PlanStep {
  if (record === undefined) return { status: 'waiting' }
  const signature = record.transactions[0]?.signature
  return { ...(signature === undefined ? {} : { signature }), ...settled(record.outcome, failureOf(record.outcome)) }
}

function standOf(steps: readonly PlanStep[]): SentPlan['stand'] {
  if (steps.some(({ status }) => status === 'unknown')) return 'underway'
  return steps.every(({ status }) => status === 'confirmed') ? 'done' : 'stopped'
}

/**
 * Plans the rest of an interrupted action from the current chain. Show the plan and ask the user again, then `execute` it.
 *
 * @param id see `plansIn`.
 * @param changes fields of the request that are replaced, such as its fees. Unset: none.
 * @throws TernError `plan/nothingToResume` if the journal has no such action, or all of it landed.
 * @throws TernError `plan/mayStillLand` if this process executes it now, or if a transaction may still land: `resumeSent` must settle it
 *   first.
 * @throws TernError `plan/unknownKind`, `trade/addressMismatch`, `rpc/*`, and the journal's error.
 * @example
 * await execute(client, await planAgain(client, id)) // { id, steps: [{ status: 'confirmed', … }] }
 */
export async function planAgain(client: Client, id: string, changes: object = {}): Promise<Planned> {
  const sent = plansIn((await client.journal?.list()) ?? []).find(one => one.id === id)
  if (sent === undefined || sent.stand === 'done') throw new TernError('plan/nothingToResume', {})
  if (sent.stand === 'underway' || isExecuting(id)) throw new TernError('plan/mayStillLand', {})
  if (client.owner !== undefined && client.owner.address !== sent.owner)
    throw new TernError('trade/addressMismatch', { expected: sent.owner, actual: client.owner.address })
  const { plan } = await actionOf(sent.kind)
  const isLanded = (at: number) => sent.steps[at]?.status === 'confirmed'
  const landed = [...sent.steps.keys()].filter(isLanded)
  const planned = await plan(client, { ...(sent.request as object), ...changes }, landed)
  const { length } = planned.plan?.messages ?? []
  const of = landed.length + length
  // The rest may have more transactions than were left before.
  const positions = Array.from({ length: Math.max(of, sent.steps.length) }, (_, at) => at)
  const resumes: Resumed = {
    ...{ id, positions: positions.filter(at => !isLanded(at)).slice(0, length), of },
    guard: (continuing, turns, run) => guarded(continuing, { turns, resumes }, run),
  }
  return { ...planned, resumes }
}
