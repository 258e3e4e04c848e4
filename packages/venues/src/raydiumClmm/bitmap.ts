import { maxTick, minTick, ticksPerArray } from './tick.ts'

/** Towards lower ticks a swap pays token 0 in; the price falls. */
export type Direction = 'zeroForOne' | 'oneForZero'

/** Which tick arrays of a pool hold ticks. Arrays are counted from price 1, see `arrayOf`. */
export interface Bitmap {
  readonly tickSpacing: number
  /** `PoolState.tick_array_bitmap`: arrays −512 to 511. */
  readonly near: Uint8Array
  /** `TickArrayBitmapExtension`, those beyond; `undefined` where there is none. */
  readonly far: { readonly positive: Uint8Array; readonly negative: Uint8Array } | undefined
}

/** `TICK_ARRAY_BITMAP_SIZE`: how many arrays the pool's own bitmap holds each way, and each row of the extension. */
const rowLength = 512
/** From this spacing on the pool's own bitmap holds all ticks that there are. */
const spacingOfOneBitmap = 15

/** Whether a swap of such a pool may need the extension. */
export const hasFarArrays = (tickSpacing: number): boolean => tickSpacing < spacingOfOneBitmap

/** Whether an array holds a tick. */
export function isArraySet({ near, far }: Bitmap, array: number): boolean {
  if (array >= -rowLength && array < rowLength) return isBitSet(near, array + rowLength)
  const row = Math.floor(array / rowLength)
  const bits = row > 0 ? far?.positive : far?.negative
  // Rows are counted outwards; within each, bits go up with the ticks.
  const outwards = row > 0 ? row - 1 : -row - 2
  return bits !== undefined && isBitSet(bits, outwards * rowLength + (array - row * rowLength))
}

/**
 * The next array that holds a tick, beyond `array`; `undefined` where none does: `next_tick_array_index_with_extension_info`
 * (states/pool.rs).
 */
export function nextArray(bitmap: Bitmap, array: number, direction: Direction): number | undefined {
  const span = ticksPerArray * bitmap.tickSpacing
  const [step, last] = direction === 'zeroForOne' ? [-1, Math.floor(minTick / span)] : [1, Math.floor(maxTick / span)]
  for (let at = array + step; step < 0 ? at >= last : at <= last; at += step) if (isArraySet(bitmap, at)) return at
  return undefined
}

/** The arrays that a swap from `tickArray` meets, nearest first, at most `most`. */
export function arraysAhead(bitmap: Bitmap, tickArray: number, direction: Direction, most: number): readonly number[] {
  const found = isArraySet(bitmap, tickArray) ? [tickArray] : []
  let at = tickArray
  while (found.length < most) {
    const next = nextArray(bitmap, at, direction)
    if (next === undefined) break
    found.push(next)
    at = next
  }
  return found
}

function isBitSet(bits: Uint8Array, index: number): boolean {
  return (((bits[index >> 3] ?? 0) >> (index & 7)) & 1) === 1
}
