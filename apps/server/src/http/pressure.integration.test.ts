import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, symlinkSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../../test/runningServer.ts'

let server: RunningServer
let flood: ChildProcess | undefined
beforeAll(async () => {
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '0' })
}, 120_000)
afterEach(() => void flood?.kill('SIGKILL'))
afterAll(() => server.remove())

/** Sends a request from its own address, with its own limits. @returns its duration. */
async function ask(): Promise<number> {
  const began = performance.now()
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    get(
      { host: '127.0.0.1', port: server.port, path: '/api/trpc/network', localAddress: '127.0.0.2', agent: false },
      ({ statusCode }) => resolve(statusCode),
    ).on('error', reject)
  })
  expect(answer).toBe(200)
  return performance.now() - began
}

/** Asks again and again for a while. @returns the number of answers, and the time within which 95% of the answers came. */
async function askFor(ms: number): Promise<{ readonly count: number; readonly p95: number }> {
  const took: number[] = []
  const until = performance.now() + ms
  while (performance.now() < until) {
    took.push(await ask())
    await pause(20)
  }
  const p95 = took.sort((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? Number.POSITIVE_INFINITY
  return { count: took.length, p95 }
}

/** An answer on an idle machine takes less, also under pressure. */
const idleMs = 50

const floods = [
  ['bodies of a quarter of a megabyte', 'http', '/rpc', '250000'],
  ['messages of 32 kB to the nodes', 'ws', '/rpc', '32000'],
  ['messages of 32 kB to the stream', 'ws', '/api/stream', '32000'],
] as const

it.runIf(process.platform === 'linux').each(floods)(
  'answers all other clients while 20 connections send %s of brackets',
  async (what, scheme, path, bytes) => {
    const calm = await askFor(1_000)
    const script = join(import.meta.dirname, '../../test/flood.ts')
    flood = spawn(process.execPath, [script, `${scheme}://127.0.0.1:${server.port}${path}`, '20', bytes], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    if (flood.stdout) await once(flood.stdout, 'data')
    const { count, p95 } = await askFor(2_500)
    console.info(`${what}: ${count} answers, 95% within ${p95.toFixed(1)} ms, ${calm.p95.toFixed(1)} ms before`)
    // A busy machine answers slowly without any pressure, too.
    expect(p95).toBeLessThan(20 * Math.max(idleMs, calm.p95))
  },
  60_000,
)

// Linux has a device that is always full.
it.runIf(existsSync('/dev/full'))('reports a full disk at once, and free space as well', async () => {
  const health = async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/health`)
    return [answer.status, (await answer.json()).disk]
  }
  symlinkSync('/dev/full', join(server.dataDir, 'disk-probe'))
  await expect.poll(health, { timeout: 5_000 }).toEqual([503, 'full'])
  await expect.poll(health, { timeout: 5_000 }).toEqual([200, 'ok'])
})
