interface Event {
  readonly atMs: number
  readonly order: number
  run(): void
}

/** Virtual time. Due events run in order, and everything that follows from an event runs before the next. */
export interface Timeline {
  now(): number
  /** `isQuiet`: no promise depends on the event, so nothing needs to settle after it. */
  at(atMs: number, run: () => void, isQuiet?: 'quiet'): void
  /** Resolves after `ms`, or when `signal` aborts. */
  pause(ms: number, signal?: AbortSignal): Promise<void>
  runUntil(endMs: number): Promise<void>
}

/** Resolves when all work at the current time is done: `nextTick` callbacks run after every pending promise. */
const settled = () => new Promise<void>(resolve => process.nextTick(resolve))

export function createTimeline(): Timeline {
  const heap: (Event & { readonly isQuiet: boolean })[] = []
  let nowMs = 0
  let order = 0
  const isBefore = (a: Event, b: Event) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)

  function push(event: (typeof heap)[number]) {
    let at = heap.push(event) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      const above = heap[parent] as typeof event
      if (!isBefore(event, above)) break
      heap[at] = above
      at = parent
    }
    heap[at] = event
  }

  function pop() {
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      const right = heap[child + 1]
      if (right !== undefined && isBefore(right, heap[child] as Event)) child++
      const earlier = heap[child] as typeof last
      if (!isBefore(earlier, last)) break
      heap[at] = earlier
      at = child
    }
    heap[at] = last
    return first
  }

  function at(atMs: number, run: () => void, isQuiet?: 'quiet') {
    push({ atMs: Math.max(atMs, nowMs), order: order++, run, isQuiet: isQuiet !== undefined })
  }

  return {
    now: () => nowMs,
    at,
    pause: (ms, signal) =>
      new Promise(resolve => {
        if (signal?.aborted) return resolve()
        const done = () => {
          signal?.removeEventListener('abort', done)
          resolve()
        }
        signal?.addEventListener('abort', done)
        at(nowMs + ms, done)
      }),
    async runUntil(endMs) {
      await settled()
      for (let next = heap[0]; next !== undefined && next.atMs <= endMs; next = heap[0]) {
        pop()
        nowMs = next.atMs
        next.run()
        if (!next.isQuiet) await settled()
      }
      nowMs = Math.max(nowMs, endMs)
    },
  }
}
