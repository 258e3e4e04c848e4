import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Entry, findEntries, maxTokens } from './findEntries.ts'

const entries: readonly Entry[] = [
  { id: 'a', group: 'Tokens', name: 'KITE', detail: 'Kite Club', exact: 'So1kite11111', pool: 'Poo1kite1111' },
  { id: 'b', group: 'Tokens', name: 'SKITE', detail: 'Skiing', exact: 'Kites2222' },
  { id: 'c', group: 'Tokens', name: 'MOSS', detail: 'A kite in moss', exact: 'Moss333' },
  { id: 'd', group: 'Pages', name: 'Discover' },
  { id: 'e', group: 'Actions', name: 'Lock', detail: 'Forget the keys', words: 'sign out' },
]
const ids = (typed: string) => findEntries(entries, typed).map(entry => entry.id)

describe('findEntries', () => {
  it('lists everything for an empty text', () => {
    expect(ids('  ')).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('ranks whole names first, then prefixes, then other matches', () => {
    expect(ids('kite')).toEqual(['a', 'c', 'b'])
    expect(ids('KITE CLUB')).toEqual(['a'])
    expect(ids('club kite')).toEqual(['a'])
  })

  it('finds mints by the whole or a prefix, case-sensitive', () => {
    expect(ids('So1kite11111')).toEqual(['a'])
    expect(ids('Kites2')).toEqual(['b'])
    expect(ids('so1kite11111')).toEqual([])
    expect(ids('Poo1kite1111')).toEqual(['a'])
    expect(ids('Poo1kite')).toEqual([])
  })

  it('finds actions by further words', () => {
    expect(ids('sign')).toEqual(['e'])
    expect(ids('zzz')).toEqual([])
  })

  it('finds each entry once, and a limited number of tokens', () => {
    const many = Array.from(
      { length: 50 },
      (_, index): Entry => ({ id: String(index), group: 'Tokens', name: `T${index}` }),
    )
    expect(findEntries(many, 't')).toHaveLength(maxTokens)
    fc.assert(
      fc.property(fc.string(), typed => {
        const found = findEntries(entries, typed)
        expect(new Set(found).size).toBe(found.length)
        expect(entries).toEqual(expect.arrayContaining([...found]))
      }),
    )
  })
})
