import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

interface Built {
  ensureBuilt(): Promise<void>
}

/** The server as `npm start` runs it: its own process, its own data, the built terminal. */
export interface RunningServer {
  /** Address of the terminal. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** Its whole output so far. */
  readonly output: () => string
  /** Ends it like Ctrl-C. @returns its exit code. */
  stop(): Promise<number | null>
  /** Ends it like a power cut. */
  kill(): Promise<void>
  /** Starts it again on the same data and port, with the settings of its first start and these. */
  start(more?: Readonly<Record<string, string>>): Promise<void>
  /** Kills it and deletes its data. */
  remove(): Promise<void>
}

/** Returns a free port. */
export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new TypeError('no port')
  return address.port
}

/** Builds the terminal if its sources changed, and starts the server on a new, empty practice chain. */
export async function runServer(environment: Readonly<Record<string, string>>): Promise<RunningServer> {
  const { ensureBuilt } = (await import(new URL('../../../scripts/build.mjs', import.meta.url).href)) as Built
  await ensureBuilt()
  const [port, dataDir] = [await freePort(), await mkdtemp(join(tmpdir(), 'tern-first-trade-'))]
  const url = `http://tern.localhost:${port}`
  let output = ''
  let child: ChildProcess | undefined

  async function start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    const started = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        PRACTICE_HISTORY_HOURS: '0',
        ...environment,
        ...more,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
      },
      // The channel ends with the test process, and the server with the channel.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child = started
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', chunk => (output += chunk))
    const deadline = Date.now() + 60_000
    while (!(await isHealthy(port))) {
      if (started.exitCode !== null || Date.now() > deadline) throw new Error(`The server does not start:\n${output}`)
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }

  async function end(signal: 'SIGINT' | 'SIGKILL') {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return running?.exitCode ?? null
    const ended = new Promise<number | null>(resolve => running.once('exit', resolve))
    running.kill(signal)
    return ended
  }
  const stop = () => end('SIGINT')

  async function remove() {
    await end('SIGKILL')
    await rm(dataDir, { recursive: true, force: true })
  }

  try {
    await start()
  } catch (error) {
    await remove()
    throw error
  }
  return {
    url,
    port,
    dataDir,
    output: () => output,
    start,
    stop,
    async kill() {
      await end('SIGKILL')
    },
    remove,
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok
  } catch {
    return false
  }
}
