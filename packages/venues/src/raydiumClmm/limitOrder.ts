import { maxU64 } from '@tern/core/internal'
import type { Direction } from './bitmap.ts'
import type { TickState } from './layout.ts'
import { divideUp, feeOnTop } from './swapMath.ts'
import { feeWithin, grossOf } from './swapStep.ts'

const q64 = 2n ** 64n
const maxU128 = 2n ** 128n - 1n

/** The orders at a tick, in raw units of the token that they sell. */
export type TickOrders = Pick<
  TickState,
  'order_phase' | 'orders_amount' | 'part_filled_orders_remaining' | 'unfilled_ratio_x64'
>

/** Returns the amount that the orders still sell (`limit_order_unfilled_amount`, states/tick_array.rs). */
export function unfilledOf(orders: TickOrders): bigint {
  return orders.orders_amount + orders.part_filled_orders_remaining
}

/**
 * The amounts that a swap exchanges with the orders of a tick (`LimitOrderMatchResult`), and the orders that remain.
 */
export interface Match {
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly fee: bigint
  readonly left: TickOrders
}

/** A swap that has reached a tick with orders. */
export interface MatchRequest {
  readonly remaining: bigint
  readonly feeRate: bigint
  readonly isExactIn: boolean
  readonly isFeeOnInput: boolean
  readonly direction: Direction
  /** The tick's price, as a square root in Q64.64. */
  readonly sqrtPriceX64: bigint
}

/**
 * Matches a swap with the orders at a tick. Both must have more than 0 left.
 *
 * @returns `undefined` if the program fails.
 * @see `match_limit_order_with_sqrt_price` (states/tick_array.rs)
 */
export function matchOrders(orders: TickOrders, request: MatchRequest): Match | undefined {
  const { isFeeOnInput, feeRate } = request
  const unfilled = unfilledOf(orders)
  const price = priceOf(request)
  if (unfilled > maxU64 || price > maxU128) return undefined
  const found = request.isExactIn ? givenInput(unfilled, price, request) : givenOutput(unfilled, price, request)
  if (found.amountIn > maxU64) return undefined
  const left = fill(orders, found.amountOut)
  if (isFeeOnInput) return { ...found, left }
  const fee = feeWithin(found.amountOut, feeRate)
  return { amountIn: found.amountIn, amountOut: found.amountOut - fee, fee, left }
}

/**
 * Returns the price, token 1 per token 0 in Q64.64, rounded in favour of the orders.
 * @see `get_price_from_sqrt_price` (libraries/tick_math.rs)
 */
function priceOf({ sqrtPriceX64, direction }: MatchRequest): bigint {
  const square = sqrtPriceX64 * sqrtPriceX64
  return (direction === 'zeroForOne' ? square : square + maxU64) >> 64n
}

type Gross = Omit<Match, 'left'>

function givenInput(unfilled: bigint, price: bigint, request: MatchRequest): Gross {
  const { remaining, feeRate, isFeeOnInput, direction } = request
  const fee = isFeeOnInput ? feeWithin(remaining, feeRate) : 0n
  const amountIn = remaining - fee
  const matched = direction === 'zeroForOne' ? (amountIn * price) / q64 : (amountIn * q64) / price
  if (matched <= unfilled) return { amountIn, amountOut: matched, fee }
  return paying(inputFor(unfilled, price, direction), unfilled, request)
}

function givenOutput(unfilled: bigint, price: bigint, request: MatchRequest): Gross {
  const { remaining, feeRate, isFeeOnInput, direction } = request
  const net = remaining < unfilled ? remaining : unfilled
  const gross = isFeeOnInput ? net : grossOf(net, feeRate)
  const amountOut = gross < unfilled ? gross : unfilled
  return paying(inputFor(amountOut, price, direction), amountOut, request)
}

function paying(amountIn: bigint, amountOut: bigint, { isFeeOnInput, feeRate }: MatchRequest): Gross {
  const fits = amountIn <= maxU64
  return { amountIn, amountOut, fee: isFeeOnInput && fits ? feeOnTop(amountIn, feeRate) : 0n }
}

/** `get_limit_order_input_with_price`: rounded up. */
function inputFor(amountOut: bigint, price: bigint, direction: Direction): bigint {
  return direction === 'zeroForOne' ? divideUp(amountOut * q64, price) : divideUp(amountOut * price, q64)
}

/** Returns the orders after `amount` was taken: first from the partly filled orders, then from all others together. */
function fill(orders: TickOrders, amount: bigint): TickOrders {
  const { orders_amount, part_filled_orders_remaining: begun, order_phase, unfilled_ratio_x64 } = orders
  const ofBegun = amount < begun ? amount : begun
  const ratio = ofBegun > 0n ? (unfilled_ratio_x64 * (begun - ofBegun)) / begun : unfilled_ratio_x64
  const rest = amount - ofBegun
  if (rest === 0n) return { ...orders, part_filled_orders_remaining: begun - ofBegun, unfilled_ratio_x64: ratio }
  return {
    order_phase: order_phase < maxU64 ? order_phase + 1n : maxU64,
    orders_amount: 0n,
    part_filled_orders_remaining: orders_amount - rest,
    unfilled_ratio_x64: (q64 * (orders_amount - rest)) / orders_amount,
  }
}
