import { expect, it } from 'vitest'
import { isIdle } from './instant.ts'

it('disarms itself after the minutes without use, to the millisecond', () => {
  expect(isIdle(1_000, 600_999, 10)).toBe(false)
  expect(isIdle(1_000, 601_000, 10)).toBe(true)
})
