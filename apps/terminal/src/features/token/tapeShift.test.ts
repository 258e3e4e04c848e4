import { describe, expect, it } from 'vitest'
import { noShift, shiftTo } from './tapeShift.ts'

describe('new rows on top', () => {
  it('leave the other rows in place, counted from the list’s start', () => {
    const placeOf = (keys: readonly string[], key: string, { rows }: { rows: number }) => keys.indexOf(key) - rows
    const first = ['c', 'b', 'a']
    const shift = shiftTo(first, noShift)
    const next = ['e', 'd', 'c', 'b']
    const later = shiftTo(next, shift)
    expect(later.rows).toBe(2)
    for (const key of ['c', 'b']) expect(placeOf(next, key, later)).toBe(placeOf(first, key, shift))
    expect(shiftTo(next, later)).toBe(later)
  })

  it('start over for another list, and before the count is too large', () => {
    expect(shiftTo(['x', 'y'], { top: 'a', rows: 7 })).toEqual({ top: 'x', rows: 0 })
    expect(shiftTo([], { top: 'a', rows: 7 })).toEqual({ top: undefined, rows: 0 })
    expect(shiftTo(['b', 'a'], { top: 'a', rows: 99_999 }).rows).toBe(100_000)
    expect(shiftTo(['b', 'a'], { top: 'a', rows: 100_000 }).rows).toBe(0)
  })
})
