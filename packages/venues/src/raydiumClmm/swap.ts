import { maxU64 } from '@tern/core/internal'
import { accumulatorAt, atStart, boundaryOf, spacingIndexOf, totalFeeRate, type Volatility } from './dynamicFee.ts'
import { matchOrders, type TickOrders, unfilledOf } from './limitOrder.ts'
import { isBeyond, rateDenominator } from './swapMath.ts'
import { lastPrice, type SwapAmount, type SwapAmounts, type SwapStart } from './swapStart.ts'
import { computeSwap } from './swapStep.ts'
import { maxTick, minTick, sqrtPriceAtTick } from './tick.ts'
import { tickAtSqrtPrice } from './tickAtSqrtPrice.ts'
import type { PathEnd, TickAhead } from './ticksAhead.ts'

/** A tick that a swap crossed or stopped at. */
export interface MetTick {
  readonly tick: TickAhead
  /** The orders left at the tick. `undefined` if it had none. */
  readonly orders: TickOrders | undefined
  readonly isCrossed: boolean
  /** Fees per unit of liquidity in this swap up to the tick, Q64.64. */
  readonly feeGrowthX64: bigint
}

/** The amounts of a swap, and the pool's state after it. */
export interface SwapResult extends SwapAmounts {
  readonly sqrtPriceX64: bigint
  readonly tick: number
  readonly liquidity: bigint
  readonly lpFee: bigint
  readonly protocolFee: bigint
  readonly fundFee: bigint
  /** Fees per unit of liquidity, Q64.64. */
  readonly feeGrowthX64: bigint
  readonly volatility: Volatility | undefined
  readonly met: readonly MetTick[]
}

/**
 * At 7,000 compute units a step (see `units.step`), this many steps take the max of a transaction, 1,400,000.
 * A crossed tick takes some 17,000.
 */
const maxSteps = 200
const maxU128 = 2n ** 128n - 1n

interface State {
  remaining: bigint
  calculated: bigint
  sqrtPriceX64: bigint
  tick: number
  liquidity: bigint
  lpFee: bigint
  protocolFee: bigint
  fundFee: bigint
  feeGrowthX64: bigint
  spacingIndex: number
  accumulator: number
  steps: number
  matches: number
}

/**
 * Executes a swap step by step, like `swap_internal` (instructions/swap.rs).
 * If it fails, returns the reason. `exhausted` covers every error of the program beyond that amount.
 */
export function swapThrough(
  start: SwapStart,
  { amount, isExactIn, limitX64 }: SwapAmount,
  unixTimestamp: bigint,
): SwapResult | PathEnd {
  const { direction } = start
  const limit = limitX64 ?? lastPrice(direction)
  if (!isBeyond(limit, start.sqrtPriceX64, direction)) return 'exhausted'
  const spacingIndex = start.dynamicFee === undefined ? 0 : spacingIndexOf(start.tick, start.tickSpacing)
  const volatility = start.dynamicFee && atStart(start.dynamicFee, spacingIndex, BigInt.asUintN(32, unixTimestamp))
  const state: State = {
    ...{ remaining: amount, calculated: 0n, sqrtPriceX64: start.sqrtPriceX64, tick: start.tick },
    ...{ liquidity: start.liquidity, lpFee: 0n, protocolFee: 0n, fundFee: 0n, feeGrowthX64: 0n },
    ...{ spacingIndex, accumulator: volatility?.volatility_accumulator ?? 0, steps: 0, matches: 0 },
  }
  const met: MetTick[] = []
  let ticksMet = 0
  while (state.remaining > 0n) {
    if (state.sqrtPriceX64 === limit) {
      if (limitX64 === undefined) return 'exhausted'
      break
    }
    const tick = start.ticks(ticksMet)
    if (typeof tick === 'string') return tick
    ticksMet++
    const target = isBeyond(tick.sqrtPriceX64, limit, direction) ? limit : tick.sqrtPriceX64
    if (isBeyond(state.sqrtPriceX64, target, direction)) return 'exhausted'
    const reached = moveTo(start, state, volatility, tick, target, isExactIn)
    if (reached === undefined) return 'exhausted'
    if (reached !== 'short') met.push(reached)
  }
  const { lpFee, protocolFee, fundFee } = state
  const kept = protocolFee + fundFee
  return {
    amountIn: isExactIn ? amount - state.remaining : state.calculated,
    amountOut: isExactIn ? state.calculated : amount - state.remaining,
    ...{ fee: lpFee + kept, kept, ticksMet, furtherSteps: state.steps + state.matches - ticksMet },
    ...{ lpFee, protocolFee, fundFee, met },
    ...{ sqrtPriceX64: state.sqrtPriceX64, tick: state.tick, liquidity: state.liquidity },
    feeGrowthX64: state.feeGrowthX64,
    volatility: volatility && { ...volatility, volatility_accumulator: state.accumulator },
  }
}

/**
 * Moves to `target`, in a single step or in a step for each spacing: the program's inner loop.
 * @returns `short` if the swap stops before the tick; `undefined` if the program fails.
 */
function moveTo(
  start: SwapStart,
  state: State,
  volatility: Volatility | undefined,
  tick: TickAhead,
  target: bigint,
  isExactIn: boolean,
): MetTick | 'short' | undefined {
  const { direction, isFeeOnInput, dynamicFee } = start
  let reached: MetTick | 'short' = 'short'
  let liquidityNext = state.liquidity
  let orders = tick.orders
  for (;;) {
    if (++state.steps > maxSteps) return undefined
    const feeRate = feeRateNow(start, state, volatility)
    const bound = boundOf(start, state, target)
    let price = bound.sqrtPriceX64
    if (isBeyond(state.sqrtPriceX64, price, direction)) return undefined
    if (state.sqrtPriceX64 !== price) {
      const request = { fromX64: state.sqrtPriceX64, targetX64: price, liquidity: state.liquidity, feeRate }
      const step = computeSwap({ ...request, remaining: state.remaining, isExactIn, isFeeOnInput, direction })
      if (step === undefined || !apply(start, state, step, isExactIn)) return undefined
      price = step.sqrtPriceX64
    }
    if (price === tick.sqrtPriceX64) {
      if (orders !== undefined && state.remaining > 0n) {
        const request = { remaining: state.remaining, feeRate, isExactIn, isFeeOnInput, direction, sqrtPriceX64: price }
        const match = matchOrders(orders, request)
        if (match === undefined || !apply(start, state, match, isExactIn)) return undefined
        state.matches++
        orders = match.left
        if (state.remaining > 0n && unfilledOf(orders) > 0n) return undefined
      }
      const hasOrders = orders !== undefined && unfilledOf(orders) > 0n
      const isCrossed = tick.hasLiquidity && !hasOrders
      if (isCrossed) {
        liquidityNext = state.liquidity + tick.liquidityChange
        if (liquidityNext < 0n || liquidityNext > maxU128) return undefined
      }
      reached = { tick, orders, isCrossed, feeGrowthX64: state.feeGrowthX64 }
      state.tick = (direction === 'zeroForOne') === hasOrders ? tick.tick : tick.tick - 1
    } else if (state.sqrtPriceX64 !== price) {
      state.tick = bound.tick !== undefined && price === bound.sqrtPriceX64 ? bound.tick : tickAtSqrtPrice(price)
    }
    state.sqrtPriceX64 = price
    if (dynamicFee !== undefined && volatility !== undefined)
      moveIndex(start, state, volatility, tick, bound.isSkipping)
    if (state.remaining === 0n || price === target) break
  }
  state.liquidity = liquidityNext
  return reached
}

/** @see `update_volatility_accumulator`, `get_total_fee_rate` */
function feeRateNow(start: SwapStart, state: State, volatility: Volatility | undefined): bigint {
  const { dynamicFee } = start
  if (dynamicFee === undefined || volatility === undefined) return start.feeRate
  state.accumulator = accumulatorAt(dynamicFee, volatility, state.spacingIndex)
  return totalFeeRate(dynamicFee, state.accumulator, start.tickSpacing, start.feeRate)
}

interface Bound {
  readonly sqrtPriceX64: bigint
  /** Set if the price is at a multiple of the spacing. */
  readonly tick: number | undefined
  /** `true` if the fee is constant up to the target. */
  readonly isSkipping: boolean
}

/** Returns the price up to which the fee is constant (`get_spacing_bounded_price`). */
function boundOf({ dynamicFee, tickSpacing, direction }: SwapStart, state: State, target: bigint): Bound {
  const isConstant =
    dynamicFee === undefined || state.liquidity === 0n || state.accumulator === dynamicFee.max_volatility_accumulator
  if (isConstant) return { sqrtPriceX64: target, tick: undefined, isSkipping: true }
  const tick = Math.max(minTick, Math.min(maxTick, boundaryOf(state.spacingIndex, tickSpacing, direction)))
  const sqrtPriceX64 = sqrtPriceAtTick(tick)
  return isBeyond(sqrtPriceX64, target, direction)
    ? { sqrtPriceX64: target, tick: undefined, isSkipping: false }
    : { sqrtPriceX64, tick, isSkipping: false }
}

/**
 * Moves the fee's index by a spacing. If the step passed several spacings, starts at the price's index.
 * @see `update_dynamic_fee_index`
 */
function moveIndex(
  { dynamicFee, tickSpacing, direction }: SwapStart,
  state: State,
  volatility: Volatility,
  next: TickAhead,
  isSkipping: boolean,
): void {
  if (dynamicFee === undefined) return
  const isDown = direction === 'zeroForOne'
  if (isSkipping) {
    const tick = state.sqrtPriceX64 === next.sqrtPriceX64 ? next.tick : state.tick
    const index = spacingIndexOf(tick, tickSpacing)
    state.spacingIndex = !isDown && tick % tickSpacing === 0 ? index - 1 : index
    if (state.accumulator !== dynamicFee.max_volatility_accumulator)
      state.accumulator = accumulatorAt(dynamicFee, volatility, state.spacingIndex)
  }
  state.spacingIndex += isDown ? -1 : 1
}

/**
 * Adds a step's amounts to the state. `false` if the program fails.
 * @see `apply_swap_amounts`, `spilt_fees`
 */
function apply(
  { isFeeOnInput, protocolFeeRate, fundFeeRate }: SwapStart,
  state: State,
  { amountIn, amountOut, fee }: { readonly amountIn: bigint; readonly amountOut: bigint; readonly fee: bigint },
  isExactIn: boolean,
): boolean {
  const taken = isFeeOnInput ? amountIn + fee : amountIn
  state.remaining -= isExactIn ? taken : amountOut
  state.calculated += isExactIn ? amountOut : taken
  if (state.remaining < 0n || state.calculated > maxU64) return false
  const protocolFee = (fee * protocolFeeRate) / rateDenominator
  const fundFee = (fee * fundFeeRate) / rateDenominator
  const rest = fee - protocolFee - fundFee
  state.fundFee += fundFee
  state.protocolFee += protocolFee
  if (state.liquidity === 0n) {
    state.protocolFee += rest
    return true
  }
  state.lpFee += rest
  state.feeGrowthX64 += (rest << 64n) / state.liquidity
  return true
}
