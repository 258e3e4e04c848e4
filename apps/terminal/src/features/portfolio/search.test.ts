import { expect, it } from 'vitest'
import { parsePortfolioSearch, sortingOf, sortOf } from './search.ts'

it('takes the known parameters from a URL', () => {
  const whole = { tab: 'sold', sort: 'realised', window: '7d' }
  expect(parsePortfolioSearch({ ...whole, page: 2 })).toEqual(whole)
  expect(parsePortfolioSearch({ tab: 'held', sort: '-value', window: 'month' })).toEqual({})
  expect(parsePortfolioSearch({ tab: 1, sort: 'name', window: '1y' })).toEqual({})
})

it('parses the order it writes', () => {
  expect(sortingOf(undefined)).toEqual({ column: 'value', direction: 'descending' })
  for (const sort of ['unrealised', '-unrealised'] as const) expect(sortOf(sortingOf(sort))).toBe(sort)
})
