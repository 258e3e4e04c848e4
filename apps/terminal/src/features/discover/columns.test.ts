import { describe, expect, it } from 'vitest'
import type { Listing } from '../../data/market/listing.ts'
import { type ColumnOrder, columnOf, listColumn } from './columns.ts'
import { parseFilter } from './filter.ts'

const on = (stage: 'trading' | 'complete' | 'migrated', progressPpm: number) => ({ stage, progressPpm, creator: 'c' })
const token = (symbol: string, curve: Listing['curve'], createdAtSeconds: number | null = null) =>
  ({ mint: symbol, symbol, curve, createdAtSeconds }) as Listing
const symbols = (listings: readonly Listing[]) => listings.map(({ symbol }) => symbol).join(' ')

describe('the columns of Discover', () => {
  it.each([
    [on('trading', 0), 'new'],
    [on('trading', 699_999), 'new'],
    [on('trading', 700_000), 'filling'],
    [on('complete', 1_000_000), 'graduated'],
    [on('migrated', 1_000_000), 'graduated'],
    [null, 'graduated'],
  ])('put %o into %s', (curve, column) => {
    expect(columnOf({ curve })).toBe(column)
  })

  it('show the newest or the nearest to graduation first', () => {
    const listings = [
      token('old', on('trading', 5), 10),
      token('unknown', on('trading', 5)),
      token('young', on('trading', 5), 20),
      token('also', on('trading', 5), 20),
      token('near', on('trading', 990_000), 5),
      token('far', on('trading', 700_000), 50),
      token('pool', null, 1),
    ]
    expect(symbols(listColumn(listings, { name: 'new', nowSeconds: 100 }))).toBe('also young old unknown')
    expect(symbols(listColumn(listings, { name: 'filling', nowSeconds: 100 }))).toBe('near far')
    expect(symbols(listColumn(listings, { name: 'graduated', nowSeconds: 100 }))).toBe('pool')
  })

  it('apply the chosen order and filter', () => {
    const listings = ['quiet', 'busy', 'loud'].map((symbol, i) => ({
      ...token(symbol, on('trading', 5), i),
      ...{ name: symbol, volume5mLamports: BigInt(i === 1 ? 99 : i), buys5m: i, sells5m: 0 },
    }))
    const listed = (by: ColumnOrder, text: string) =>
      symbols(listColumn(listings, { name: 'new', nowSeconds: 100 }, { filter: parseFilter(text), by }))
    expect(listed('volume', '')).toBe('busy loud quiet')
    expect(listed('trades', '')).toBe('loud busy quiet')
    expect(listed('age', 'no:busy')).toBe('loud quiet')
    expect(listed('age', 'age:99s..')).toBe('busy quiet')
  })
})
