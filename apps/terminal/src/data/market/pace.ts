/** More updates a second than anybody can read, and frames that took too long: cells are renewed at 10 Hz from then on. */
const busy = { updatesPerSecond: 2_000, frameMs: 25, longFrames: 2, flushMs: 100, calmMs: 2_000 }

/** More updates a second than flashes can tell of: from then on nothing flashes. */
const crowdedUpdatesPerSecond = 500

/** When the cells of a page are renewed. */
export interface Pace {
  /** So many trades were told of. */
  saw(updates: number): void
  /** Whether more happened in the second before than flashes can tell of. */
  isCrowded(): boolean
  /** Runs `task` in the next frame; while there is too much to draw, at most ten times a second. Not while the page is hidden. */
  soon(task: () => void): void
}

interface Clockwork {
  /** Calls with the frame's time in milliseconds before it is drawn, as `requestAnimationFrame` does. */
  nextFrame(task: (atMs: number) => void): void
  later(task: () => void, ms: number): void
  now(): number
}

export function createPace({ nextFrame, later, now }: Clockwork): Pace {
  let second = { from: 0, updates: 0 }
  let isCrowded = false
  let longFrames: readonly number[] = []
  let busyUntil = Number.NEGATIVE_INFINITY
  let flushedAt = Number.NEGATIVE_INFINITY

  const slowDown = () => {
    busyUntil = now() + busy.calmMs
  }

  /** The frame after a flush tells what the flush cost. */
  function measure(from: number, to: number) {
    if (to - from <= busy.frameMs) return
    longFrames = [...longFrames.filter(at => to - at < 1_000), to]
    if (longFrames.length >= busy.longFrames) slowDown()
  }

  function flush(task: () => void) {
    nextFrame(at => {
      flushedAt = now()
      task()
      nextFrame(next => measure(at, next))
    })
  }

  return {
    saw(updates) {
      const at = now()
      if (at - second.from >= 1_000) {
        isCrowded = at - second.from < 2_000 && second.updates > crowdedUpdatesPerSecond
        second = { from: at, updates: 0 }
      }
      second.updates += updates
      if (second.updates > busy.updatesPerSecond) slowDown()
    },
    isCrowded: () => isCrowded,
    soon(task) {
      const waitMs = now() < busyUntil ? flushedAt + busy.flushMs - now() : 0
      if (waitMs > 0) later(() => flush(task), waitMs)
      else flush(task)
    },
  }
}

/** The page's own clockwork. */
export const pageClockwork: Clockwork = {
  nextFrame: task => void requestAnimationFrame(task),
  later: (task, ms) => void setTimeout(task, ms),
  now: () => performance.now(),
}

/** Something that is drawn anew after it was touched, in a frame, and no more often than so many times a second. */
export interface Rhythm {
  touch(): void
  stop(): void
}

/** `hz`: asked each time, since what is in focus may be drawn more often. Nothing is drawn while the page is hidden. */
export function createRhythm(hz: () => number, draw: () => void, { nextFrame, later, now } = pageClockwork): Rhythm {
  let drawnAt = Number.NEGATIVE_INFINITY
  let isWaiting = false
  let isStopped = false
  const run = () => {
    isWaiting = false
    if (isStopped) return
    drawnAt = now()
    draw()
  }
  return {
    touch() {
      if (isWaiting || isStopped) return
      isWaiting = true
      const waitMs = drawnAt + 1_000 / hz() - now()
      if (waitMs > 0) later(() => nextFrame(run), waitMs)
      else nextFrame(run)
    },
    stop() {
      isStopped = true
    },
  }
}
