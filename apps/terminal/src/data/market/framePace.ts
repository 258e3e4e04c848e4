/** Above this many trades a second, nothing flashes, because the eye cannot follow. */
const crowdedTradesPerSecond = 500

/**
 * In a crowded market, values are not renewed for this long after a frame that renewed some: every other frame at 60 Hz.
 * A frame that renews a single value already costs most of a frame that renews many.
 */
const crowdedRestMs = 25

/**
 * Bounds of the number of values that a frame renews.
 * If a frame takes more than `muchMs`, the number is halved; below `littleMs` it grows by 1.
 */
const room = { min: 2, max: 12, littleMs: 6, muchMs: 10, maxRestMs: 100 }

/** Decides when the values on a page are renewed, and how many in a frame. */
export interface Pace {
  /** Reports trades that have arrived. */
  saw(trades: number): void
  /** Returns `true` if the last full second had more trades than flashes can show. */
  isCrowded(): boolean
  /** Calls `draw` in the next frame, with the max number of values to renew. Not while the page is hidden. */
  soon(draw: (max: number) => void): void
}

interface Clockwork {
  /** Calls `task` before the next frame is drawn, with its time in milliseconds, like `requestAnimationFrame`. */
  nextFrame(task: (atMs: number) => void): void
  later(task: () => void, ms: number): void
  now(): number
}

export function createPace({ nextFrame, later, now }: Clockwork): Pace {
  let second = { from: 0, trades: 0 }
  let isCrowded = false
  let max = room.max
  let restUntil = 0
  let drawnAt = Number.NEGATIVE_INFINITY

  /** Adapts to the time that a frame took. It includes layout and paint, because both run before any timer. */
  function measure(tookMs: number) {
    if (tookMs > room.muchMs) {
      max = Math.max(room.min, max >> 1)
      // Leave as much time for everything else, because a page that only renews values does not respond.
      restUntil = now() + Math.min(tookMs, room.maxRestMs)
    } else if (tookMs < room.littleMs) max = Math.min(room.max, max + 1)
  }

  return {
    saw(trades) {
      const at = now()
      if (at - second.from >= 1_000) {
        isCrowded = at - second.from < 2_000 && second.trades > crowdedTradesPerSecond
        second = { from: at, trades: 0 }
      }
      second.trades += trades
    },
    isCrowded: () => isCrowded,
    soon(draw) {
      const run = () =>
        nextFrame(() => {
          const began = now()
          drawnAt = began
          draw(max)
          later(() => measure(now() - began), 0)
        })
      const restMs = Math.max(restUntil - now(), isCrowded ? drawnAt + crowdedRestMs - now() : 0)
      if (restMs > 0) later(run, restMs)
      else run()
    },
  }
}

/**
 * Runs a single task in each frame, in the order of the calls.
 * The values, the tape and the chart each take most of a frame.
 */
export function inTurns(nextFrame: Clockwork['nextFrame']): Clockwork['nextFrame'] {
  const waiting: Parameters<Clockwork['nextFrame']>[0][] = []
  const run = (atMs: number) => {
    const task = waiting.shift()
    if (waiting.length > 0) nextFrame(run)
    task?.(atMs)
  }
  return task => {
    if (waiting.push(task) === 1) nextFrame(run)
  }
}

/**
 * After a press or a key, animations pause for `ms`, so that the page responds first.
 * At most a single pause begins in `everyMs`, so held keys do not stop animations for good.
 */
const answer = { ms: 150, everyMs: 450 }

/** Returns a `nextFrame` whose tasks wait while the page responds to a person, and a function to call at each press. */
export function afterAnswers({ nextFrame, later, now }: Clockwork): Pick<Clockwork, 'nextFrame'> & { pressed(): void } {
  let pressedAt = Number.NEGATIVE_INFINITY
  return {
    pressed() {
      if (now() - pressedAt >= answer.everyMs) pressedAt = now()
    },
    nextFrame(task) {
      const restMs = pressedAt + answer.ms - now()
      if (restMs > 0) later(() => nextFrame(task), restMs)
      else nextFrame(task)
    },
  }
}

const browserClockwork: Clockwork = {
  nextFrame: task => void requestAnimationFrame(task),
  later: (task, ms) => void setTimeout(task, ms),
  now: () => performance.now(),
}
const { nextFrame, pressed } = afterAnswers(browserClockwork)

/** The page's clockwork. */
export const pageClockwork: Clockwork = { ...browserClockwork, nextFrame: inTurns(nextFrame) }

/** Makes presses and keys delay the animations from now on. Call it once. */
export function startAnswering(): void {
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, pressed, { capture: true, passive: true })
}

/** Draws after a touch, in a frame, at most `hz` times a second. */
export interface Rhythm {
  touch(): void
  stop(): void
}

/**
 * @param hz max draws a second. Called at each touch, because a focused item may be drawn more often.
 * @param draw not called while the page is hidden.
 */
export function createRhythm(hz: () => number, draw: () => void, { nextFrame, later, now } = pageClockwork): Rhythm {
  let drawnAt = Number.NEGATIVE_INFINITY
  let isWaiting = false
  let isStopped = false
  const run = () => {
    isWaiting = false
    if (isStopped) return
    drawnAt = now()
    draw()
    // React's or the canvas's drawing is laid out or painted in the next frame, so occupy that frame too.
    nextFrame(() => undefined)
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
