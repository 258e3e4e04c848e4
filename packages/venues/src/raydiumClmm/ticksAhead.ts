import { i128, u64, u128 } from '@tern/core/internal'
import { type Bitmap, type Direction, isArraySet, nextArray } from './bitmap.ts'
import { tickArrayLayout, tickStateLayout } from './layout.ts'
import type { TickOrders } from './limitOrder.ts'
import { arrayOf, maxTick, minTick, sqrtPriceAtTick, ticksPerArray } from './tick.ts'

/** A tick that a swap may reach. */
export interface TickAhead {
  readonly tick: number
  /** The number of its array, see `arrayOf`. */
  readonly array: number
  readonly sqrtPriceX64: bigint
  /** The change of liquidity when a swap crosses the tick in its direction; 0 if no position ends there. */
  readonly liquidityChange: bigint
  readonly hasLiquidity: boolean
  /** `undefined` if no orders wait there. */
  readonly orders: TickOrders | undefined
}

/** The reason why no tick follows: the pool has no more ticks (the program fails), or the next array was not read. */
export type PathEnd = 'exhausted' | 'unread'

/** The ticks with liquidity or orders, in the order of the swap. Each is read at its first access. */
export type TicksAhead = (index: number) => TickAhead | PathEnd

const { offsets } = tickStateLayout

/**
 * Lists the ticks ahead of a pool's price.
 *
 * @param arrays the bytes of the tick arrays that were read, by array number.
 * @see `next_initialized_tick`, `first_initialized_tick` (states/tick_array.rs); the search over arrays in
 *   `swap_internal` (instructions/swap.rs)
 */
export function ticksAhead(
  { bitmap, arrays }: { readonly bitmap: Bitmap; readonly arrays: ReadonlyMap<number, Uint8Array> },
  tickCurrent: number,
  direction: Direction,
): TicksAhead {
  const { tickSpacing } = bitmap
  const isDown = direction === 'zeroForOne'
  const [step, last] = isDown ? [-1, -1] : [1, ticksPerArray]
  const current = arrayOf(tickCurrent, tickSpacing)
  const found: TickAhead[] = []
  let end: PathEnd | undefined
  let next = isArraySet(bitmap, current) ? current : nextArray(bitmap, current, direction)
  /** The position of the search: an array, and the next slot in it. */
  let array = current
  let view: DataView | undefined
  let slot = last
  let isFruitless = false

  /**
   * The current array may have no tick ahead of the price. Any other array has at least one; otherwise the program
   * fails.
   */
  const enterNext = (): void => {
    const bytes = next === undefined ? undefined : arrays.get(next)
    if (next === undefined || isFruitless || bytes === undefined) {
      end = next === undefined || isFruitless ? 'exhausted' : 'unread'
      return
    }
    array = next
    view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    const start = array * ticksPerArray * tickSpacing
    const priced = Math.floor((tickCurrent - start) / tickSpacing)
    slot = array !== current ? (isDown ? ticksPerArray - 1 : 0) : isDown ? priced : priced + 1
    isFruitless = array !== current
    next = nextArray(bitmap, array, direction)
  }

  const findNext = (): void => {
    while (end === undefined) {
      for (; view !== undefined && slot !== last; slot += step) {
        const tick = (array * ticksPerArray + slot) * tickSpacing
        const one = readTick(view, tickArrayLayout.offsets.ticks + slot * tickStateLayout.size, array, tick, isDown)
        if (one === undefined) continue
        found.push(one)
        isFruitless = false
        slot += step
        return
      }
      enterNext()
    }
  }

  return index => {
    while (index >= found.length && end === undefined) findNext()
    return found[index] ?? (end as PathEnd)
  }
}

/** Reads the tick at `offset`. `undefined` if it has neither liquidity nor orders (`is_initialized`). */
function readTick(view: DataView, offset: number, array: number, tick: number, isDown: boolean): TickAhead | undefined {
  const hasLiquidity = !isZero(view, offset + offsets.liquidity_gross)
  const hasOrders = !isZero(view, offset + offsets.orders_amount)
  if ((!hasLiquidity && !hasOrders) || tick < minTick || tick > maxTick) return undefined
  const net = hasLiquidity ? readNet(view, offset + offsets.liquidity_net) : 0n
  return {
    tick,
    array,
    sqrtPriceX64: sqrtPriceAtTick(tick),
    liquidityChange: isDown ? -net : net,
    hasLiquidity,
    orders: hasOrders ? readOrders(view, offset) : undefined,
  }
}

/** Checks if orders wait at any tick of an array. `false` if the data are too short. */
export function holdsOrders(array: Uint8Array): boolean {
  if (array.length < tickArrayLayout.size) return false
  const view = new DataView(array.buffer, array.byteOffset, array.length)
  const first = tickArrayLayout.offsets.ticks + offsets.orders_amount
  const end = first + ticksPerArray * tickStateLayout.size
  for (let at = first; at < end; at += tickStateLayout.size) if (!isZero(view, at)) return true
  return false
}

/** Reads a signed 128-bit number. Usually the upper half only repeats the sign of the lower half. */
function readNet(view: DataView, offset: number): bigint {
  const sign = view.getInt32(offset + 4, true) >> 31
  const isNarrow = view.getInt32(offset + 8, true) === sign && view.getInt32(offset + 12, true) === sign
  return isNarrow ? view.getBigInt64(offset, true) : i128.read(view, offset)
}

function readOrders(view: DataView, offset: number): TickOrders {
  return {
    order_phase: u64.read(view, offset + offsets.order_phase),
    orders_amount: u64.read(view, offset + offsets.orders_amount),
    part_filled_orders_remaining: u64.read(view, offset + offsets.part_filled_orders_remaining),
    unfilled_ratio_x64: u128.read(view, offset + offsets.unfilled_ratio_x64),
  }
}

/** Checks if sixteen bytes at `offset` are zero: a liquidity, or both amounts of orders, which are adjacent. */
function isZero(view: DataView, offset: number): boolean {
  return (
    (view.getUint32(offset) | view.getUint32(offset + 4) | view.getUint32(offset + 8) | view.getUint32(offset + 12)) ===
    0
  )
}
