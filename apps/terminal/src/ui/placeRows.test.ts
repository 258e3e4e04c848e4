import { array, assert, boolean, constantFrom, integer, property, record, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PlacedRow, placeRows } from './placeRows.ts'

const list = Array.from({ length: 60 }, (_, index) => `row ${index}`)
const indexes = (placed: readonly PlacedRow[]) => placed.map(({ index }) => index)
const elements = (placed: readonly PlacedRow[]) => placed.map(({ element }) => element)
const upTo = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

/** The rows from `from` to before `to` are in sight, with `beside` neighbours on either side. */
const at = (from: number, to: number, beside = 0) => ({
  ...{ keys: list, sight: { from, to } },
  around: { from: from - beside, to: to + beside },
})
const move = (before: readonly PlacedRow[], rows: ReturnType<typeof at>) =>
  placeRows(before, { ...rows, isMoving: true }).placed

/** Renders frames until all rows are there. */
function rest(before: readonly PlacedRow[], rows: ReturnType<typeof at>): readonly PlacedRow[] {
  const { placed, isWhole } = placeRows(before, { ...rows, isMoving: false })
  return isWhole ? placed : rest(placed, rows)
}

describe('the elements of rows in sight', () => {
  const rested = rest([], at(10, 14))

  it('are passed on while the list is scrolled, in their order', () => {
    const down = move(rested, at(12, 16))
    expect(indexes(down)).toEqual([14, 15, 12, 13])
    expect(elements(down)).toEqual(elements(rested))
    const up = move(down, at(11, 15))
    expect(indexes(up).toSorted()).toEqual([11, 12, 13, 14])
    expect(elements(up)).toEqual(elements(rested))
    expect(indexes(move(rested, at(30, 34)))).toEqual([30, 31, 32, 33])
  })

  it('return to the order of the list at rest, a few at a time, and each shows the row that it showed', () => {
    const far = rest([], at(10, 20))
    const down = move(far, at(15, 25))
    expect(indexes(down)).toEqual([...upTo(20, 25), ...upTo(15, 20)])
    const { placed, isWhole } = placeRows(down, { ...at(15, 25), isMoving: false })
    expect([indexes(placed), isWhole]).toEqual([[20, 21, ...upTo(15, 20), 22, 23, 24], false])
    const again = rest(down, at(15, 25))
    expect(indexes(again)).toEqual(upTo(15, 25))
    for (const one of down) expect(again).toContainEqual(one)
  })

  it('are new for rows that come into sight at rest', () => {
    const sorted = rest(rested, { ...at(10, 14), keys: list.toReversed() })
    expect(elements(sorted).filter(element => elements(rested).includes(element))).toEqual([])
    const keys = [list[11] as string, 'new', list[10] as string]
    const searched = rest(rested, { ...at(0, 3), keys })
    expect(elements(searched)).toEqual([rested[1]?.element, expect.any(Number), rested[0]?.element])
    expect(elements(rested)).not.toContain(searched[1]?.element)
  })

  it('stay with their row while a scrolled list needs fewer, until the list rests', () => {
    const fewer = move(rested, at(11, 14))
    expect(fewer).toEqual(rested)
    expect(elements(move(fewer, at(11, 15)))).toEqual(elements(rested))
    expect(indexes(rest(fewer, at(11, 14)))).toEqual([11, 12, 13])
    expect(move(rested, { ...at(0, 1), keys: ['row 10'] })).toEqual([{ ...rested[0], index: 0 }])
  })

  it('show neighbours a few at a time, the nearest first', () => {
    const { placed, isWhole } = placeRows([], { ...at(20, 22, 4), isMoving: false })
    expect([indexes(placed), isWhole]).toEqual([[19, 20, 21], false])
    const whole = rest(placed, at(20, 22, 4))
    expect(indexes(whole)).toEqual(upTo(16, 26))
    // The rows that come into sight are neighbours, so that the scroll itself renders a few others only.
    const next = placeRows(whole, { ...at(24, 26, 4), isMoving: true })
    expect(next.isWhole).toBe(false)
    expect(indexes(next.placed).toSorted()).toEqual(upTo(19, 29))
  })

  it('show every row in sight at once, each once and at its place, and end in the order of the list', () => {
    const step = record({
      ...{ from: integer({ min: 4, max: 40 }), rows: integer({ min: 0, max: 9 }), beside: integer({ min: 0, max: 4 }) },
      isMoving: boolean(),
    })
    const lists = constantFrom(
      list,
      list.toReversed(),
      list.filter((_, n) => n % 11 !== 0),
    )
    assert(
      property(array(tuple(step, lists), { maxLength: 12 }), steps => {
        let placed: readonly PlacedRow[] = []
        for (const [{ from, rows, beside, isMoving }, keys] of steps) {
          const asked = { ...at(from, from + rows, beside), keys }
          placed = placeRows(placed, { ...asked, isMoving }).placed
          expect(new Set(elements(placed)).size).toBe(placed.length)
          expect(new Set(indexes(placed)).size).toBe(placed.length)
          for (const { key, index } of placed) expect(keys[index]).toBe(key)
          const shown = new Set(indexes(placed))
          for (const index of upTo(from, from + rows)) expect(shown).toContain(index)
          expect(indexes(rest(placed, asked))).toEqual(upTo(from - beside, from + rows + beside))
        }
      }),
    )
  })
})
