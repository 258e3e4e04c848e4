// npm run conformance [-- --json]: checks Tern against the official SDKs, the real programs and recorded pools. Prints
// a table.
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { disagreements, type EvidenceTest, tabulate } from './evidence.ts'

const asJson = process.argv.includes('--json')
const root = join(import.meta.dirname, '..', '..')
const vitest = await startVitest('test', [], {
  root,
  project: 'conformance',
  watch: false,
  ...(asJson ? { reporters: [{}], silent: true } : {}),
})

const tests: EvidenceTest[] = []
let failures = 0
let skipped = 0
for (const module of vitest.state.getTestModules()) {
  if (module.errors().length > 0) failures++
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state === 'failed') failures++
    if (state === 'skipped') skipped++
    const { evidence } = test.meta()
    if (evidence !== undefined) tests.push({ evidence, name: test.fullName, state })
  }
}
failures += vitest.state.getUnhandledErrors().length
await vitest.close()

const rows = tabulate(tests)
const differences = disagreements(tests.map(({ evidence }) => evidence))
if (asJson) console.log(JSON.stringify({ failures, skipped, differences, rows }, null, 2))
else {
  for (const { protocol, side, mode, proofs } of rows) {
    console.log(`\n${protocol} ${side === undefined ? 'liquidity' : `${side} ${mode}`}`)
    for (const { against, state, tests, needs } of proofs)
      console.log(`  ${state.padEnd(8)} ${against} (${tests} tests${needs === undefined ? '' : `, needs ${needs}`})`)
  }
  const needs = [...new Set(tests.flatMap(test => (test.state === 'skipped' ? (test.evidence.needs ?? []) : [])))]
  if (skipped > 0)
    console.log(`\n${skipped} tests were not run: ${needs.join(' or ')} is not set or lacks what they need`)
}
if (differences.length > 0) console.error(`\nThe evidence of packages/venues differs:\n  ${differences.join('\n  ')}`)
process.exitCode = failures + differences.length === 0 && tests.length > 0 ? 0 : 1
