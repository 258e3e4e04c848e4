import { parentPort } from 'node:worker_threads'
import '../src/database/worker.ts'

// The database's thread, which dies when it is asked to.
parentPort?.on('message', ({ sql }: { sql?: string }) => {
  if (sql?.includes('die now')) process.exit(1)
})
