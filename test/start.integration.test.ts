import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'vitest'
import { isProof } from './proof.ts'

const root = join(import.meta.dirname, '..')

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** Waits until `what` is true. @throws after a minute, because the machine may be busy. */
async function until(what: () => Promise<boolean>): Promise<void> {
  const started = performance.now()
  while (!(await what())) {
    if (performance.now() - started > 60_000) throw new RangeError('not within a minute')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}

describe('npm start', () => {
  let dataDir: string
  let url: string
  let npm: ChildProcess

  const isServing = () =>
    fetch(url, { signal: AbortSignal.timeout(1000) }).then(
      answer => answer.ok,
      () => false,
    )

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tern-start-'))
    const port = await freePort()
    url = `http://127.0.0.1:${port}/health`
    const env = {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      PRACTICE_TRADES_PER_SECOND: '0',
      PRACTICE_HISTORY_HOURS: '0',
    }
    npm = spawn('npm', ['start'], { cwd: root, detached: true, stdio: 'ignore', env })
    await until(isServing)
  })

  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  // Ctrl-C reaches npm's whole process group. A service manager signals npm alone.
  const ends = [
    ['Ctrl-C', 'SIGINT', 'group', true],
    ['an interrupt to npm alone', 'SIGINT', 'npm', isProof],
    ['a service manager', 'SIGTERM', 'npm', isProof],
    ['npm being killed', 'SIGKILL', 'npm', isProof],
  ] as const
  it.each(ends.filter(([, , , isRun]) => isRun))(
    'saves, lets go of its data and ends on %s',
    async (_, signal, target) => {
      const pid = npm.pid ?? 0
      process.kill(target === 'group' ? -pid : pid, signal)
      await until(async () => !(await isServing()) && !existsSync(join(dataDir, 'lock')))
    },
  )
})
