import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import '../src/database/worker.ts'

// The database's thread. It dies on request, and is down or slow for as long as a file next to its folder says so.
const isSaid = (what: string) => existsSync(join(workerData.directory, '..', what))
const isAway = () => isSaid('database is away')
const pause = new Int32Array(new SharedArrayBuffer(4))
if (isAway()) process.exit(1)
parentPort?.on('message', ({ sql }: { sql?: string }) => {
  if (sql?.includes('die now') || isAway()) process.exit(1)
  if (isSaid('database is slow')) Atomics.wait(pause, 0, 0, 5_000)
})
