import { expect, it } from 'vitest'
import { areRowsMoved, holdRows, mintKey } from './holdRows.ts'

interface Row {
  readonly mint: string | null
}

const token = (mint: string): Row => ({ mint })
const mints = (listings: readonly Row[]) => listings.map(({ mint }) => mint).join(' ')

it('held rows keep their places with their newest values, and new rows wait in order', () => {
  const moved = token('a')
  const [one, two] = [token('new1'), token('new2')]
  const held = holdRows(
    [one, moved, two, token('b')],
    [two, one, token('b')],
    [token('b'), token('gone'), token('a')],
    mintKey,
  )
  expect(mints(held.rows)).toBe('b a')
  expect(held.rows[1]).toBe(moved)
  expect(mints(held.waiting)).toBe('new2 new1')
})

it('SOL, which has no mint, is held like any token', () => {
  expect(
    holdRows([token('a'), { mint: null }], [token('a'), { mint: null }], [{ mint: null }, token('a')], mintKey),
  ).toEqual({
    rows: [{ mint: null }, token('a')],
    waiting: [],
  })
})

it('rows have moved once a row is in another row’s place', () => {
  expect(areRowsMoved([token('a'), token('b')], [token('a'), token('b')], mintKey)).toBe(false)
  expect(areRowsMoved([token('a'), token('b')], [token('a'), token('b'), token('c')], mintKey)).toBe(false)
  expect(areRowsMoved([token('a'), token('b')], [token('a')], mintKey)).toBe(false)
  expect(areRowsMoved([], [token('a')], mintKey)).toBe(false)
  expect(areRowsMoved([token('a'), token('b')], [token('c'), token('a'), token('b')], mintKey)).toBe(true)
  expect(areRowsMoved([token('a'), token('b')], [token('b')], mintKey)).toBe(true)
})
