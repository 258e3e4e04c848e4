import { setFlagsFromString } from 'node:v8'
import { isTernError } from '@tern/core'
import { readConfig } from './config.ts'
import { quickenImports } from './quickenImports.ts'
import { showProgress } from './showProgress.ts'

// On a machine with much memory, V8 would let the heap grow to four times the memory in use.
setFlagsFromString('--heap-growing-percent=60')

/** Unsaved data is in the journals by then, so the next start finds it. */
const maxShutdownMs = 1_500

/** Logs the error's name and stack only. Its message could quote a request, a key or a node's address. */
function logFault(error: unknown) {
  if (isTernError(error, 'practice/journalFailed')) return console.error(error.message)
  const name = isTernError(error) ? error.code : error instanceof Error ? error.name : typeof error
  const where =
    error instanceof Error
      ? (error.stack ?? '')
          .split('\n')
          .filter(line => /^\s+at /.test(line))
          .slice(0, 4)
      : []
  console.error([`${new Date().toISOString()} ${name}`, ...where].join('\n'))
}

function refuse(error: unknown): never {
  if (isTernError(error)) console.error(error.message)
  else logFault(error)
  process.exit(1)
}

process.on('unhandledRejection', logFault)

let stop: () => void = () => process.exit(0)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop())
// The parent process ended without sending a signal.
process.on('disconnect', () => stop())

const progress = showProgress(process.stdout)
try {
  const config = readConfig(process.env)
  // Report wrong settings before the slow imports.
  quickenImports()
  const { startServer } = await import('./startServer.ts')
  const server = await startServer(config, {
    onFault: logFault,
    onProgress: progress.onProgress,
    onNotice: notice => console.error(`${new Date().toISOString()} ${notice}`),
  })
  stop = () => {
    // A single Ctrl-C sends several signals: the terminal sends one, and each parent process passes it on.
    stop = () => {}
    setTimeout(() => process.exit(0), maxShutdownMs)
    void server.close().finally(() => process.exit(0))
  }
  progress.end()
  console.log(`Tern is ready: ${server.url} (${server.about})`)
} catch (error) {
  progress.end()
  refuse(error)
}
