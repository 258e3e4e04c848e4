import { spawnSync } from 'node:child_process'
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
