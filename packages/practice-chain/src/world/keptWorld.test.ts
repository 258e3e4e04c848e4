import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { discardUnfinished, keepWorld, readWorld } from './keptWorld.ts'

const directory = () => mkdtemp(join(tmpdir(), 'tern-world-'))

describe('a world that is kept', () => {
  it('is there once it was written, and not before', async () => {
    const dataDir = await directory()
    expect(await readWorld(dataDir)).toBeUndefined()
    await keepWorld(dataDir, { seed: 'a', tokens: [] })
    expect(await readWorld(dataDir)).toEqual({ seed: 'a', tokens: [] })
  })

  it('takes with it, when it was never written, the chain that was begun for it, and nothing else', async () => {
    const dataDir = await directory()
    for (const name of ['snapshot-1.bin', 'snapshot-2.bin.part', 'journal-1.log', 'newest-slot.bin', 'notes.txt'])
      await writeFile(join(dataDir, name), 'x')
    await discardUnfinished(dataDir)
    expect(await readdir(dataDir)).toEqual(['notes.txt'])
    await discardUnfinished(join(dataDir, 'none'))
  })
})
