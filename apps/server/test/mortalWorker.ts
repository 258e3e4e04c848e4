import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import '../src/database/worker.ts'

// The database's thread, which dies when it is asked to, and is away for as long as a file says so beside its folder.
const isAway = () => existsSync(join(workerData.directory, '..', 'database is away'))
if (isAway()) process.exit(1)
parentPort?.on('message', ({ sql }: { sql?: string }) => {
  if (sql?.includes('die now') || isAway()) process.exit(1)
})
