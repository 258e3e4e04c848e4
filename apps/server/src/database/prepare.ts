import { chmodSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openFiles, preparedFiles } from './databaseFiles.ts'

// What a server's first start takes its database from. Whoever runs that server may be another user than who builds.
const unfinished = `${preparedFiles}.new`
for (const left of [unfinished, preparedFiles]) rmSync(left, { recursive: true, force: true })
await (await openFiles(unfinished)).close()
rmSync(join(unfinished, 'postmaster.pid'), { force: true })
chmodSync(unfinished, 0o755)
renameSync(unfinished, preparedFiles)
