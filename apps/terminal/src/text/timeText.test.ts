import { expect, it } from 'vitest'
import { clockText, dateText, dayText, minuteText, monthText } from './timeText.ts'

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
