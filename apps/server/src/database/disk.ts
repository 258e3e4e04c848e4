import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** `full`: no space left, or this user's quota is used up. `failed`: a write failed for another reason. */
export type DiskState = 'ok' | 'full' | 'failed'

/** Size of the test write. */
const probeBytes = 4_096
/** Milliseconds that an answer is reused for, so that strangers who call `/health` cannot keep the disk busy. */
const keptMs = 1_000

/**
 * Creates a check that writes to the disk of DATA_DIR and syncs.
 *
 * @param now monotonic clock in milliseconds.
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
    // Delete the file, because only a new file needs space. An existing file has it already.
    await rm(path, { force: true }).catch(() => {})
  }
}
