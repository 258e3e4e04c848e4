import { expect, it } from 'vitest'
import { withUnit } from './withUnit.ts'

it('a unit stands after its number on one line, a percent sign right at it', () => {
  expect(withUnit('1', '%')).toBe('1%')
  expect(withUnit('0.5', 'SOL')).toBe('0.5\u00a0SOL')
  expect(withUnit('K', undefined)).toBe('K')
})
