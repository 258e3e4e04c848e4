import { assert, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folded, rowsInSight, unfold, widen } from './rowsInSight.ts'

describe('the rows in sight', () => {
  it('include rows that are visible in part', () => {
    expect(rowsInSight(0, 840, 84)).toEqual({ from: 0, to: 10 })
    expect(rowsInSight(1, 840, 84)).toEqual({ from: 0, to: 11 })
    expect(rowsInSight(84, 840, 84)).toEqual({ from: 1, to: 11 })
  })

  it('are empty in a hidden box, and begin at the first row in an overscrolled box', () => {
    expect(rowsInSight(0, 0, 84)).toEqual({ from: 0, to: 0 })
    expect(rowsInSight(-30, 84, 84)).toEqual({ from: 0, to: 1 })
  })

  it('cover every pixel of the box and lie within the list', () => {
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

  it('are the last rows if the list became shorter than the scroll position', () => {
    expect(widen({ from: 50, to: 60 }, 0, 12)).toEqual({ from: 2, to: 12 })
    expect(widen({ from: 50, to: 60 }, 4, 3)).toEqual({ from: 0, to: 3 })
  })
})

describe('a list that appears', () => {
  /** The rows that each frame adds, if rendering them takes `tookMs`. */
  function added(need: number, tookMs: (rows: number) => number): readonly number[] {
    const steps = [folded.to]
    for (let state = folded; ; ) {
      const next = unfold(state, tookMs(steps.at(-1) ?? 0), need)
      if (next.to === Number.POSITIVE_INFINITY) return [...steps, need - state.to]
      steps.push(next.to - state.to)
      state = next
    }
  }

  it('is complete after a few frames if rows are cheap', () => {
    expect(added(15, rows => rows)).toEqual([2, 4, 8, 1])
  })

  it('takes more frames if rows are costly', () => {
    expect(added(15, rows => 5 * rows)).toEqual([2, 2, 2, 2, 2, 2, 2, 1])
    expect(added(8, () => 50)).toEqual([2, 1, 1, 1, 1, 1, 1])
  })

  it('is complete in the end', () => {
    assert(
      property(integer({ min: 2, max: 500 }), integer({ min: 1, max: 40 }), (need, ms) => {
        const steps = added(need, rows => ms * rows)
        expect(steps.reduce((sum, rows) => sum + rows, 0)).toBe(need)
        expect(Math.min(...steps.slice(0, -1))).toBeGreaterThan(0)
      }),
    )
  })
})
