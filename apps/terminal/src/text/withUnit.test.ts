import { expect, it } from 'vitest'
import { withUnit } from './withUnit.ts'

it('keeps a unit on the number’s line, and a percent sign right after the number', () => {
  expect(withUnit('1', '%')).toBe('1%')
  expect(withUnit('0.5', 'SOL')).toBe('0.5\u00a0SOL')
  expect(withUnit('K', undefined)).toBe('K')
})
