import { expect } from 'vitest'
import { type FaultPlan, type NodePlan, planOf, type Sending } from '../fakeCluster/faultPlan.ts'
import { violationsOf } from '../fakeCluster/invariants.ts'
import { slotMs } from '../fakeCluster/ledger.ts'
import { type Mutation, type Run, runPlan } from '../fakeCluster/run.ts'

/** It never reaches a leader. */
export const lost: Sending = { answer: 'taken' }
export const losing = { sendings: [lost] }
export const pollMs = 2500

export async function runOf(faults: Partial<FaultPlan>, mutate?: Mutation): Promise<Run> {
  const run = await runPlan(planOf(faults), mutate)
  expect(violationsOf(run)).toEqual([])
  return run
}

/** Lists the reported outcomes of an intent. */
export const outcomes = ({ reports }: Run, id = 'first') =>
  reports.filter(report => report.id === id).map(({ outcome }) => outcome)
export const statuses = (run: Run, id?: string) =>
  outcomes(run, id).map(outcome =>
    outcome.status !== 'unknown' && 'isFinal' in outcome && outcome.isFinal
      ? `${outcome.status}, final`
      : outcome.status,
  )
export const when = ({ reports }: Run, status: string) =>
  reports.find(({ outcome }) => outcome.status === status)?.atMs ?? Number.POSITIVE_INFINITY
/** Time at which the first landing was confirmed. */
export const landedMs = ({ ledger }: Run) => (ledger.everLanded[0]?.atMs ?? Number.POSITIVE_INFINITY) + 2 * slotMs
export const signaturesIn = ({ sent }: Run) => [...new Set(sent.map(({ signature }) => signature))]
export const three = (node: NodePlan) => [node, node, node]
