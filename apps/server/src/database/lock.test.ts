import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isTernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { lockDirectory } from './lock.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'tern-lock-'))
const codeOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return isTernError(error) ? error.code : error
  }
}

describe('lockDirectory', () => {
  it('lets one in, and the next when it is released', () => {
    const directory = temporary()
    const release = lockDirectory(directory)
    expect(codeOf(() => lockDirectory(directory))).toBe('database/locked')
    release()
    expect(existsSync(join(directory, 'lock'))).toBe(false)
    lockDirectory(directory)()
  })

  it('names the process that holds it', () => {
    const directory = temporary()
    lockDirectory(directory)
    expect(() => lockDirectory(directory)).toThrow(`in use by process ${process.pid}`)
  })

  it.each([
    ['of a process that is gone', (holder: object) => JSON.stringify({ ...holder, pid: 2 ** 22 + 1 })],
    ['of an earlier boot', (holder: object) => JSON.stringify({ ...holder, boot: 'another' })],
    ['of an earlier process with the same id', (holder: object) => JSON.stringify({ ...holder, began: '1' })],
    ['cut off by a crash', () => '{"pid":'],
    ['empty', () => ''],
  ])('takes over a lock %s', (_, text) => {
    const directory = temporary()
    lockDirectory(directory)
    const path = join(directory, 'lock')
    writeFileSync(path, text(JSON.parse(readFileSync(path, 'utf8'))))
    const release = lockDirectory(directory)
    expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid)
    release()
  })

  it.runIf(process.platform === 'linux')(
    'F42 takes over a lock of a killed process that nobody has buried yet',
    async () => {
      const directory = temporary()
      lockDirectory(directory)
      const path = join(directory, 'lock')
      // What the shell becomes does not ask for what became of its child.
      const parent = spawn('sh', ['-c', 'sleep 120 & echo $!; exec sleep 120'])
      try {
        const pid = Number(String(await once(parent.stdout, 'data')))
        const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
        await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
        process.kill(pid, 'SIGKILL')
        await expect.poll(() => stat()[2]).toBe('Z')
        const holder = { ...JSON.parse(readFileSync(path, 'utf8')), pid, began: stat()[21] }
        writeFileSync(path, JSON.stringify(holder))
        lockDirectory(directory)()
      } finally {
        parent.kill()
      }
    },
  )

  it('says which directory it cannot write', () => {
    const file = join(temporary(), 'file')
    writeFileSync(file, '')
    expect(codeOf(() => lockDirectory(join(file, 'data')))).toBe('config/badValue')
    expect(() => lockDirectory(join(file, 'data'))).toThrow(/^DATA_DIR .*file\/data cannot be written \(ENOTDIR\)$/)
  })

  it('does not release a lock that is no longer its own', () => {
    const directory = temporary()
    const release = lockDirectory(directory)
    writeFileSync(join(directory, 'lock'), '{"pid":1}')
    release()
    expect(existsSync(join(directory, 'lock'))).toBe(true)
  })
})
