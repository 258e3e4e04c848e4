import { chmodSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openFiles, preparedFiles } from './databaseFiles.ts'

// Prepares the database for a server's first start. The server may run as another user than the build, so all may read
// it.
const unfinished = `${preparedFiles}.new`
for (const left of [unfinished, preparedFiles]) rmSync(left, { recursive: true, force: true })
await (await openFiles(unfinished)).close()
rmSync(join(unfinished, 'postmaster.pid'), { force: true })
chmodSync(unfinished, 0o755)
renameSync(unfinished, preparedFiles)
