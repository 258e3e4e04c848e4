import type { JournalRecord } from '@tern/chain'
import { type PlanStep, plansIn, type SentPlan } from '../plan/sentPlans.ts'
import type { EmptyAccount, ReclaimRequest } from './planReclaimRent.ts'

/** A transaction of a reclaim. */
export interface ReclaimStep extends PlanStep {
  readonly accounts: readonly EmptyAccount[]
  /** The returned lamports and the cost, once the node shows the transaction. */
  readonly returned?: bigint
  readonly networkFee?: bigint
}

/** A reclaim as a journal knows it. */
export interface SentReclaim extends Omit<SentPlan, 'request' | 'steps'> {
  readonly request: ReclaimRequest
  readonly steps: readonly ReclaimStep[]
}

/**
 * Lists the reclaims among a journal's records, newest first.
 * A repeated step shows the transaction that landed, otherwise the latest that may still land, otherwise the last.
 *
 * @example
 * reclaimsIn(await journal.list()).map(({ stand }) => stand) // ['stopped', 'done']
 */
export const reclaimsIn = (records: readonly JournalRecord[]): readonly SentReclaim[] =>
  plansIn(records)
    .filter(({ kind }) => kind === 'reclaimRent')
    .map(sent => {
      const request = sent.request as ReclaimRequest
      return {
        ...sent,
        request,
        steps: sent.steps.map((step, at) => ({ ...step, accounts: request.parts?.[at] ?? [] })),
      }
    })
