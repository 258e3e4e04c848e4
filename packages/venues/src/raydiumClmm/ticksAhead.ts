import { i128, u64, u128 } from '@tern/core'
import { type Bitmap, type Direction, isArraySet, nextArray } from './bitmap.ts'
import { tickArrayLayout, tickStateLayout } from './layout.ts'
import type { TickOrders } from './limitOrder.ts'
import { arrayOf, maxTick, minTick, sqrtPriceAtTick, ticksPerArray } from './tick.ts'

/** A tick that a swap may come to. */
export interface TickAhead {
  readonly tick: number
  /** The array that it is in, see `arrayOf`. */
  readonly array: number
  readonly sqrtPriceX64: bigint
  /** What crossing it adds to the liquidity as the swap goes; 0 where no position ends. */
  readonly liquidityChange: bigint
  readonly hasLiquidity: boolean
  /** `undefined`: none. */
  readonly orders: TickOrders | undefined
}

/** Why there is no further tick: the pool has none (the program fails), or its array was not read. */
export type PathEnd = 'exhausted' | 'unread'

/** The ticks that hold something, in the order in which a swap comes to them. Each is read when it is first asked for. */
export type TicksAhead = (index: number) => TickAhead | PathEnd

const { offsets } = tickStateLayout

/**
 * The ticks ahead of a pool's price: `next_initialized_tick`, `first_initialized_tick` (states/tick_array.rs) and the search from
 * array to array in `swap_internal` (instructions/swap.rs).
 * @param arrays the bytes of those tick arrays that were read.
 */
export function ticksAhead(
  bitmap: Bitmap,
  arrays: ReadonlyMap<number, Uint8Array>,
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
  /** Where the search stands: an array, and the slot in it that comes next. */
  let array = current
  let view: DataView | undefined
  let slot = last
  let isFruitless = false

  /** The current array may have no tick ahead of the price; any other has at least one. */
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

/** The tick at `offset`; `undefined` where nothing is (`is_initialized`). */
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

/** Whether orders wait at any tick of an array; not, where its bytes are too few. */
export function holdsOrders(array: Uint8Array): boolean {
  if (array.length < tickArrayLayout.size) return false
  const view = new DataView(array.buffer, array.byteOffset, array.length)
  const first = tickArrayLayout.offsets.ticks + offsets.orders_amount
  const end = first + ticksPerArray * tickStateLayout.size
  for (let at = first; at < end; at += tickStateLayout.size) if (!isZero(view, at)) return true
  return false
}

/** 128 bits with a sign; mostly the upper half only repeats the sign of the lower one. */
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

/** Whether the sixteen bytes at `offset` are: one liquidity, or both amounts of orders, which lie side by side. */
function isZero(view: DataView, offset: number): boolean {
  return (
    (view.getUint32(offset) | view.getUint32(offset + 4) | view.getUint32(offset + 8) | view.getUint32(offset + 12)) ===
    0
  )
}
