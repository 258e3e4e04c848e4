import { expect, it } from 'vitest'
import { clockText, dateText, dayText, minuteText, monthText, whenText } from './timeText.ts'

it('formats times in local time', () => {
  const at = new Date(2026, 10, 2, 4, 5, 6)
  expect([minuteText(at), clockText(at)]).toEqual(['04:05', '04:05:06'])
  expect([dateText(at), dayText(at)]).toEqual(['2 Nov', '2 Nov 2026'])
  expect(clockText(new Date(2026, 10, 2))).toBe('00:00:00')
})

it('names each month in three letters', () => {
  const names = Array.from({ length: 12 }, (_, month) => monthText(new Date(2026, month)))
  expect(names.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
})

it('show today’s times by the clock, earlier ones by the day, old ones by the year', () => {
  const now = new Date(2026, 10, 21, 12)
  const at = (...when: [number, number, number, number, number, number]) =>
    whenText(new Date(...when).getTime() / 1000, now)
  expect(at(2026, 10, 21, 3, 4, 12)).toBe('03:04:12')
  expect(at(2026, 10, 20, 3, 4, 12)).toBe('20 Nov 03:04')
  expect(at(2025, 10, 20, 3, 4, 12)).toBe('20 Nov 2025')
})
