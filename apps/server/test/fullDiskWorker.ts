import fs, { existsSync, mkdirSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'

// The database's thread with a full disk, for as long as a file next to its folder says so. It creates a folder when it
// has noticed the file.
const beside = (name: string) => join(workerData.directory, '..', name)
const write = fs.writeSync
fs.writeSync = ((...args: Parameters<typeof write>) => {
  if (existsSync(beside('disk is full'))) {
    mkdirSync(beside('disk was full'), { recursive: true })
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
  }
  return write(...args)
}) as typeof write
syncBuiltinESMExports()
await import('../src/database/worker.ts')
