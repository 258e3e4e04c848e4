import { maxTick, minTick, ticksPerArray } from './tick.ts'

/** `zeroForOne`: a swap pays token 0 in, the price falls, towards lower ticks. */
export type Direction = 'zeroForOne' | 'oneForZero'

/** The tick arrays of a pool that hold ticks. Arrays are counted from price 1, see `arrayOf`. */
export interface Bitmap {
  readonly tickSpacing: number
  /** `PoolState.tick_array_bitmap`: arrays −512 to 511. */
  readonly near: Uint8Array
  /** `TickArrayBitmapExtension`: all further arrays. `undefined` if the account does not exist. */
  readonly far: { readonly positive: Uint8Array; readonly negative: Uint8Array } | undefined
}

/**
 * `TICK_ARRAY_BITMAP_SIZE`: number of arrays in each half of the pool's own bitmap, and in each row of the extension.
 */
const rowLength = 512
/** From this spacing on, the pool's own bitmap has room for every tick. */
const spacingOfOneBitmap = 15

/** Checks if a swap of such a pool may need the extension. */
export const hasFarArrays = (tickSpacing: number): boolean => tickSpacing < spacingOfOneBitmap

/** Checks if an array holds a tick. */
export function isArraySet({ near, far }: Bitmap, array: number): boolean {
  if (array >= -rowLength && array < rowLength) return isBitSet(near, array + rowLength)
  const row = Math.floor(array / rowLength)
  const bits = row > 0 ? far?.positive : far?.negative
  // Rows count outwards. Within each row, bits rise with the ticks.
  const outwards = row > 0 ? row - 1 : -row - 2
  return bits !== undefined && isBitSet(bits, outwards * rowLength + (array - row * rowLength))
}

/**
 * Returns the next array beyond `array` that holds a tick, or `undefined`.
 * @see `next_tick_array_index_with_extension_info` (states/pool.rs)
 */
export function nextArray(bitmap: Bitmap, array: number, direction: Direction): number | undefined {
  const span = ticksPerArray * bitmap.tickSpacing
  const [step, last] = direction === 'zeroForOne' ? [-1, Math.floor(minTick / span)] : [1, Math.floor(maxTick / span)]
  for (let at = array + step; step < 0 ? at >= last : at <= last; at += step) if (isArraySet(bitmap, at)) return at
  return undefined
}

/** Returns the arrays that a swap from `tickArray` meets, nearest first, at most `max`. */
export function arraysAhead(
  bitmap: Bitmap,
  tickArray: number,
  { direction, max }: { readonly direction: Direction; readonly max: number },
): readonly number[] {
  const found = isArraySet(bitmap, tickArray) ? [tickArray] : []
  let at = tickArray
  while (found.length < max) {
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
