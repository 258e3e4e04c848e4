import { describe, expect, it } from 'vitest'
import { isTimeToLock } from './autoLock.ts'

const minute = 60_000
const standard = { minutes: 30, whenHidden: true } as const
const seen = { lastActivityMs: 0, lastInSightMs: 0 }

describe('auto-lock', () => {
  it('locks after so long without a key or a press, and not before', () => {
    const inSight = { lastActivityMs: 0, lastInSightMs: 30 * minute }
    expect(isTimeToLock(standard, inSight, 30 * minute - 1)).toBe(false)
    expect(isTimeToLock(standard, inSight, 30 * minute)).toBe(true)
    expect(isTimeToLock({ ...standard, minutes: 60 }, inSight, 30 * minute)).toBe(false)
  })

  it('locks when no tab was in sight for five minutes, if told to', () => {
    const active = { ...seen, lastActivityMs: 5 * minute }
    expect(isTimeToLock(standard, active, 5 * minute - 1)).toBe(false)
    expect(isTimeToLock(standard, active, 5 * minute)).toBe(true)
    expect(isTimeToLock({ ...standard, whenHidden: false }, active, 5 * minute)).toBe(false)
  })

  it('is not put off by a moment that is none, or that was noted by a clock that has been set back since', () => {
    const now = { lastActivityMs: minute, lastInSightMs: minute }
    expect(isTimeToLock(standard, now, minute)).toBe(false)
    expect(isTimeToLock(standard, { lastActivityMs: 2 * minute, lastInSightMs: 2 * minute }, minute)).toBe(false)
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, 24 * 60 * minute]) {
      expect(isTimeToLock(standard, { ...now, lastActivityMs: odd }, minute)).toBe(true)
      expect(isTimeToLock(standard, { ...now, lastInSightMs: odd }, minute)).toBe(true)
      expect(isTimeToLock({ ...standard, whenHidden: false }, { ...now, lastInSightMs: odd }, minute)).toBe(false)
    }
  })
})
