// npm run backup [-- <file>]: all of DATA_DIR in one file, as it was at one moment, whether Tern runs or not.
// Plain JavaScript without dependencies: it runs on any Node, from cron too.
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

/** Tern goes on after so long, whatever becomes of this process; a copy that took longer is thrown away. */
const longestPauseSeconds = 60

function fail(why) {
  console.error(why)
  process.exit(1)
}

const readIfThere = path => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Linux's words on a process, from its state on; empty elsewhere. */
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

/** The process that holds the directory; `undefined` when none does, or its note was left by one that is gone. */
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
 * Copies while the process stands still. What it has written so far is what a reader sees, so the copy is what `kill -9` would
 * have left, from which every start recovers.
 * @returns for how many milliseconds it stood still.
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
      // It was needed, and is gone.
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
      // In no time and no space where the disk can share blocks.
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
