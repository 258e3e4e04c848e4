import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isTernError } from '@tern/core'
import { afterEach, describe, expect, it } from 'vitest'
import { lockDirectory } from './lock.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'tern-lock-'))
const codeOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return isTernError(error) ? error.code : error
  }
}

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
const holdScript = `
  import { lockDirectory } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)}
  lockDirectory(process.argv[1])
  process.stdout.write('held')
  setInterval(() => {}, 1_000)
`
const node = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', holdScript]
/** Another process that holds the directory. */
async function holdElsewhere(directory: string, ...around: readonly string[]): Promise<ChildProcess> {
  const [command = '', ...rest] = [...around, process.execPath, ...node, directory]
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  if (child.stdout) expect(String(await once(child.stdout, 'data'))).toBe('held')
  return child
}
const namespaces = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
const hasNamespaces = spawnSync(namespaces[0] ?? '', [...namespaces.slice(1), 'true']).status === 0

describe('lockDirectory', () => {
  it('lets one holder in, and the next after its release', () => {
    const directory = temporary()
    const release = lockDirectory(directory)
    for (let i = 0; i < 2; i++) expect(codeOf(() => lockDirectory(directory))).toBe('database/locked')
    release()
    expect(existsSync(join(directory, 'lock'))).toBe(false)
    lockDirectory(directory)()
  })

  it('names the holding process, and keeps its files private', () => {
    const directory = temporary()
    const release = lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow(`in use by process ${process.pid}`)
    for (const name of ['lock', 'lock.sqlite']) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600)
    release()
  })

  it('is held by another process until it is killed, and is free at once then', async () => {
    const directory = temporary()
    const child = await holdElsewhere(directory)
    expect(() => lockDirectory(directory)).toThrow(`in use by process ${child.pid}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockDirectory(directory)()
  })

  it.runIf(hasNamespaces)('is held by a process of another container, and says so', async () => {
    const directory = temporary()
    await holdElsewhere(directory, ...namespaces)
    expect(JSON.parse(readFileSync(join(directory, 'lock'), 'utf8')).pid).toBeLessThan(10)
    expect(() => lockDirectory(directory)).toThrow('in use by a process of another container')
  })

  it.each([
    ['that names a process that lives', (holder: object) => JSON.stringify(holder)],
    ['cut off by a crash', () => '{"pid":'],
    ['empty', () => ''],
  ])('ignores a note %s', (_, text) => {
    const directory = temporary()
    lockDirectory(directory)()
    writeFileSync(join(directory, 'lock'), text({ pid: process.ppid }))
    const release = lockDirectory(directory)
    expect(JSON.parse(readFileSync(join(directory, 'lock'), 'utf8')).pid).toBe(process.pid)
    release()
  })

  it('accepts a lock file that a power cut filled with any content', () => {
    const directory = temporary()
    writeFileSync(join(directory, 'lock.sqlite'), 'anything but a database'.repeat(100))
    const release = lockDirectory(directory)
    expect(codeOf(() => lockDirectory(directory))).toBe('database/locked')
    release()
  })

  it('names a directory that it cannot write', () => {
    const file = join(temporary(), 'file')
    writeFileSync(file, '')
    expect(codeOf(() => lockDirectory(join(file, 'data')))).toBe('config/badValue')
    expect(() => lockDirectory(join(file, 'data'))).toThrow(/^DATA_DIR .*file\/data cannot be written \(ENOTDIR\)$/)
  })

  it('reports a volume without locks in one notice, and continues', () => {
    const directory = temporary()
    const notices: string[] = []
    const take = () => {
      throw Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 3850 })
    }
    lockDirectory(directory, { onNotice: notice => notices.push(notice), take })()
    expect(notices).toEqual([
      `DATA_DIR ${directory} is on a volume without locks that hold everywhere: see to it that no other Tern uses it`,
    ])
  })

  it.each([
    ['nfs4 nas:/x rw,nolock', 1],
    ['nfs nas:/x rw,vers=3,local_lock=all', 1],
    ['nfs4 nas:/x rw,local_lock=none', 0],
    ['ext4 /dev/sda1 rw', 0],
  ])('knows the volumes with locks for all machines: %s', (volume, count) => {
    const directory = temporary()
    const mounts = `22 1 8:1 / / rw - ext4 /dev/sda1 rw\n30 22 0:40 / ${directory} rw,relatime shared:5 - ${volume}\n`
    const notices: string[] = []
    lockDirectory(directory, { onNotice: notice => notices.push(notice), mounts })()
    expect(notices).toHaveLength(count)
  })

  it('does not remove another holder’s note', () => {
    const directory = temporary()
    const release = lockDirectory(directory)
    writeFileSync(join(directory, 'lock'), '{"pid":1}')
    release()
    expect(existsSync(join(directory, 'lock'))).toBe(true)
  })
})
