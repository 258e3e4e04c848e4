import { parentPort, workerData } from 'node:worker_threads'
import { openFiles, preparedFiles } from './databaseFiles.ts'
import type { DatabaseAnswer, DatabaseRequest } from './databaseMessages.ts'

// PGlite runs in its own thread: on the main thread, each query would delay every request.

/** PGlite has no background process for checkpoints and vacuum. Without upkeep its files grow for ever. */
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

/**
 * After a PANIC, PostgreSQL itself would exit, for example if its log cannot be written. PGlite would answer no more
 * queries. Let the thread die: the next start finds the intact data.
 */
const hasPanicked = (error: unknown): boolean =>
  error instanceof Error && 'severity' in error && error.severity === 'PANIC'

const isWrite = (request: DatabaseRequest): boolean =>
  request.kind === 'atomic' || (request.kind === 'query' && !/^\s*select/i.test(request.sql))

/** Runs the upkeep. A step that fails is repeated the next time. */
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
