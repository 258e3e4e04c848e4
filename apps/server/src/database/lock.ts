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
import { TernError } from '@tern/core/serverErrors'

/** Who holds a directory, for whoever wants to name or halt that process. It proves nothing: the lock does. */
interface Holder {
  readonly pid: number
  /** The namespace of its process id; empty if the system has none. */
  readonly namespace: string
  /** When the process began, in the system's own ticks; tells a process from a later one with the same id. */
  readonly began: string
}

interface LockOptions {
  /** Hears in one line that the volume has no locks. */
  readonly onNotice?: (notice: string) => void
  /** Takes the file's lock, or throws what SQLite throws. */
  readonly take?: (path: string) => DatabaseSync
  /** The volumes of this machine as Linux lists them. */
  readonly mounts?: string
}

/** The locks that this process holds. A database that nothing refers to is collected, and its lock ends with it. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Holds a directory for this process, because PGlite itself lets two processes open, and ruin, one database. The lock is an exclusive
 * transaction on a file of SQLite's: the system keeps it for this process, also from processes of other containers, and ends it with the
 * process, however that ends.
 *
 * @returns releases it.
 * @throws TernError `database/locked` while another process, or this one, holds it; `config/badValue` when it cannot be written.
 */
export function lockDirectory(directory: string, options: LockOptions = {}): () => void {
  const { onNotice = () => {}, take = takeLock, mounts = readIfThere('/proc/self/mountinfo') ?? '' } = options
  makeWritable(directory)
  const path = join(directory, 'lock.sqlite')
  const namePath = join(directory, 'lock')
  // An existing file is not opened here: to close it would end the locks that this process holds on it.
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

/** SQLite's result codes: somebody else has it; no database; and those that say that the volume has no locks. */
const codes = { busy: 5, locked: 6, ioError: 10, noLocks: [15, 22], notDatabase: 26 } as const

/** @returns `undefined` if the volume has no locks. */
function lockOf(path: string, take: (path: string) => DatabaseSync, refuse: () => never): DatabaseSync | undefined {
  for (let attempt = 0; ; attempt++) {
    try {
      return take(path)
    } catch (error) {
      const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0
      if (code === codes.busy || code === codes.locked) refuse()
      if (code === codes.ioError || codes.noLocks.some(one => one === code)) return undefined
      // A power cut may leave anything in a file that nobody holds.
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

/** Whether the volume is a network's whose locks count on this machine alone. */
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
    // Asked to make parents where none can be made, Node's recursive form never returns.
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

/** Linux's /proc/<pid>/stat from its third field on: the second may hold spaces and brackets. Empty if there is no such file. */
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
