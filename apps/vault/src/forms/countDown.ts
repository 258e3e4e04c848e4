/** A clock. Tests supply their own. */
export interface Clock {
  readonly now: () => number
  /** Calls `tick` every `ms` milliseconds. @returns a function that ends it. */
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
 * Reports the seconds left, at once and while they pass, then calls `over` once.
 * It reads the clock at each tick, because a hidden or sleeping page misses ticks.
 *
 * @returns a function that ends it early.
 */
export function countDown(
  ms: number,
  { onSecond, over }: { readonly onSecond: (secondsLeft: number) => void; readonly over: () => void },
  { now, every }: Clock = pageClock,
): () => void {
  const began = now()
  const stop = every(250, () => {
    const passed = now() - began
    // A clock that was set back ends the countdown, so it grants no extra time.
    if (passed >= 0 && passed < ms) return onSecond(Math.ceil((ms - passed) / 1000))
    stop()
    over()
  })
  onSecond(Math.ceil(ms / 1000))
  return stop
}
