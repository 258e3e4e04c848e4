import type { Sale } from '../../data/activity/positionBook.ts'

/** A month of a year; January is 0, as in JavaScript's `Date`. */
export interface Month {
  readonly year: number
  readonly month: number
}

/** A day of the calendar, in local time: a sale at 23:30 belongs to that evening. */
export interface Day {
  readonly day: number
  /** Lamports that the day's sales brought above their cost; `null` without sales. */
  readonly realised: bigint | null
  /** `blank` before the wallet's first transaction, or while that is unknown. */
  readonly when: 'blank' | 'past' | 'today' | 'future'
}

export const monthOf = (date: Date): Month => ({ year: date.getFullYear(), month: date.getMonth() })

export function monthBefore({ year, month }: Month): Month {
  return month === 0 ? { year: year - 1, month: 11 } : { year, month: month - 1 }
}

export function monthAfter({ year, month }: Month): Month {
  return month === 11 ? { year: year + 1, month: 0 } : { year, month: month + 1 }
}

export const isBefore = (a: Month, b: Month): boolean => a.year < b.year || (a.year === b.year && a.month < b.month)

export const isIn = ({ year, month }: Month, seconds: number | null): boolean => {
  if (seconds === null) return false
  const date = new Date(seconds * 1000)
  return date.getFullYear() === year && date.getMonth() === month
}

/** Counts the days of the first week that belong to the month before. Weeks begin on Monday. */
export const leadingDays = ({ year, month }: Month): number => (new Date(year, month, 1).getDay() + 6) % 7

/** The days of a month with their realised profit. `firstSeconds` is the time of the first known transaction. */
export function daysOf(
  at: Month,
  {
    sales,
    now,
    firstSeconds,
  }: { readonly sales: readonly Sale[]; readonly now: Date; readonly firstSeconds: number | undefined },
): readonly Day[] {
  const { year, month } = at
  const byDay = new Map<number, bigint>()
  for (const { timestampSeconds, realised } of sales) {
    if (timestampSeconds === null || !isIn(at, timestampSeconds)) continue
    const day = new Date(timestampSeconds * 1000).getDate()
    byDay.set(day, (byDay.get(day) ?? 0n) + realised)
  }
  const dayOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
  const today = dayOf(now)
  const first = firstSeconds === undefined ? today : dayOf(new Date(firstSeconds * 1000))
  const count = new Date(year, month + 1, 0).getDate()
  return Array.from({ length: count }, (_, i) => {
    const begins = new Date(year, month, i + 1).getTime()
    return {
      day: i + 1,
      realised: byDay.get(i + 1) ?? null,
      when: begins === today ? 'today' : begins > today ? 'future' : begins < first ? 'blank' : 'past',
    }
  })
}

/** Formats a month: `November 2026`. */
export const monthName = ({ year, month }: Month, locale = 'en'): string =>
  new Date(year, month, 1).toLocaleDateString(locale, { month: 'long', year: 'numeric' })
