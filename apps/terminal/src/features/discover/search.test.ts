import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeSearch, parseDiscoverSearch } from './search.ts'

describe('the URL of Discover', () => {
  it.each([
    [{}, {}],
    [
      { view: 'table', column: 'filling', sort: '-marketCap', find: 'moon' },
      { view: 'table', column: 'filling', sort: '-marketCap', find: 'moon' },
    ],
    [{ view: 'list', column: 7, more: 'x', sort: 'up', newBy: 'colour', find: ' ' }, {}],
    [
      { new: 'mint;cap:50K..;nonsense', filling: 'nonsense', graduatedBy: 'volume', find: 7 },
      { new: 'cap:50K..;mint', graduatedBy: 'volume', find: '7' },
    ],
  ])('%o is read as %o', (search, read) => {
    expect(parseDiscoverSearch(search)).toEqual(read)
  })

  it('parses to the same result twice, for any input', () => {
    const names = ['view', 'column', 'find', 'new', 'filling', 'graduated', 'table', 'newBy', 'sort']
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.anything()), search => {
        const read = parseDiscoverSearch(search)
        expect(parseDiscoverSearch({ ...read })).toEqual(read)
      }),
    )
  })

  it('drops parameters that are set to nothing', () => {
    expect(changeSearch({ find: 'moon', new: 'mint' }, { find: '', new: undefined, view: 'table' })).toEqual({
      view: 'table',
    })
  })
})
