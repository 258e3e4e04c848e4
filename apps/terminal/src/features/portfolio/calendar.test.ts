import type { Address } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { daysOf, isBefore, isIn, leadingDays, monthAfter, monthBefore, monthName, monthOf } from './calendar.ts'

const november = { year: 2026, month: 10 }
const seconds = (...at: [number, number, number, number?, number?]) => new Date(...at).getTime() / 1000
const sale = (timestampSeconds: number | null, realised: bigint) => ({
  mint: 'kite' as Address,
  timestampSeconds,
  realised,
})

describe('a month', () => {
  it('has the realised profit of each day, in local time', () => {
    const sales = [
      sale(seconds(2026, 9, 31, 23, 59), 1n),
      sale(seconds(2026, 10, 1, 0, 0), 20n),
      sale(seconds(2026, 10, 1, 23, 59), -50n),
      sale(seconds(2026, 10, 21, 12), 7n),
      sale(seconds(2025, 10, 21, 12), 9n),
      sale(null, 9n),
    ]
    const days = daysOf(november, { sales, now: new Date(2026, 10, 21, 3), firstSeconds: seconds(2026, 9, 31, 12) })
    expect(days).toHaveLength(30)
    expect(days[0]).toEqual({ day: 1, realised: -30n, when: 'past' })
    expect(days[1]).toEqual({ day: 2, realised: null, when: 'past' })
    expect(days[20]).toEqual({ day: 21, realised: 7n, when: 'today' })
    expect(days[21]).toEqual({ day: 22, realised: null, when: 'future' })
  })

  it('is blank before the wallet’s first transaction, and except for today while that is unknown', () => {
    const whens = (first: number | undefined) =>
      daysOf(november, { sales: [], now: new Date(2026, 10, 4, 3), firstSeconds: first })
        .slice(0, 5)
        .map(({ when }) => when)
    expect(whens(seconds(2026, 10, 2, 23, 59))).toEqual(['blank', 'past', 'past', 'today', 'future'])
    expect(whens(seconds(2026, 10, 4, 1))).toEqual(['blank', 'blank', 'blank', 'today', 'future'])
    expect(whens(undefined)).toEqual(['blank', 'blank', 'blank', 'today', 'future'])
  })

  it('begins on a Monday', () => {
    expect(leadingDays(november)).toBe(6)
    expect(leadingDays({ year: 2026, month: 5 })).toBe(0)
  })

  it('follows and precedes others over the turn of the year', () => {
    expect(monthBefore({ year: 2026, month: 0 })).toEqual({ year: 2025, month: 11 })
    expect(monthAfter({ year: 2025, month: 11 })).toEqual({ year: 2026, month: 0 })
    expect(isBefore({ year: 2025, month: 11 }, { year: 2026, month: 0 })).toBe(true)
    expect(isBefore(november, november)).toBe(false)
    expect(isIn(november, seconds(2026, 10, 30, 23, 59))).toBe(true)
    expect(isIn(november, null)).toBe(false)
  })

  it('has a name', () => {
    expect(monthName(monthOf(new Date(2026, 10, 21)))).toBe('November 2026')
  })
})
