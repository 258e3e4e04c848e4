import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('the generated modules of the programs', () => {
  it.each([
    ['the compiled effects', 'effects.mjs'],
    ['the lists', 'programLists.mjs'],
  ])('%s are those of the programs’ folders', (_, script) => {
    const path = join(import.meta.dirname, '../scripts', script)
    const { stderr } = spawnSync(process.execPath, [path, '--check'], { encoding: 'utf8' })
    expect(stderr).toBe('')
  })
})

describe('a program', () => {
  const root = join(import.meta.dirname, '..')
  const programs: readonly { readonly folder: string }[] = JSON.parse(
    readFileSync(join(root, 'packages/venues/programs.json'), 'utf8'),
  )

  it.each(programs)('$folder has its folder in the practice chain and in conformance', ({ folder }) => {
    const places = ['packages/practice-chain/src/programs', 'conformance']
    expect(places.filter(place => !existsSync(join(root, place, folder)))).toEqual([])
  })
})
