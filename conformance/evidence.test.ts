import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ground } from '@tern/venues'
import { evidence } from '@tern/venues/internal/evidence'
import { expect, it } from 'vitest'
import { createVitest } from 'vitest/node'
import { disagreements, type Evidence } from './src/evidence.ts'

const root = join(import.meta.dirname, '..')
/** Only the folders with evidence: other test files start chains as soon as they are loaded. */
const folders = ['boop', 'meteora', 'moonit', 'pump', 'raydium'].map(maker => `conformance/${maker}`)

it('that Tern shows for each protocol, side and mode matches the tests here', async () => {
  const vitest = await createVitest('test', { root, project: 'conformance', watch: false, reporters: [{}] })
  const { testModules } = await vitest.collect(folders, { staticParse: false })
  const tests = testModules.flatMap(module => [...module.children.allTests()])
  const shown = tests.flatMap(test => (test.meta().evidence as Evidence | undefined) ?? [])
  await vitest.close()
  expect(shown.length).toBeGreaterThan(50)
  expect(disagreements(shown)).toEqual([])
})

it('matches docs/evidence.md', () => {
  const said: Readonly<Record<Exclude<Ground, 'client'>, RegExp>> = {
    program: /the real program/,
    build: /vendor's build/,
    trades: /recorded trades?/,
  }
  const rows = readFileSync(join(root, 'docs', 'evidence.md'), 'utf8').matchAll(/^\| (`[a-z_0-9`, ]+`) \| ([^|]+) \|/gm)
  const read = [...rows].flatMap(([, names = '', held = '']) =>
    names.split(', ').map(name => [name.replaceAll('`', ''), held] as const),
  )
  for (const [protocol, { 'A→B': there, 'B→A': back }] of Object.entries(evidence)) {
    const held = new Map(read).get(protocol) ?? expect.fail(`${protocol} is not in docs/evidence.md`)
    const grounds = [there.exactIn, there.exactOut, back.exactIn, back.exactOut].flat()
    for (const ground of ['program', 'build', 'trades'] as const)
      expect(said[ground].test(held), `${protocol}: ${ground}`).toBe(grounds.includes(ground))
  }
})
