// npm run backup [-- <file>]: writes DATA_DIR as of a single moment to a file. Tern may run meanwhile.
// It is plain JavaScript without dependencies, so that it runs on any Node, and from cron.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** Tern continues after this time even if this process dies. A copy that took longer is discarded. */
const longestPauseSeconds = 60

function fail(why) {
  console.error(why)
  process.exit(1)
}

const readIfThere = path => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Reads the fields of /proc/<pid>/stat from the state on; empty outside Linux. */
function statOf(pid) {
  const stat = readIfThere(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function namespaceOfThis() {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/**
 * Finds the process that holds the directory; `undefined` if the directory is free, or if the lock's process has ended.
 */
function holderOf(dataDir) {
  const text = readIfThere(join(dataDir, 'lock'))
  if (text === '') return undefined
  const { pid, began, namespace = namespaceOfThis() } = JSON.parse(text)
  if (namespace !== namespaceOfThis())
    fail(`Tern runs in another container: run this there. If it does not run, remove ${join(dataDir, 'lock')} first.`)
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return undefined
    fail(`Tern runs as process ${pid} of another user: run this as that user.`)
  }
  return began !== '' && statOf(pid)[19] !== began ? undefined : pid
}

function waitUntilStopped(pid) {
  while (existsSync('/proc/self/stat') && !'TtZX'.includes(statOf(pid)[0] || 'X'))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
}

/**
 * Copies while the process is stopped. A reader sees exactly the process's writes so far, so the copy equals the state
 * that
 * `kill -9` would have left. Every start recovers from that state.
 * @returns how many milliseconds the process was stopped.
 */
function copyWhileStopped(pid, copy) {
  const wake = spawn('sh', ['-c', `sleep ${longestPauseSeconds}; kill -CONT ${pid}`], {
    detached: true,
    stdio: 'ignore',
  })
  wake.unref()
  const began = Date.now()
  process.kill(pid, 'SIGSTOP')
  try {
    waitUntilStopped(pid)
    copy()
  } finally {
    process.kill(pid, 'SIGCONT')
    try {
      process.kill(-wake.pid, 'SIGKILL')
    } catch {
      // The waker has already fired, and has ended.
    }
  }
  const tookMs = Date.now() - began
  if (tookMs > longestPauseSeconds * 1000)
    throw new Error(`The copy took more than ${longestPauseSeconds} s: stop Tern first.`)
  return tookMs
}

const dataDir = resolve(process.env.DATA_DIR || '.data')
const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '')
const target = resolve(process.argv[2] ?? `tern-${stamp}.tar.gz`)
if (!existsSync(dataDir)) fail(`There is nothing at ${dataDir}: set DATA_DIR.`)
if (existsSync(target)) fail(`${target} is there already.`)
if (!relative(dataDir, target).startsWith('..')) fail(`${target} lies in what is to be backed up.`)

const pid = holderOf(dataDir)
if (pid !== undefined && process.platform === 'win32') fail('Windows stops no process: stop Tern first.')
const staging = mkdtempSync(join(dirname(target), '.tern-backup-'))
try {
  const copy = () =>
    cpSync(dataDir, staging, {
      recursive: true,
      preserveTimestamps: true,
      // Takes no time and no space if the disk can share blocks.
      mode: constants.COPYFILE_FICLONE,
      filter: path => path !== join(dataDir, 'lock') && path !== join(dataDir, 'lock.sqlite'),
    })
  const stoodStillMs = pid === undefined ? copy() : copyWhileStopped(pid, copy)
  const { status, stderr } = spawnSync('tar', ['czf', `${target}.part`, '-C', staging, '.'], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  chmodSync(`${target}.part`, 0o600)
  renameSync(`${target}.part`, target)
  const size = `${(statSync(target).size / 1e6).toFixed(1)} MB`
  console.log(`${target}: ${size}${pid === undefined ? '' : `; Tern stood still for ${stoodStillMs} ms`}`)
} catch (error) {
  rmSync(`${target}.part`, { force: true })
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(staging, { recursive: true, force: true })
}
