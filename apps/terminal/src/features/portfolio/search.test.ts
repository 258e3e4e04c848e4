import { expect, it } from 'vitest'
import { parsePortfolioSearch, sortingOf, sortOf } from './search.ts'

it('is taken from an address as far as it is understood', () => {
  const whole = { tab: 'sold', sort: 'realised', window: '7d' }
  expect(parsePortfolioSearch({ ...whole, page: 2 })).toEqual(whole)
  expect(parsePortfolioSearch({ tab: 'held', sort: '-value', window: 'month' })).toEqual({})
  expect(parsePortfolioSearch({ tab: 1, sort: 'name', window: '1y' })).toEqual({})
})

it('asks for an order as it is understood', () => {
  expect(sortingOf(undefined)).toEqual({ column: 'value', direction: 'descending' })
  for (const sort of ['unrealised', '-unrealised'] as const) expect(sortOf(sortingOf(sort))).toBe(sort)
})
