import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { discardUnfinished, keepWorld, readWorld } from './keptWorld.ts'

const directory = () => mkdtemp(join(tmpdir(), 'tern-world-'))

describe('a world that is kept', () => {
  it('can be read once it is written, and not before', async () => {
    const dataDir = await directory()
    expect(await readWorld(dataDir)).toBeUndefined()
    await keepWorld(dataDir, { seed: 'a', tokens: [] })
    expect(await readWorld(dataDir)).toEqual({ seed: 'a', tokens: [] })
  })

  it('that was never written loses its chain’s files, but no others', async () => {
    const dataDir = await directory()
    for (const name of ['snapshot-1.bin', 'snapshot-2.bin.part', 'journal-1.log', 'newest-slot.bin', 'notes.txt'])
      await writeFile(join(dataDir, name), 'x')
    await discardUnfinished(dataDir)
    expect(await readdir(dataDir)).toEqual(['notes.txt'])
    await discardUnfinished(join(dataDir, 'none'))
  })
})
