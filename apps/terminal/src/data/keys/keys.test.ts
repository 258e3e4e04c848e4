import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { keyActionNames } from './keyActions.ts'

const root = join(import.meta.dirname, '../..')

it('every key that the help sheet tells of does something', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: root }).map(path => readFileSync(join(root, path), 'utf8'))
  const heard = new Set(sources.flatMap(source => [...source.matchAll(/useKey\('(\w+)'/g)].map(([, name]) => name)))
  expect(keyActionNames.filter(name => !heard.has(name))).toEqual([])
})
