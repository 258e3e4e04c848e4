import { expect, it } from 'vitest'
import { parseTokenSearch } from './search.ts'

it('takes from an address what it knows, and leaves out the rest', () => {
  expect(parseTokenSearch({ timeframe: '1m', axis: 'cap', x: 1 })).toEqual({ timeframe: '1m', axis: 'cap' })
  expect(parseTokenSearch({ timeframe: '2m', axis: 'price' })).toEqual({})
})
