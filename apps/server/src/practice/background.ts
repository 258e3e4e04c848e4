/** Tasks in the background, at once or after a pause. */
export interface Background {
  /** Aborts at `stop`. */
  readonly signal: AbortSignal
  /** Number of running tasks. */
  readonly running: number
  /** Begins a task and ignores its errors. */
  begin(task: () => Promise<unknown>): void
  after(ms: number, task: () => void): void
  /** Drops the tasks that wait, and resolves when the running tasks have ended. */
  stop(): Promise<void>
}

/** Creates a background without tasks. */
export function createBackground(): Background {
  const stopping = new AbortController()
  const underWay = new Set<Promise<unknown>>()
  const timers = new Set<NodeJS.Timeout>()
  return {
    signal: stopping.signal,
    get running() {
      return underWay.size
    },
    begin(task) {
      const running = task()
        .catch(() => {})
        .finally(() => underWay.delete(running))
      underWay.add(running)
    },
    after(ms, task) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        task()
      }, ms)
      timers.add(timer)
    },
    async stop() {
      stopping.abort()
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(underWay)
    },
  }
}
