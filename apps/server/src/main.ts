import { setFlagsFromString } from 'node:v8'
import { isTernError } from '@tern/core'
import { readConfig } from './config.ts'
import { quickenImports } from './quickenImports.ts'
import { showProgress } from './showProgress.ts'

// Where memory is plenty, V8 lets garbage grow to four times what is in use.
setFlagsFromString('--heap-growing-percent=60')

/** What is not saved by then is in the journals, and found there by the next start. */
const mostShutdownMs = 1_500

/** The names of what went wrong, and where: no message that could quote a request, a key or a node's address. */
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
// Whoever started this process is gone without a signal.
process.on('disconnect', () => stop())

const progress = showProgress(process.stdout)
try {
  const config = readConfig(process.env)
  // What is set wrong is said before anything is loaded.
  quickenImports()
  const { startServer } = await import('./startServer.ts')
  const server = await startServer(config, {
    onFault: logFault,
    onProgress: progress.onProgress,
    onNotice: notice => console.error(`${new Date().toISOString()} ${notice}`),
  })
  stop = () => {
    // One Ctrl-C arrives several times: from the terminal, and from each parent that passes it on.
    stop = () => {}
    setTimeout(() => process.exit(0), mostShutdownMs)
    void server.close().finally(() => process.exit(0))
  }
  progress.end()
  console.log(`Tern is ready: ${server.url} (${server.about})`)
} catch (error) {
  progress.end()
  refuse(error)
}
