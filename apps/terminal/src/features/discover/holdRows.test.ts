import { expect, it } from 'vitest'
import type { Listing } from '../../data/market/listing.ts'
import { areRowsMoved, holdRows } from './holdRows.ts'

const token = (mint: string) => ({ mint }) as Listing
const mints = (listings: readonly Listing[]) => listings.map(({ mint }) => mint).join(' ')

it('rows that are held stay where they are with their newest values, and what is new waits in its order', () => {
  const moved = token('a')
  const [one, two] = [token('new1'), token('new2')]
  const held = holdRows([one, moved, two, token('b')], [two, one, token('b')], ['b', 'gone', 'a'])
  expect(mints(held.rows)).toBe('b a')
  expect(held.rows[1]).toBe(moved)
  expect(mints(held.waiting)).toBe('new2 new1')
})

it('rows have moved once one stands where another one stood', () => {
  expect(areRowsMoved(['a', 'b'], ['a', 'b'])).toBe(false)
  expect(areRowsMoved(['a', 'b'], ['a', 'b', 'c'])).toBe(false)
  expect(areRowsMoved(['a', 'b'], ['a'])).toBe(false)
  expect(areRowsMoved([], ['a'])).toBe(false)
  expect(areRowsMoved(['a', 'b'], ['c', 'a', 'b'])).toBe(true)
  expect(areRowsMoved(['a', 'b'], ['b'])).toBe(true)
})
