import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a file atomically: after a crash at any moment it is either whole or absent.
 * @returns its length in bytes.
 */
export async function writeWhole(directory: string, name: string, chunks: Iterable<Uint8Array>): Promise<number> {
  const temporary = join(directory, `${name}.part`)
  let length = 0
  try {
    const handle = await open(temporary, 'w')
    try {
      for (const chunk of chunks) {
        await handle.appendFile(chunk)
        length += chunk.length
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, join(directory, name))
  } catch (error) {
    // On a full disk, a partial file would block everything else.
    await rm(temporary, { force: true })
    throw error
  }
  await syncFolder(directory)
  return length
}

/** Syncs a folder: a new file is certain to be found after a crash only once its folder is on disk. */
export async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
