import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arraysAhead, type Bitmap, isArraySet, nextArray } from './bitmap.ts'

/** A bitmap that holds these arrays, by the program's own counting (states/tickarray_bitmap_extension.rs). */
function holding(arrays: readonly number[], tickSpacing: number): Bitmap {
  const near = new Uint8Array(128)
  const positive = new Uint8Array(896)
  const negative = new Uint8Array(896)
  const set = (bits: Uint8Array, index: number) => {
    bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7))
  }
  const inOne = 512 * 60 * tickSpacing
  for (const array of arrays) {
    const start = array * 60 * tickSpacing
    if (start >= -inOne && start < inOne) {
      set(near, array + 512)
      continue
    }
    // `get_bitmap_offset` and `tick_array_offset_in_bitmap`.
    const far = Math.abs(start)
    const row = Math.floor(far / inOne) - 1 - (start < 0 && far % inOne === 0 ? 1 : 0)
    const within = (far % inOne) / (60 * tickSpacing)
    const offset = start < 0 && far % inOne !== 0 ? 512 - within : within
    set(start < 0 ? negative : positive, row * 512 + offset)
  }
  return { tickSpacing, near, far: { positive, negative } }
}

const spacings = fc.constantFrom(1, 2, 10, 14, 60)
const cases = spacings.chain(tickSpacing => {
  const max = Math.floor(443_636 / (60 * tickSpacing))
  const array = fc.integer({ min: -max - 1, max: max })
  return fc.record({
    tickSpacing: fc.constant(tickSpacing),
    arrays: fc.uniqueArray(array, { maxLength: 12 }),
    from: array,
  })
})

describe('the search for tick arrays', () => {
  it("finds every set bit, on either side of the pool's own bitmap", () => {
    fc.assert(
      fc.property(cases, ({ tickSpacing, arrays, from }) => {
        const bitmap = holding(arrays, tickSpacing)
        expect(isArraySet(bitmap, from)).toBe(arrays.includes(from))
        const below = arrays.filter(array => array < from).sort((a, b) => b - a)
        const above = arrays.filter(array => array > from).sort((a, b) => a - b)
        expect(nextArray(bitmap, from, 'zeroForOne')).toBe(below[0])
        expect(nextArray(bitmap, from, 'oneForZero')).toBe(above[0])
        const own = arrays.includes(from) ? [from] : []
        expect(arraysAhead(bitmap, from, { direction: 'zeroForOne', max: 3 })).toEqual([...own, ...below].slice(0, 3))
        expect(arraysAhead(bitmap, from, { direction: 'oneForZero', max: 3 })).toEqual([...own, ...above].slice(0, 3))
      }),
      { numRuns: 400 },
    )
  })

  it("ends at the pool's own bitmap without an extension", () => {
    const { near } = holding([-513, -512, 511, 512], 1)
    const bitmap: Bitmap = { tickSpacing: 1, near, far: undefined }
    expect(arraysAhead(bitmap, 0, { direction: 'zeroForOne', max: 9 })).toEqual([-512])
    expect(arraysAhead(bitmap, 0, { direction: 'oneForZero', max: 9 })).toEqual([511])
  })
})
