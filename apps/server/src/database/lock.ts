import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { TernError } from '@tern/core/serverErrors'

interface Holder {
  readonly pid: number
  /** This boot of the machine; a process id of an earlier one says nothing. */
  readonly boot: string
  /** When the process began, in the system's own ticks; tells a process from a later one with the same id. */
  readonly began: string
}

/**
 * Holds a directory for this process: PGlite itself lets two processes open, and ruin, one database.
 * A lock left behind by a process that is gone is taken over.
 * @returns releases it.
 * @throws TernError `database/locked` while another process, or this one, holds it; `config/badValue` when it cannot be written.
 */
export function lockDirectory(directory: string): () => void {
  makeWritable(directory)
  const path = join(directory, 'lock')
  const mine = JSON.stringify(holderOf(process.pid))
  for (let attempt = 0; attempt < 5; attempt++) {
    if (tryCreate(path, mine)) return () => release(path, mine)
    const found = readIfThere(path)
    if (found === undefined) continue
    const holder = parseHolder(found)
    if (holder !== undefined && isAlive(holder)) break
    removeStale(path, found)
  }
  throw new TernError('database/locked', { dataDir: directory, pid: parseHolder(readIfThere(path) ?? '')?.pid ?? 0 })
}

function makeWritable(directory: string) {
  try {
    // Asked to make parents where none can be made, Node's recursive form never returns.
    if (!existsSync(directory)) mkdirSync(directory, { recursive: !existsSync(dirname(directory)), mode: 0o700 })
    accessSync(directory, constants.W_OK)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new TernError('config/badValue', { name: 'DATA_DIR', why: `${directory} cannot be written (${why})` })
  }
}

function tryCreate(path: string, text: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, text)
    fsyncSync(file)
    closeSync(file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Moves the lock aside before it is deleted, and back again when it turns out to be a new one. */
function removeStale(path: string, stale: string) {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') === stale) unlinkSync(aside)
    else renameSync(aside, path)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

function release(path: string, mine: string) {
  if (readIfThere(path) === mine) unlinkSync(path)
}

function holderOf(pid: number): Holder {
  return { pid, boot: readIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? '', began: beganAt(pid) }
}

function isAlive(holder: Holder): boolean {
  const now = holderOf(holder.pid)
  if (holder.boot !== now.boot || holder.began !== now.began || isDead(holder.pid)) return false
  try {
    process.kill(holder.pid, 0)
    return true
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}

const beganAt = (pid: number): string => statOf(pid)[19] ?? ''

/** Whether only its entry is left, for a parent that has not asked yet: after a kill that can be so for seconds. */
function isDead(pid: number): boolean {
  const stat = statOf(pid)
  const [state, threads] = [stat[0], stat[17]]
  return state === 'Z' && threads === '1'
}

/** Linux's /proc/<pid>/stat from its third field on: the second may hold spaces and brackets. Empty where there is no such file. */
function statOf(pid: number): readonly string[] {
  const stat = readIfThere(`/proc/${pid}/stat`) ?? ''
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text)
    return Number.isSafeInteger(value?.pid) && value.pid > 0 ? value : undefined
  } catch {
    return undefined
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
