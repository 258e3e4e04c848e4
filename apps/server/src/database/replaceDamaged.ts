import { accessSync, constants, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Max damaged databases that are kept. */
const maxKept = 3

/**
 * Checks if this process may read and write the database's directory.
 * Its contents do not matter: if the process was killed while it created the database, the directory is almost empty.
 */
export function isReplaceable(directory: string): boolean {
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return statSync(directory).isDirectory()
  } catch {
    return false
  }
}

/**
 * Renames a damaged database, and deletes the oldest of the earlier renamed ones.
 *
 * @returns its new path.
 */
export function putAside(directory: string): string {
  const prefix = `${basename(directory)}.damaged-`
  const aside = join(dirname(directory), `${prefix}${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`)
  renameSync(directory, aside)
  const kept = readdirSync(dirname(directory))
    .filter(name => name.startsWith(prefix))
    .sort()
  for (const name of kept.slice(0, -maxKept)) rmSync(join(dirname(directory), name), { recursive: true })
  return aside
}
