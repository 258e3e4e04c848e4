import { expect, it } from 'vitest'
import { opensText } from './opensText.ts'

const now = new Date(2026, 10, 25, 14, 0).getTime() / 1000

it.each([
  [now + 1_800, '25 Nov, 14:30'],
  [now + 86_400, '26 Nov, 14:00'],
  [now, ''],
  [null, ''],
])('a pool that opens at %s reads %j', (opensAt, text) => {
  expect(opensText(opensAt, now)).toBe(text)
})
