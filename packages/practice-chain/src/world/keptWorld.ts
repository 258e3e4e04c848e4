import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../bank/wholeFile.ts'
import type { WorldToken } from './worldVenue.ts'

/** What a chain was given when it began. It keeps that, whatever is asked for later. */
export interface KeptWorld {
  /** What its keys follow from. */
  readonly seed: string
  readonly tokens: readonly WorldToken[]
}

const fileName = 'world.json'

/** The world of the chain in `dataDir`; `undefined` when no chain has begun there. */
export async function readWorld(dataDir: string): Promise<KeptWorld | undefined> {
  try {
    return JSON.parse(await readFile(join(dataDir, fileName), 'utf8')) as KeptWorld
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Removes a chain that was stopped before its world was written down: nobody has been shown it, and half a history is none.
 */
export async function discardUnfinished(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => [])
  for (const name of names) if (/^(?:(?:snapshot|journal)-\d+|newest-slot)\./.test(name)) await rm(join(dataDir, name))
}

/** Writes the world down; the file is there whole or not at all, whenever the machine stops. */
export async function keepWorld(dataDir: string, world: KeptWorld): Promise<void> {
  await writeWhole(dataDir, fileName, [Buffer.from(JSON.stringify(world))])
}
