import { type RunningServer, runServer } from '@tern/server/runningServer'

let shared: Promise<RunningServer> | undefined

/**
 * The worker's server on a practice chain where only the tests trade. Starting one costs seconds of both cores, so the
 * test files of a worker share it. A file that stops its server, or that changes its settings, runs its own.
 * Each file brings its own wallet. The server ends with its worker.
 */
export function practiceServer(): Promise<RunningServer> {
  shared ??= runServer({ PRACTICE_TRADES_PER_SECOND: '0' })
  return shared
}
