import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { isTernError, TernError } from '@tern/core'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy'
import type { DatabaseAnswer, DatabaseRequest, Statement } from './databaseMessages.ts'
import { isReplaceable, putAside } from './replaceDamaged.ts'

/** The server's database: PGlite in its own thread. If the thread dies, it is started again. */
export interface Database {
  readonly query: PgRemoteDatabase
  /** For reads that a client waits for: fails after 4 s without an answer. */
  readonly queryInTime: PgRemoteDatabase
  /** Runs the statements as a transaction: a crash leaves the effects of all statements, or no effect. */
  atomic(statements: readonly { toSQL(): { sql: string; params: unknown[] } }[]): Promise<void>
  /** `false` between the end of a thread and the start of the next. Every query fails then. */
  isAlive(): boolean
  close(): Promise<void>
}

type Unnumbered<R> = R extends DatabaseRequest ? Omit<R, 'id'> : never

type Ask = (request: Unnumbered<DatabaseRequest>) => Promise<unknown[]>

interface DatabaseThread {
  readonly ask: Ask
  /** Resolves to the reason of the end. */
  readonly ended: Promise<string>
  terminate(): Promise<unknown>
}

interface Options {
  /** Called each time that the thread dies. */
  readonly onFault?: (error: TernError) => void
  /** Receives a line for the log if the database is replaced. */
  readonly onNotice?: (notice: string) => void
  /** The thread's script. */
  readonly script?: URL
}

const restartMs = { first: 250, longest: 30_000 }
const patienceMs = 4_000

/**
 * Opens the database. This process must have locked the directory, because PGlite does not check for other processes.
 * If it cannot be opened, it is set aside and replaced by a new database. The callers restore their data from the journals.
 *
 * @throws TernError `database/unavailable` if a new database cannot be opened either.
 */
export async function openDatabase(
  dataDir: string,
  { onFault = () => {}, onNotice = () => {}, script = new URL('./worker.ts', import.meta.url) }: Options = {},
): Promise<Database> {
  const directory = join(dataDir, 'database')
  const start = () => startThread(script, directory)
  const closing = new AbortController()
  const isOpen = () => !closing.signal.aborted
  let thread: DatabaseThread | undefined = await start().catch(async (error: unknown) => {
    if (!isReplaceable(directory) || !(await canBeMade(script, directory))) throw withAdvice(error, directory)
    const aside = putAside(directory)
    onNotice(
      `The database could not be opened. It is kept at ${aside}, and Tern builds a new one from its journals and the chain.`,
    )
    return start()
  })

  async function keepAlive(first: DatabaseThread): Promise<void> {
    for (let running = first; ; ) {
      const why = await running.ended
      thread = undefined
      if (!isOpen()) return
      onFault(new TernError('database/unavailable', { why }))
      for (let wait = restartMs.first; thread === undefined; wait = Math.min(2 * wait, restartMs.longest)) {
        await pause(wait, undefined, { signal: closing.signal }).catch(() => {})
        if (!isOpen()) return
        thread = await start().catch(() => undefined)
      }
      running = thread
    }
  }
  const kept = keepAlive(thread)

  async function ask(request: Unnumbered<DatabaseRequest>): Promise<unknown[]> {
    if (thread === undefined)
      throw new TernError('database/unavailable', { why: isOpen() ? 'it is being started again' : 'it is closed' })
    return thread.ask(request)
  }

  return {
    query: queryBy(ask),
    queryInTime: queryBy(inTime(ask)),
    async atomic(statements) {
      const plain: Statement[] = statements.map(statement => {
        const { sql, params } = statement.toSQL()
        return { sql, parameters: params }
      })
      if (plain.length > 0) await ask({ kind: 'atomic', statements: plain })
    },
    isAlive: () => thread !== undefined,
    async close() {
      closing.abort()
      await ask({ kind: 'close' }).catch(() => {})
      await thread?.terminate()
      await kept
    },
  }
}

const queryBy = (ask: Ask): PgRemoteDatabase =>
  drizzle(async (sql, parameters, method) => ({
    rows: await ask({ kind: 'query', sql, parameters, isRows: method === 'all' }),
  }))

/**
 * Adds a time limit of 4 s for clients that wait.
 * While a query is overdue, further queries fail at once: the thread answers in order, so they would wait for it as
 * well.
 */
function inTime(ask: Ask): Ask {
  let overdue = 0
  const tooLong = () => new TernError('database/unavailable', { why: 'it takes too long' })
  return async request => {
    if (overdue > 0) throw tooLong()
    const answer = ask(request)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        overdue++
        const answered = () => overdue--
        answer.then(answered, answered)
        reject(tooLong())
      }, patienceMs)
      answer.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }
}

/** Returns a query's real error. Drizzle wraps it in an error with the query in its message. */
export const foundUnder = (error: unknown): unknown => (error instanceof DrizzleQueryError ? error.cause : error)

function withAdvice(error: unknown, directory: string): unknown {
  if (!isTernError(error, 'database/unavailable')) return error
  const why = `${error.facts.why}. See that the machine has memory, that the disk has room and that ${directory} is a directory of this user. Otherwise restore a backup, or move it away: Tern builds a new one from its journals and the chain`
  return new TernError('database/unavailable', { why }, { cause: error })
}

/** Checks if a new database can be opened next to that directory. If not, the disk or the machine is at fault. */
async function canBeMade(script: URL, directory: string): Promise<boolean> {
  const trial = `${directory}.trial`
  rmSync(trial, { recursive: true, force: true })
  try {
    const thread = await startThread(script, trial)
    await thread.ask({ kind: 'close' })
    await thread.terminate()
    return true
  } catch {
    return false
  } finally {
    rmSync(trial, { recursive: true, force: true })
  }
}

/** Starts the thread. @throws TernError `database/unavailable` if it does not start. */
async function startThread(script: URL, directory: string): Promise<DatabaseThread> {
  const waiting = new Map<number, { resolve: (rows: unknown[]) => void; reject: (error: TernError) => void }>()
  const worker = new Worker(script, { workerData: { directory }, name: 'database' })
  const ended = new Promise<string>(resolve => {
    worker.on('error', error => resolve(error instanceof Error ? error.message : String(error)))
    worker.on('exit', () => resolve('its thread has ended'))
  })
  let hasEnded = false
  void ended.then(why => {
    hasEnded = true
    for (const { reject } of waiting.values()) reject(new TernError('database/unavailable', { why }))
  })
  worker.on('message', (answer: DatabaseAnswer) => {
    const asked = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) asked?.reject(new TernError('database/unavailable', { why: answer.error }))
    else asked?.resolve(answer.rows)
  })
  const answerTo = (id: number) =>
    new Promise<unknown[]>((resolve, reject) => {
      if (hasEnded) reject(new TernError('database/unavailable', { why: 'its thread has ended' }))
      else waiting.set(id, { resolve, reject })
    })
  await answerTo(0)
  let lastId = 0
  return {
    ended,
    terminate: () => worker.terminate(),
    ask(request) {
      const id = ++lastId
      const answer = answerTo(id)
      worker.postMessage({ ...request, id })
      return answer
    },
  }
}
