import { expect, it } from 'vitest'
import { pathOf } from './linePath.ts'

it('is a line from edge to edge, level if the value does not change', () => {
  expect(pathOf([5, 5]).line).toBe('M0.0 66.0L800.0 66.0')
  expect(pathOf([1_000, 999]).line).toBe('M0.0 64.8L800.0 67.2')
  expect(pathOf([0, 10, 5])).toEqual({
    line: 'M0.0 124.0L400.0 8.0L800.0 66.0',
    area: 'M0.0 124.0L400.0 8.0L800.0 66.0L800 132L0 132Z',
  })
})
