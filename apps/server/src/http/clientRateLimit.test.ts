import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClientRateLimit } from './clientRateLimit.ts'

describe('rate limit', () => {
  it('allows a burst, then the rate, for each client separately', () => {
    let time = 0
    const limit = createClientRateLimit({ burst: 3, perSecond: 2, now: () => time })
    expect([1, 1, 1, 1].map(cost => limit.take('a', cost))).toEqual([0, 0, 0, 1])
    expect(limit.take('b', 1)).toBe(0)
    time = 499
    expect(limit.take('a', 1)).toBe(1)
    time = 500
    expect(limit.take('a', 1)).toBe(0)
    expect(limit.take('a', 3)).toBe(2)
    time = 100_000
    expect(limit.take('a', 3)).toBe(0)
  })

  it('allows a cost above a whole burst, and makes its client wait for it', () => {
    let time = 0
    const limit = createClientRateLimit({ burst: 10, perSecond: 1, now: () => time })
    expect(limit.take('a', 25)).toBe(0)
    expect(limit.take('a', 1)).toBe(16)
    time = 16_000
    expect(limit.take('a', 1)).toBe(0)
  })

  it('never allows more than burst and rate together', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3_000), fc.integer({ min: 1, max: 5 }))), steps => {
        let time = 0
        let taken = 0
        const limit = createClientRateLimit({ burst: 5, perSecond: 3, now: () => time })
        for (const [pause, cost] of steps) {
          time += pause
          if (limit.take('a', cost) === 0) taken += cost
          expect(taken).toBeLessThanOrEqual(5 + (time / 1000) * 3 + 1e-6)
        }
      }),
    )
  })
})
