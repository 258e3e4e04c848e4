/** How many more milliseconds a caller has to wait; 0: it was let through. */
export type RateLimit = (count: number, perSecond: number) => number

/** Lets through at most so many in any second. What was refused does not count. `now` in milliseconds. */
export function createRateLimit(now: () => number): RateLimit {
  const passed: number[] = []
  return (count, perSecond) => {
    if (perSecond === Number.POSITIVE_INFINITY) return 0
    const time = now()
    while (passed[0] !== undefined && passed[0] <= time - 1000) passed.shift()
    // One request that is larger than the limit passes when nothing else did.
    if (passed.length > 0 && passed.length + count > perSecond) return (passed[0] ?? time) + 1000 - time
    for (let i = 0; i < count; i++) passed.push(time)
    return 0
  }
}
