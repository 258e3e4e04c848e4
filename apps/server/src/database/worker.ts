import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import type { DatabaseAnswer, DatabaseRequest } from './messages.ts'

// PGlite runs in a thread of its own: on the main one it would hold up every request for as long as a query takes.

/** PostgreSQL's own cache of pages. It would take 128 MB, and touches them all; the system keeps the files in memory anyway. */
const pageCache = ['-c', 'shared_buffers=32MB']

// Its interpreter of expressions is one function of 100 kB: V8 takes 600 MB to optimize that, for queries a third faster.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)

/** PGlite has no process beside it that makes checkpoints and clears away dead rows: without them its files only grow. */
const writesBetweenUpkeep = 1_000

// PGlite lets everybody write its files.
const directory: string = workerData.directory
await mkdir(directory, { recursive: true })
await chmod(directory, 0o700)
const database = await PGlite.create({
  dataDir: directory,
  startParams: [...PGlite.defaultStartParams, ...pageCache],
  initDbStartParams: pageCache,
})
await migrate()
let writes = 0
parentPort?.on('message', async (request: DatabaseRequest) => {
  const answer = await run(request).catch(
    (error: unknown): DatabaseAnswer => ({
      id: request.id,
      error: error instanceof Error ? error.message : String(error),
    }),
  )
  parentPort?.postMessage(answer)
  if (isWrite(request) && ++writes % writesBetweenUpkeep === 0) await tidyUp()
  if (request.kind === 'close') parentPort?.close()
})
parentPort?.postMessage({ id: 0, rows: [] } satisfies DatabaseAnswer)

const isWrite = (request: DatabaseRequest): boolean =>
  request.kind === 'atomic' || (request.kind === 'query' && !/^\s*select/i.test(request.sql))

/** What fails of it is done the next time. */
async function tidyUp() {
  for (const statement of ['vacuum', 'checkpoint']) await database.exec(statement).catch(() => {})
}

async function run(request: DatabaseRequest): Promise<DatabaseAnswer> {
  const { id } = request
  if (request.kind === 'close') {
    await database.close()
    return { id, rows: [] }
  }
  if (request.kind === 'query') {
    const options = { rowMode: request.isRows ? 'array' : 'object' } as const
    return { id, rows: (await database.query(request.sql, request.parameters, options)).rows }
  }
  await database.transaction(async transaction => {
    for (const statement of request.statements) await transaction.query(statement.sql, statement.parameters)
  })
  return { id, rows: [] }
}

/** Runs each file of `migrations` that has not run yet, in the order of their names, each whole or not at all. */
async function migrate() {
  await database.exec('create table if not exists migrations (name text primary key)')
  const { rows } = await database.query<{ name: string }>('select name from migrations')
  const done = new Set(rows.map(row => row.name))
  const migrations = new URL('./migrations/', import.meta.url)
  for (const name of (await readdir(migrations)).filter(file => file.endsWith('.sql')).sort()) {
    if (done.has(name)) continue
    const text = await readFile(new URL(name, migrations), 'utf8')
    await database.transaction(async transaction => {
      await transaction.exec(text)
      await transaction.query('insert into migrations (name) values ($1)', [name])
    })
  }
}
