import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** `full`: it has no room, or no more for this user. `failed`: it takes nothing for another reason. */
export type DiskState = 'ok' | 'full' | 'failed'

/** What is written to find out. */
const probeBytes = 4_096
/** The answer to one question is the answer to all within so long, so that a stranger who asks `/health` keeps no disk busy. */
const keptMs = 1_000

/**
 * Finds out whether the disk of DATA_DIR takes what is written, by writing to it and syncing.
 *
 * @param now - milliseconds, steady.
 * @returns asks.
 */
export function watchDisk(dataDir: string, now: () => number = () => performance.now()): () => Promise<DiskState> {
  const path = join(dataDir, 'disk-probe')
  let asked: { readonly at: number; readonly state: Promise<DiskState> } | undefined
  return () => {
    if (asked === undefined || now() - asked.at >= keptMs) asked = { at: now(), state: probe(path) }
    return asked.state
  }
}

async function probe(path: string): Promise<DiskState> {
  try {
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(new Uint8Array(probeBytes))
      await file.sync()
    } finally {
      await file.close()
    }
    return 'ok'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    return code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'failed'
  } finally {
    // A new file needs room, which an old one has already.
    await rm(path, { force: true }).catch(() => {})
  }
}
