import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPlan } from '../fakeCluster/anyPlan.ts'
import { violationsOf } from '../fakeCluster/invariants.ts'
import { mutations } from '../fakeCluster/mutations.ts'
import { runPlan } from '../fakeCluster/run.ts'

const isProof = process.env.PROOF === '1'

/** Plans find this engine last, after more than a thousand. */
const last = 'assumes after a reload that every node knew the blockhash'

/** The first of the 20,000 plans. They are far more than any broken engine survives. */
const plans = 8000

describe('random plans catch an engine that', () => {
  it.each(Object.entries(mutations).filter(([name]) => isProof || name !== last))('%s', async (_, mutate) => {
    const holds = fc.asyncProperty(anyPlan(1, 4), async plan => violationsOf(await runPlan(plan, mutate)).length === 0)
    const { failed } = await fc.check(holds, { numRuns: plans, seed: 1, endOnFailure: true })
    expect(failed).toBe(true)
  })
})
