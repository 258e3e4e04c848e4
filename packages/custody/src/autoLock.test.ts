import { describe, expect, it } from 'vitest'
import { isTimeToLock, steadyClock } from './autoLock.ts'

const minute = 60_000
const hour = 60 * minute
const standard = { minutes: 30, whenHidden: true } as const
const seen = { lastActivityMs: 0, lastInSightMs: 0 }

describe('auto-lock', () => {
  it('locks after so long without a key or a press, and not before', () => {
    const inSight = { lastActivityMs: 0, lastInSightMs: 29 * minute }
    expect(isTimeToLock(standard, inSight, 30 * minute - 1)).toBe(false)
    expect(isTimeToLock(standard, inSight, 30 * minute)).toBe(true)
    expect(isTimeToLock({ ...standard, minutes: 60 }, inSight, 30 * minute)).toBe(false)
  })

  it('locks when no tab was in sight for five minutes, if told to', () => {
    const active = { ...seen, lastActivityMs: 4 * minute }
    expect(isTimeToLock(standard, active, 5 * minute - 1)).toBe(false)
    expect(isTimeToLock(standard, active, 5 * minute)).toBe(true)
    expect(isTimeToLock({ ...standard, whenHidden: false }, active, 5 * minute)).toBe(false)
  })

  it('is not put off by a moment that is none, or has not come yet', () => {
    const now = { lastActivityMs: minute, lastInSightMs: minute }
    expect(isTimeToLock(standard, now, minute)).toBe(false)
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, minute + 1]) {
      expect(isTimeToLock(standard, { ...now, lastActivityMs: odd }, minute)).toBe(true)
      expect(isTimeToLock(standard, { ...now, lastInSightMs: odd }, minute)).toBe(true)
      expect(isTimeToLock({ ...standard, whenHidden: false }, { ...now, lastInSightMs: odd }, minute)).toBe(false)
    }
  })
})

describe('a steady clock', () => {
  it('goes by whichever clock moves further, and never back', () => {
    let [wall, steady] = [1_000_000, 5]
    const elapsed = steadyClock(
      () => wall,
      () => steady,
    )
    const after = (wallMs: number, steadyMs: number) => {
      wall += wallMs
      steady += steadyMs
      return elapsed()
    }
    expect(elapsed()).toBe(0)
    expect(after(100, 100)).toBe(100)
    // The machine slept: one of them stood still.
    expect(after(hour, 0)).toBe(100 + hour)
    // Somebody set the other back.
    expect(after(-24 * hour, 50)).toBe(150 + hour)
    expect(after(10, 10)).toBe(160 + hour)
  })
})
