import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { watchDisk } from './disk.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'tern-disk-'))

it('tests the disk at most once a second, and leaves no file', async () => {
  const directory = temporary()
  let time = 0
  const ask = watchDisk(directory, () => time)
  expect(await ask()).toBe('ok')
  expect(readdirSync(directory)).toEqual([])
  rmSync(directory, { recursive: true })
  time = 999
  expect(await ask()).toBe('ok')
  time = 1_000
  expect(await ask()).toBe('failed')
})

// Linux has a device that is always full.
it.runIf(existsSync('/dev/full'))('detects a full disk at once, and free space as well', async () => {
  const directory = temporary()
  let time = 0
  const ask = watchDisk(directory, () => time)
  symlinkSync('/dev/full', join(directory, 'disk-probe'))
  expect(await ask()).toBe('full')
  time = 1_000
  expect(await ask()).toBe('ok')
})
