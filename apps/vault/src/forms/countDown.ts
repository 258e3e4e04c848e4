/** What tells the time; a test brings its own. */
export interface Clock {
  readonly now: () => number
  /** Calls `tick` again and again. @returns what ends it. */
  readonly every: (ms: number, tick: () => void) => () => void
}

const pageClock: Clock = {
  now: Date.now,
  every(ms, tick) {
    const timer = setInterval(tick, ms)
    return () => clearInterval(timer)
  },
}

/**
 * Tells how many seconds are left, at once and as they pass, and then once that it is over: by the clock, since a page that is out
 * of sight or asleep counts too few. @returns what ends it before.
 */
export function countDown(
  ms: number,
  tell: (secondsLeft: number) => void,
  over: () => void,
  { now, every }: Clock = pageClock,
): () => void {
  const began = now()
  const stop = every(250, () => {
    const passed = now() - began
    // A clock that was set back gives no more time.
    if (passed >= 0 && passed < ms) return tell(Math.ceil((ms - passed) / 1000))
    stop()
    over()
  })
  tell(Math.ceil(ms / 1000))
  return stop
}
