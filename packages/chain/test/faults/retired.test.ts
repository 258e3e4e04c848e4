import { describe, expect, it } from 'vitest'
import { type FaultPlan, fineNode, fineProvider, type NodePlan, type ProviderPlan } from '../fakeCluster/faultPlan.ts'
import { outcomes, pollMs, runOf, when } from './faultRuns.ts'

describe('F29 bytes that were reported as failed are never sent again', () => {
  // Copies that left before the report may still arrive: a provider delays some by 5 s.
  const late: ProviderPlan = { sendings: [{ arrivesAfterMs: 5000, answer: 'taken' }] }
  const liar: NodePlan = {
    ...fineNode,
    phases: [{ fromMs: 8000, state: { is: 'lies', status: 'confirmed', claimedSlot: 30_030 } }],
  }
  const results = ['fails', 'ok', 'ok', 'ok'] as const
  const forked = { results, forks: [{ atMs: 6000, slots: 25 }] } as const
  const lied: Partial<FaultPlan> = { ...forked, nodes: [liar, fineNode, fineNode] }
  const forkedTwice: Partial<FaultPlan> = {
    ...{ results, providers: [fineProvider, late] },
    forks: [3000, 9000].map(atMs => ({ atMs, slots: 20 })),
  }
  const dieAt = (...atMs: readonly number[]) => atMs.map(ms => ({ at: { ms }, downMs: 500 }))

  it.each<[string, Partial<FaultPlan>, readonly string[]]>([
    ['one liar says confirmed, and is caught', lied, ['failed', 'unknown', 'confirmed', 'unknown']],
    ['two forks, and nobody lies', forkedTwice, ['failed', 'unknown', 'confirmed', 'unknown']],
    ['a reload while the liar is believed', { ...lied, crashes: dieAt(11_000) }, ['failed', 'unknown', 'confirmed']],
    ['a reload after the second fork', { ...forkedTwice, crashes: dieAt(10_000) }, ['failed', 'unknown', 'confirmed']],
    ['two reloads', { ...lied, crashes: dieAt(7500, 11_000) }, ['failed', 'unknown', 'confirmed']],
    [
      'a journal that is full, and a reload',
      { ...forked, journalFull: [{ atMs: 1000, forMs: 3000 }], crashes: dieAt(3000) },
      [],
    ],
  ])('%s', async (_, faults, begins) => {
    const run = await runOf(faults)
    expect(
      outcomes(run)
        .map(({ status }) => status)
        .slice(0, begins.length),
    ).toEqual(begins)
    expect(run.signed.has('second')).toBe(true)
    const failedAtMs = when(run, 'failed')
    expect(run.sent.filter(({ signature, atMs }) => signature === 'first 0' && atMs > failedAtMs)).toEqual([])
  })

  it('a failure waits for a journal that is full, and is reported once it is written', async () => {
    const run = await runOf({ results, journalFull: [{ atMs: 1000, forMs: 8000 }] })
    expect(when(run, 'failed')).toBeGreaterThanOrEqual(9000)
    expect(when(run, 'failed')).toBeLessThan(9000 + pollMs)
    expect(run.noted.get('first')).toMatchObject({ isRetired: true, outcome: { status: 'failed', isFinal: true } })
  })
})
