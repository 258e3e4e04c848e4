import { describe, expect, it } from 'vitest'
import { parseDiscoverSearch } from './search.ts'

describe('what the address says of Discover', () => {
  it.each([
    [{}, {}],
    [
      { view: 'table', column: 'filling' },
      { view: 'table', column: 'filling' },
    ],
    [{ view: 'list', column: 7, more: 'x' }, {}],
  ])('%o is read as %o', (search, read) => {
    expect(parseDiscoverSearch(search)).toEqual(read)
  })
})
