import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Parked, parkRows } from './parked.ts'

type Rows = readonly Parked<{ readonly mint: string }>[]
const park = (before: Rows, shown: string, max = 10, from = 0) =>
  parkRows({ before, shown: [...shown].map(mint => ({ mint })), from, max })
/** Rows as a text; parked rows in lower case. */
const textOf = (rows: Rows) =>
  rows.map(({ row: { mint }, at }) => (at === undefined ? mint.toLowerCase() : mint)).join('')

describe('parked rows', () => {
  it('stay in their place, and return there', () => {
    const all = park([], 'ABCDE')
    const few = park(all, 'BD')
    expect(textOf(few)).toBe('aBcDe')
    expect(few.filter(({ at }) => at !== undefined)).toEqual([
      { row: { mint: 'B' }, at: 0 },
      { row: { mint: 'D' }, at: 1 },
    ])
    expect(textOf(park(few, 'ABCDE'))).toBe('ABCDE')
  })

  it('are limited in number, the last to leave stay', () => {
    const few = park(park([], 'ABCDE'), 'BD', 2)
    expect(textOf(few)).toBe('aBcD')
    expect(textOf(park(few, 'B', 2))).toBe('aBd')
  })

  it('count from the first row that is rendered', () => {
    expect(park([], 'CD', 10, 2).map(({ at }) => at)).toEqual([2, 3])
  })

  it('never hide or reorder shown rows', () => {
    const lists = fc.array(fc.uniqueArray(fc.constantFrom(...'ABCDEFGH')), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(lists, fc.nat(4), (turns, max) => {
        let rows: Rows = []
        for (const shown of turns) {
          rows = park(rows, shown.join(''), max)
          expect(rows.flatMap(({ row, at }) => (at === undefined ? [] : [row.mint]))).toEqual(shown)
          expect(new Set(rows.map(({ row }) => row.mint)).size).toBe(rows.length)
          expect(rows.length - shown.length).toBeLessThanOrEqual(max)
        }
      }),
    )
  })
})
