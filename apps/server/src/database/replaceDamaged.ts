import { accessSync, constants, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Damaged databases that are kept. */
const mostKept = 3

/**
 * Whether this process may read and write the database's directory. Its contents do not matter: a database that was killed while
 * it was made holds next to nothing.
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
 * Renames a damaged database, and removes the oldest that were renamed before.
 *
 * @returns where it is now.
 */
export function putAside(directory: string): string {
  const prefix = `${basename(directory)}.damaged-`
  const aside = join(dirname(directory), `${prefix}${new Date().toISOString().slice(0, 19).replaceAll(':', '')}`)
  renameSync(directory, aside)
  const kept = readdirSync(dirname(directory))
    .filter(name => name.startsWith(prefix))
    .sort()
  for (const name of kept.slice(0, -mostKept)) rmSync(join(dirname(directory), name), { recursive: true })
  return aside
}
