import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../bank/wholeFile.ts'
import type { WorldToken } from './worldVenue.ts'

/** The world that a chain began with. It stays, even if later starts ask for another. */
export interface KeptWorld {
  /** The seed of its keys. */
  readonly seed: string
  readonly tokens: readonly WorldToken[]
}

const fileName = 'world.json'

/** Reads the world of the chain in `dataDir`; `undefined` if no chain has begun there. */
export async function readWorld(dataDir: string): Promise<KeptWorld | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, fileName), 'utf8')) as KeptWorld
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Removes a chain that was stopped before its world was written.
 * It has never been shown, and its history is incomplete.
 */
export async function discardUnfinished(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names) if (/^(?:(?:snapshot|journal)-\d+|newest-slot)\./.test(name)) await rm(join(dataDir, name))
}

/** Writes the world atomically: after a crash at any moment the file is either whole or absent. */
export async function keepWorld(dataDir: string, world: KeptWorld): Promise<void> {
  await writeWhole(dataDir, fileName, [Buffer.from(JSON.stringify(world))])
}
