import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bank } from '../bank/bank.ts'
import { createSeededWorld, type WorldToken } from './seededWorld.ts'

/** The world of a chain: what was put into it when it began. */
export interface World {
  /** What its keys follow from. */
  readonly seed: string
  readonly tokens: readonly WorldToken[]
}

/** Where a chain that is kept says which world it has. */
const fileIn = (dataDir: string): string => join(dataDir, 'world.json')

/**
 * The world that the chain in `dataDir` already has; a new chain gets the one asked for, before anyone can trade on it.
 * A chain keeps the world that it began with, whatever is asked for later.
 */
export async function openWorld(
  bank: Bank,
  dataDir: string | undefined,
  wanted: { readonly kind: 'seeded' | 'empty'; readonly seed: string },
): Promise<World> {
  const kept = dataDir === undefined ? undefined : await readWorld(fileIn(dataDir))
  if (kept !== undefined) return kept
  const world = { seed: wanted.seed, tokens: wanted.kind === 'empty' ? [] : await seed(bank, wanted.seed) }
  if (dataDir !== undefined) await writeDurably(fileIn(dataDir), JSON.stringify(world))
  return world
}

async function seed(bank: Bank, name: string): Promise<readonly WorldToken[]> {
  const { tokens, genesis } = await createSeededWorld(name, bank.clock().unixTimestamp)
  for (const [address, account] of genesis) bank.setAccount(address, account)
  await bank.flush()
  return tokens
}

async function readWorld(file: string): Promise<World | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as World
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The file is there whole or not at all, whenever the machine stops. */
async function writeDurably(file: string, text: string): Promise<void> {
  const draft = `${file}.new`
  const handle = await open(draft, 'w')
  await handle.writeFile(text)
  await handle.sync()
  await handle.close()
  await rename(draft, file)
}
