// npm run soak: runs long random fault plans with two liars among five sources, for this many minutes.
import fc from 'fast-check'
import { longPlan } from './fakeCluster/anyPlan.ts'
import { violationsOf } from './fakeCluster/invariants.ts'
import { runPlan } from './fakeCluster/run.ts'

const minutes = Number(process.argv[2] ?? 10)
if (!(minutes > 0)) throw new RangeError(`npm run soak [-- minutes]: ${process.argv[2]} is no number of minutes`)
const [liars, sources] = [2, 5]
const seed = Number(process.env.PROPERTY_SEED ?? Date.now() | 0)
const began = performance.now()
const isOver = () => performance.now() - began > minutes * 60_000

let plans = 0
let outcome: string | undefined
while (!isOver() && outcome === undefined) {
  const holds = fc.asyncProperty(longPlan(liars, sources), async plan => {
    if (isOver()) return
    plans++
    const violations = violationsOf(await runPlan(plan))
    if (violations.length > 0) throw new Error(violations.join('\n'))
  })
  const found = await fc.check(holds, { seed: seed + plans, numRuns: 500 })
  if (found.failed) outcome = fc.defaultReportMessage(found)
}
console.log(`landing, ${liars} liars among ${sources} sources, from seed ${seed}: ${plans} long plans`)
console.log(outcome ?? 'nothing executed twice, forgotten, said that was not so, or left without an end')
process.exitCode = outcome === undefined ? 0 : 1
