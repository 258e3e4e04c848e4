import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

describe('the compiled effects', () => {
  it('are those of the programs’ effects.ts', () => {
    const script = join(import.meta.dirname, '../scripts/effects.mjs')
    const { stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
    expect(stderr).toBe('')
  })
})
