/** Returns how many milliseconds the caller has to wait. 0: the request passed. */
export type RateLimit = (count: number, perSecond: number) => number

/**
 * Lets through at most `perSecond` calls in any second. A refused call does not count.
 * @param now in milliseconds.
 */
export function createRateLimit(now: () => number): RateLimit {
  const passed: number[] = []
  return (count, perSecond) => {
    if (perSecond === Number.POSITIVE_INFINITY) return 0
    const time = now()
    while (passed[0] !== undefined && passed[0] <= time - 1000) passed.shift()
    // A single request above the limit passes if no other call passed within the second.
    if (passed.length > 0 && passed.length + count > perSecond) return (passed[0] ?? time) + 1000 - time
    for (let i = 0; i < count; i++) passed.push(time)
    return 0
  }
}
