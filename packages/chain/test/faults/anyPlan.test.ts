import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPlan } from '../fakeCluster/anyPlan.ts'
import { violationsOf } from '../fakeCluster/invariants.ts'
import { runPlan } from '../fakeCluster/run.ts'

/** Every known broken engine fails within 1,416 plans (docs/landing.md). `PLANS` sets another number. */
const plans = Number(process.env.PLANS ?? (process.env.PROOF === '1' ? 20_000 : 2_000))
/** Enough on a machine with ten times the load: a plan takes some milliseconds. */
const timeoutMs = Math.max(600_000, plans * 100)

describe('landing under random faults executes once, forgets nothing, reports nothing false, and reports every end', () => {
  it.each([
    { liars: 1, nodes: 4, numRuns: plans },
    { liars: 2, nodes: 6, numRuns: plans / 10 },
  ])(
    'with up to $liars liars among up to $nodes nodes: $numRuns random plans',
    async ({ liars, nodes, numRuns }) => {
      const holds = fc.asyncProperty(anyPlan(liars, nodes), async plan => {
        expect(violationsOf(await runPlan(plan))).toEqual([])
      })
      await fc.assert(holds, { numRuns })
    },
    timeoutMs,
  )
})
