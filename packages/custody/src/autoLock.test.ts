import { describe, expect, it } from 'vitest'
import { isTimeToLock, steadyClock } from './autoLock.ts'

const minute = 60_000
const hour = 60 * minute
const standard = { minutes: 30, whenHidden: true } as const
const seen = { lastActivityMs: 0, lastInSightMs: 0 }

describe('auto-lock', () => {
  it('locks after the set minutes without a key press or click, and not before', () => {
    const inSight = { lastActivityMs: 0, lastInSightMs: 29 * minute }
    expect(isTimeToLock(standard, inSight, 30 * minute - 1)).toBe(false)
    expect(isTimeToLock(standard, inSight, 30 * minute)).toBe(true)
    expect(isTimeToLock({ ...standard, minutes: 60 }, inSight, 30 * minute)).toBe(false)
  })

  it('locks when no tab was visible for five minutes, if the rule says so', () => {
    const active = { ...seen, lastActivityMs: 4 * minute }
    expect(isTimeToLock(standard, active, 5 * minute - 1)).toBe(false)
    expect(isTimeToLock(standard, active, 5 * minute)).toBe(true)
    expect(isTimeToLock({ ...standard, whenHidden: false }, active, 5 * minute)).toBe(false)
  })

  it('ignores times that are NaN or in the future', () => {
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
  it('follows the clock that moves further, and never runs backwards', () => {
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
    // The machine slept: the steady clock stopped.
    expect(after(hour, 0)).toBe(100 + hour)
    // The user set the machine's clock back.
    expect(after(-24 * hour, 50)).toBe(150 + hour)
    expect(after(10, 10)).toBe(160 + hour)
  })
})
