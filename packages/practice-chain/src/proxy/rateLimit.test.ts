import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRateLimit } from './rateLimit.ts'

describe('a rate limit', () => {
  it('lets through a number of calls in any second, and returns the time to wait', () => {
    let time = 0
    const limit = createRateLimit(() => time)
    expect([limit(1, 2), limit(1, 2), limit(1, 2)]).toEqual([0, 0, 1000])
    time = 400
    expect(limit(1, 2)).toBe(600)
    time = 1000
    expect([limit(2, 2), limit(1, 2)]).toEqual([0, 1000])
    expect(limit(1_000_000, Number.POSITIVE_INFINITY)).toBe(0)
  })

  it('never lets more through, for any times', () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 60 })
    fc.assert(
      fc.property(pauses, fc.integer({ min: 1, max: 5 }), (pauses, perSecond) => {
        let time = 0
        const limit = createRateLimit(() => time)
        const passed: number[] = []
        for (const pause of pauses) {
          time += pause
          if (limit(1, perSecond) === 0) passed.push(time)
        }
        for (const start of passed)
          expect(passed.filter(at => at >= start && at < start + 1000).length).toBeLessThanOrEqual(perSecond)
      }),
    )
  })
})
