/** More trades a second than flashes can tell of: from then on nothing flashes. */
const crowdedTradesPerSecond = 500

/**
 * So long after a frame that renewed values nothing is renewed in a crowded market, which makes it every other frame of 60 Hz: most
 * of what such a frame takes it takes for one value too.
 */
const crowdedRestMs = 25

/** How many values a frame renews: fewer once they take more than most of a frame, more again while they take little of it. */
const room = { least: 2, most: 12, littleMs: 6, muchMs: 10, longestRestMs: 100 }

/** When the values on a page are renewed, and how many at once. */
export interface Pace {
  /** So many trades were told of. */
  saw(trades: number): void
  /** Whether more happened in the second before than flashes can tell of. */
  isCrowded(): boolean
  /** Runs `draw` in the next frame, with how many values it may renew. Not while the page is hidden. */
  soon(draw: (most: number) => void): void
}

interface Clockwork {
  /** Calls with the frame's time in milliseconds before it is drawn, as `requestAnimationFrame` does. */
  nextFrame(task: (atMs: number) => void): void
  later(task: () => void, ms: number): void
  now(): number
}

export function createPace({ nextFrame, later, now }: Clockwork): Pace {
  let second = { from: 0, trades: 0 }
  let isCrowded = false
  let most = room.most
  let restUntil = 0
  let drawnAt = Number.NEGATIVE_INFINITY

  /** What a frame took with its layout and its paint, which come before anything that waits. */
  function measure(tookMs: number) {
    if (tookMs > room.muchMs) {
      most = Math.max(room.least, most >> 1)
      // As long for everything else: a page that only renews values answers nobody.
      restUntil = now() + Math.min(tookMs, room.longestRestMs)
    } else if (tookMs < room.littleMs) most = Math.min(room.most, most + 1)
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
          draw(most)
          later(() => measure(now() - began), 0)
        })
      const restMs = Math.max(restUntil - now(), isCrowded ? drawnAt + crowdedRestMs - now() : 0)
      if (restMs > 0) later(run, restMs)
      else run()
    },
  }
}

/** One task a frame, in the order in which they asked: the values, the tape and the chart each take most of one. */
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

/** So long after a press or a key nothing moves by itself: what somebody does is answered first. And no longer, however much is pressed. */
const answer = { ms: 150, everyMs: 450 }

/**
 * A `nextFrame` whose tasks wait while somebody is being answered, and what is called with each press.
 */
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

/** The page's own clockwork. */
export const pageClockwork: Clockwork = { ...browserClockwork, nextFrame: inTurns(nextFrame) }

/** From now on what is pressed comes before what moves by itself; call once. */
export function startAnswering(): void {
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, pressed, { capture: true, passive: true })
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
    // What is drawn now, by React or on a canvas, is laid out or painted in the next frame: that one is taken too.
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
