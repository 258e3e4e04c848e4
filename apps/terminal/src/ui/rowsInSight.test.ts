import { assert, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rowsInSight, widen } from './rowsInSight.ts'

describe('the rows in sight', () => {
  it('are those that the box shows, whole or in part', () => {
    expect(rowsInSight(0, 840, 84)).toEqual({ from: 0, to: 10 })
    expect(rowsInSight(1, 840, 84)).toEqual({ from: 0, to: 11 })
    expect(rowsInSight(84, 840, 84)).toEqual({ from: 1, to: 11 })
  })

  it('are none in a box that is not shown, and begin at the first when it is pulled beyond its edge', () => {
    expect(rowsInSight(0, 0, 84)).toEqual({ from: 0, to: 0 })
    expect(rowsInSight(-30, 84, 84)).toEqual({ from: 0, to: 1 })
  })

  it('cover every pixel of the box and lie within the list, with those around them', () => {
    const size = integer({ min: 1, max: 2_000 })
    assert(
      property(
        integer({ min: 0, max: 90_000 }),
        size,
        size,
        size,
        integer({ min: 0, max: 9 }),
        (top, box, row, count, around) => {
          const sight = rowsInSight(top, box, row)
          expect(sight.from * row).toBeLessThanOrEqual(top)
          expect(sight.to * row).toBeGreaterThanOrEqual(top + box)
          const { from, to } = widen(sight, around, count)
          expect(from).toBeGreaterThanOrEqual(0)
          expect(from).toBeLessThanOrEqual(to)
          expect(to).toBeLessThanOrEqual(count)
          expect(to - from).toBeLessThanOrEqual(sight.to - sight.from + 2 * around)
        },
      ),
    )
  })

  it('are the last ones when the list has become shorter than where the box stands', () => {
    expect(widen({ from: 50, to: 60 }, 0, 12)).toEqual({ from: 2, to: 12 })
    expect(widen({ from: 50, to: 60 }, 4, 3)).toEqual({ from: 0, to: 3 })
  })
})
