import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadedBytes } from './bundleSizes.ts'

const kilobyte = 1000
const first = ['index.html', 'src/data/openClient.ts']
const token = ['src/TokenPage.tsx', 'src/features/token/drawChart.ts']

describe('what a visitor downloads', () => {
  let dist: string

  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'tern-terminal-'))
    await build({
      root: join(import.meta.dirname, '..'),
      logLevel: 'error',
      build: { outDir: dist, emptyOutDir: true, reportCompressedSize: false },
    })
  })
  afterAll(() => rm(dist, { recursive: true, force: true }))

  it('for /discover is at most 215 kB of JavaScript and 18 kB of CSS after gzip', () => {
    const { js, css } = loadedBytes(dist, first)
    expect(js).toBeLessThanOrEqual(215 * kilobyte)
    expect(css).toBeLessThanOrEqual(18 * kilobyte)
  })

  it('for a token is at most 90 kB of JavaScript more', () => {
    expect(loadedBytes(dist, token, first).js).toBeLessThanOrEqual(90 * kilobyte)
  })
})
