import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'

let shared: Promise<RunningServer> | undefined

/**
 * Returns the worker's server, on a practice chain where only the tests trade. A start takes both cores for seconds, so the
 * test files of a worker share the server. A file that stops its server, or that changes its settings, runs its own.
 * Each file brings its own wallet. The server ends with its worker.
 */
export function practiceServer(): Promise<RunningServer> {
  shared ??= runServer({ PRACTICE_TRADES_PER_SECOND: '0' })
  return shared
}

/** Reads every file of a server and its output, so that a test can search all of them for secrets. */
export async function storedBy(server: RunningServer): Promise<readonly string[]> {
  const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  return [server.output(), ...(await Promise.all(files.map(file => readFile(file, 'latin1'))))]
}
