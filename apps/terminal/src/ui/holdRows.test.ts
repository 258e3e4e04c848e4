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
  const held = holdRows({
    all: [one, moved, two, token('b')],
    wanted: [two, one, token('b')],
    shown: [token('b'), token('gone'), token('a')],
    keyOf: mintKey,
  })
  expect(mints(held.rows)).toBe('b a')
  expect(held.rows[1]).toBe(moved)
  expect(mints(held.waiting)).toBe('new2 new1')
})

it('SOL, which has no mint, is held like any token', () => {
  expect(
    holdRows({
      all: [token('a'), { mint: null }],
      wanted: [token('a'), { mint: null }],
      shown: [{ mint: null }, token('a')],
      keyOf: mintKey,
    }),
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
