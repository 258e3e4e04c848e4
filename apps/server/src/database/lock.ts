import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TernError } from '@tern/core'

/** The holder of a directory, to name or stop its process. It proves nothing, only the lock does. */
interface Holder {
  readonly pid: number
  /** Namespace of the process id. Empty if the system has no namespaces. */
  readonly namespace: string
  /**
   * Start time of the process, in the system's ticks. It distinguishes the process from a later process with the same id.
   */
  readonly began: string
}

interface LockOptions {
  /** Receives a line for the log if the volume has no locks. */
  readonly onNotice?: (notice: string) => void
  /** Takes the file's lock. Throws SQLite's errors. */
  readonly take?: (path: string) => DatabaseSync
  /** The machine's volumes in the format of Linux. */
  readonly mounts?: string
}

/**
 * The locks of this process. Without this reference, a lock's database would be garbage-collected and its lock would
 * end.
 */
const heldLocks = new Set<DatabaseSync>()

/**
 * Locks a directory for this process, because PGlite lets two processes open, and corrupt, the same database.
 * The lock is an exclusive transaction on an SQLite file. It also excludes processes of other containers. The system
 * releases it when the process ends in any way.
 *
 * @returns releases the lock.
 * @throws TernError `database/locked` if this or another process holds it; `config/badValue` if the directory
 *   is not writable.
 */
export function lockDirectory(directory: string, options: LockOptions = {}): () => void {
  const { onNotice = () => {}, take = takeLock, mounts = readIfThere('/proc/self/mountinfo') ?? '' } = options
  makeWritable(directory)
  const path = join(directory, 'lock.sqlite')
  const namePath = join(directory, 'lock')
  // Do not open an existing file here: closing it would release the locks that this process holds on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
  const lock = lockOf(path, take, () => {
    const holder = parseHolder(readIfThere(namePath) ?? '')
    const pid = holder?.namespace === namespaceOfThis() ? holder.pid : undefined
    throw new TernError('database/locked', { dataDir: directory, pid })
  })
  if (lock === undefined || areLocksOfThisMachine(realpathSync(directory), mounts))
    onNotice(
      `DATA_DIR ${directory} is on a volume without locks that hold everywhere: see to it that no other Tern uses it`,
    )
  const mine = JSON.stringify({ pid: process.pid, namespace: namespaceOfThis(), began: beganAt(process.pid) })
  writeFileSync(namePath, mine, { mode: 0o600 })
  if (lock !== undefined) heldLocks.add(lock)
  return () => {
    if (readIfThere(namePath) === mine) unlinkSync(namePath)
    if (lock === undefined) return
    heldLocks.delete(lock)
    lock.close()
  }
}

/** SQLite's result codes: another process holds the lock; not a database; codes of a volume without locks. */
const codes = { busy: 5, locked: 6, ioError: 10, noLocks: [15, 22], notDatabase: 26 } as const

/** Takes the lock. @returns `undefined` if the volume has no locks. */
function lockOf(path: string, take: (path: string) => DatabaseSync, refuse: () => never): DatabaseSync | undefined {
  for (let attempt = 0; ; attempt++) {
    try {
      return take(path)
    } catch (error) {
      const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
      if (code === codes.busy || code === codes.locked) refuse()
      if (code === codes.ioError || codes.noLocks.some(one => one === code)) return undefined
      // A power cut can leave any content in a file that no process holds.
      if (code !== codes.notDatabase || attempt > 0) throw error
      truncateSync(path)
    }
  }
}

function takeLock(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('pragma journal_mode = off; begin exclusive')
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Checks if the volume is a network volume with locks that count on this machine only. */
function areLocksOfThisMachine(directory: string, mounts: string): boolean {
  const volumes = mounts.split('\n').flatMap(line => {
    const [before = '', after = ''] = line.split(' - ')
    const [, , , , at = ''] = before.split(' ')
    const isAbove = directory === at || directory.startsWith(at === '/' ? at : `${at}/`)
    return isAbove ? [{ at, options: `${after}` }] : []
  })
  const [volume] = volumes.sort((a, b) => b.at.length - a.at.length)
  return /^nfs/.test(volume?.options ?? '') && /\b(?:nolock|local_lock=(?:all|posix))\b/.test(volume?.options ?? '')
}

function makeWritable(directory: string) {
  try {
    // Do not always use the recursive form: Node never returns if the parents cannot be created.
    if (!existsSync(directory)) mkdirSync(directory, { recursive: !existsSync(dirname(directory)), mode: 0o700 })
    accessSync(directory, constants.W_OK)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new TernError('config/badValue', { name: 'DATA_DIR', why: `${directory} cannot be written (${why})` })
  }
}

function namespaceOfThis(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/**
 * Reads the start time from Linux's /proc/<pid>/stat. Skips to the third field, because the second may hold spaces and
 * brackets. Empty if there is no such file.
 */
function beganAt(pid: number): string {
  const stat = readIfThere(`/proc/${pid}/stat`) ?? ''
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
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
