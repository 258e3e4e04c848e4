import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { TernError } from '@tern/core'
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import type { DatabaseAnswer, DatabaseRequest, Statement } from './messages.ts'

/** The server's database: PGlite in a thread of its own. */
export interface Database {
  readonly query: PgRemoteDatabase
  /** All of the statements or none, also across a crash of the process. */
  atomic(statements: readonly { toSQL(): { sql: string; params: unknown[] } }[]): Promise<void>
  isAlive(): boolean
  close(): Promise<void>
}

type Unnumbered<R> = R extends DatabaseRequest ? Omit<R, 'id'> : never

/** Opens it in a directory that this process has locked: PGlite does not look. @throws TernError `database/unavailable`. */
export async function openDatabase(dataDir: string): Promise<Database> {
  const waiting = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: TernError) => void }>()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: { directory: join(dataDir, 'database') },
    name: 'database',
  })
  let isAlive = true
  const fail = (why: string) => {
    isAlive = false
    for (const { reject } of waiting.values()) reject(new TernError('database/unavailable', { why }))
    waiting.clear()
  }
  worker.on('error', error => fail(error instanceof Error ? error.message : String(error)))
  worker.on('exit', () => fail('its thread has ended'))
  worker.on('message', (answer: DatabaseAnswer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) asked?.reject(new TernError('database/unavailable', { why: answer.error }))
    else asked?.resolve(answer.rows)
  })
  const answerTo = (id: number) =>
    new Promise<unknown[]>((resolve, reject) => {
      if (isAlive) waiting.set(id, { resolve, reject })
      else reject(new TernError('database/unavailable', { why: 'it is closed' }))
    })
  let lastId = 0
  const ask = (request: Unnumbered<DatabaseRequest>) => {
    const id = ++lastId
    const answer = answerTo(id)
    worker.postMessage({ ...request, id })
    return answer
  }

  await answerTo(0)
  return {
    query: drizzle(async (sql, parameters, method) => ({
      rows: await ask({ kind: 'query', sql, parameters, isRows: method === 'all' }),
    })),
    async atomic(statements) {
      const plain: Statement[] = statements.map(statement => {
        const { sql, params } = statement.toSQL()
        return { sql, parameters: params }
      })
      if (plain.length > 0) await ask({ kind: 'atomic', statements: plain })
    },
    isAlive: () => isAlive,
    async close() {
      if (isAlive) await ask({ kind: 'close' }).catch(() => {})
      await worker.terminate()
    },
  }
}
