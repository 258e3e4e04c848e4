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
  const current = arrayOf(tickCurrent, bitmap.tickSpacing)
  const found: TickAhead[] = []
  let end: PathEnd | undefined
  let next = isArraySet(bitmap, current) ? current : nextArray(bitmap, current, direction)

  /** Adds the ticks of one more array. The current one may have none ahead of the price, any other has at least one. */
  const readOn = (): void => {
    if (next === undefined) {
      end = 'exhausted'
      return
    }
    const array = next
    const bytes = arrays.get(array)
    if (bytes === undefined) {
      end = 'unread'
      return
    }
    const before = found.length
    addTicks(found, bytes, array, array === current ? tickCurrent : undefined, bitmap.tickSpacing, direction)
    if (found.length === before && array !== current) end = 'exhausted'
    next = nextArray(bitmap, array, direction)
  }

  return index => {
    while (index >= found.length && end === undefined) readOn()
    return found[index] ?? (end as PathEnd)
  }
}

function addTicks(
  found: TickAhead[],
  bytes: Uint8Array,
  array: number,
  tickCurrent: number | undefined,
  tickSpacing: number,
  direction: Direction,
): void {
  const isDown = direction === 'zeroForOne'
  const start = array * ticksPerArray * tickSpacing
  const slot = tickCurrent === undefined ? undefined : Math.floor((tickCurrent - start) / tickSpacing)
  const step = isDown ? -1 : 1
  const last = isDown ? -1 : ticksPerArray
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let i = isDown ? (slot ?? ticksPerArray - 1) : (slot ?? -1) + 1; i !== last; i += step) {
    const tick = readTick(
      view,
      tickArrayLayout.offsets.ticks + i * tickStateLayout.size,
      array,
      start + i * tickSpacing,
      isDown,
    )
    if (tick !== undefined) found.push(tick)
  }
}

/** The tick at `offset`; `undefined` where nothing is (`is_initialized`). */
function readTick(view: DataView, offset: number, array: number, tick: number, isDown: boolean): TickAhead | undefined {
  const hasLiquidity = !isZero(view, offset + offsets.liquidity_gross)
  const hasOrders = !isZero(view, offset + offsets.orders_amount)
  if ((!hasLiquidity && !hasOrders) || tick < minTick || tick > maxTick) return undefined
  const net = hasLiquidity ? i128.read(view, offset + offsets.liquidity_net) : 0n
  return {
    tick,
    array,
    sqrtPriceX64: sqrtPriceAtTick(tick),
    liquidityChange: isDown ? -net : net,
    hasLiquidity,
    orders: hasOrders ? readOrders(view, offset) : undefined,
  }
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
