import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discoverPage, loadedBytes, otherPages, tokenPage } from './bundleSizes.ts'

const kilobyte = 1000

describe('the download of a visitor', () => {
  let dist: string

  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'tern-terminal-'))
    const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
    // In a process of its own: this process has NODE_ENV=test, and React's development build must not be measured.
    await promisify(execFile)(
      process.execPath,
      [vite, 'build', '--outDir', dist, '--emptyOutDir', '--logLevel', 'error'],
      {
        cwd: join(import.meta.dirname, '..'),
        env: { ...process.env, NODE_ENV: 'production' },
      },
    )
  })
  afterAll(() => rm(dist, { recursive: true, force: true }))

  // Trades that are signed and followed as any other plan take 0.7 kB more, and a phone's bar of five entries 0.2 kB.
  it('for /discover is at most 216.2 kB of JavaScript and 18 kB of CSS after gzip', () => {
    const { js, css } = loadedBytes(dist, discoverPage)
    expect(js).toBeLessThanOrEqual(216.2 * kilobyte)
    expect(css).toBeLessThanOrEqual(18 * kilobyte)
  })

  // A profit that follows tokens into pools takes 0.8 kB.
  it('for a token is at most 90.8 kB of JavaScript more', () => {
    expect(loadedBytes(dist, tokenPage, discoverPage).js).toBeLessThanOrEqual(90.8 * kilobyte)
  })

  it('for any other page is at most 60 kB of JavaScript more', () => {
    const pages = otherPages(dist)
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages)
      expect(loadedBytes(dist, [page], discoverPage).js, page).toBeLessThanOrEqual(60 * kilobyte)
  })
})
