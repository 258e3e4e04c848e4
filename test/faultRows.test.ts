import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const paths = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter(path => path !== '' && path !== 'test/faultRows.test.ts' && existsSync(join(root, path)))

/** Finds the rows of the fault matrix that this source tests. A test's name begins with its rows. */
const rowsIn = (source: string): readonly string[] =>
  [...source.matchAll(/(?:\bit|\))\(\s*['`]((?:F\d\d )+)/g)].flatMap(([, rows = '']) => rows.trim().split(' '))

it('reads the rows that a test names, and no others', () => {
  const source = [
    "it('F01 F02 says so', () => {})",
    "it.each([['F03', 1]])(\n  'F04 refuses %s',",
    '// F05 is elsewhere',
    "it('minds F06', () => expect('F07 x'))",
  ]
  expect(rowsIn(source.join('\n'))).toEqual(['F01', 'F02', 'F04'])
})

it('finds a test for each row of the fault matrix', () => {
  const named = new Set(paths.flatMap(path => rowsIn(readFileSync(join(root, path), 'utf8'))))
  const rows = Array.from({ length: 50 }, (_, i) => `F${String(i + 1).padStart(2, '0')}`)
  expect(rows.filter(row => !named.has(row))).toEqual([])
})
