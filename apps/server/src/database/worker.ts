import { parentPort, workerData } from 'node:worker_threads'
import { openFiles, preparedFiles } from './databaseFiles.ts'
import type { DatabaseAnswer, DatabaseRequest } from './messages.ts'

// PGlite runs in a thread of its own: on the main one it would hold up every request for as long as a query takes.

/** PGlite has no process beside it that makes checkpoints and clears away dead rows: without them its files only grow. */
const writesBetweenUpkeep = 1_000

const database = await openFiles(workerData.directory, preparedFiles)
let writes = 0
parentPort?.on('message', async (request: DatabaseRequest) => {
  const answer = await run(request).catch((error: unknown): DatabaseAnswer => {
    if (hasPanicked(error)) throw error
    return { id: request.id, error: error instanceof Error ? error.message : String(error) }
  })
  parentPort?.postMessage(answer)
  if (isWrite(request) && ++writes % writesBetweenUpkeep === 0) await tidyUp()
  if (request.kind === 'close') parentPort?.close()
})
parentPort?.postMessage({ id: 0, rows: [] } satisfies DatabaseAnswer)

/** PostgreSQL itself would end, as where its log cannot be written: PGlite would answer nothing more. What is whole is found at the next start. */
const hasPanicked = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'PANIC'

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
