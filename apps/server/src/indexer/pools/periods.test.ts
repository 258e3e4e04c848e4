import { describe, expect, it } from 'vitest'
import { aprBps, periodStarts } from './periods.ts'

const hour = 3_600

describe('the periods of a pool', () => {
  it('end with the current hour, and hold 24, 168 and 720 hours', () => {
    for (const now of [1_000 * hour, 1_000 * hour + hour - 1])
      expect(periodStarts(now)).toEqual({ day: 977 * hour, week: 833 * hour, month: 281 * hour })
    expect(periodStarts(1_001 * hour).day).toBe(978 * hour)
  })
})

describe('the APR', () => {
  it('annualises the fees of a period by 365 days, and cuts off parts of a basis point', () => {
    const of = (period: 'day' | 'week' | 'month') => aprBps({ fees: 7n, tvl: 1_000n, period })
    // 0.7% a day are 255.5% a year; the same fees of a week or of 30 days are a seventh or a thirtieth of it.
    expect([of('day'), of('week'), of('month')]).toEqual([25_550, 3_650, 851])
    expect(aprBps({ fees: 0n, tvl: 1n, period: 'day' })).toBe(0)
  })

  it('is unknown without liquidity', () => {
    expect(aprBps({ fees: 7n, tvl: 0n, period: 'day' })).toBeNull()
  })
})
