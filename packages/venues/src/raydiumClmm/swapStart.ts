import type { Direction } from './bitmap.ts'
import type { DynamicFeeInfo } from './layout.ts'
import { maxSqrtPriceX64, minSqrtPriceX64 } from './tick.ts'
import type { TicksAhead } from './ticksAhead.ts'

/** A pool's state at the start of a swap in a direction. Rates are parts per million. */
export interface SwapStart {
  readonly direction: Direction
  readonly sqrtPriceX64: bigint
  readonly tick: number
  readonly liquidity: bigint
  readonly tickSpacing: number
  readonly feeRate: bigint
  readonly protocolFeeRate: bigint
  readonly fundFeeRate: bigint
  readonly isFeeOnInput: boolean
  /** `undefined` if the config's rate is constant. */
  readonly dynamicFee: DynamicFeeInfo | undefined
  readonly ticks: TicksAhead
}

/** The fixed amount of a swap in raw units, on the pool's side of any transfer fee. */
export interface SwapAmount {
  readonly amount: bigint
  readonly isExactIn: boolean
  /**
   * The price, ahead of the pool's, at which the swap stops, whatever is left. Without it, a swap fills the whole
   * amount or fails.
   */
  readonly limitX64?: bigint | undefined
}

/** The amounts of a swap in raw units, on the pool's side of any transfer fee. */
export interface SwapAmounts {
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** The whole fee. It is part of `amountIn`, or was subtracted from the output before `amountOut`. */
  readonly fee: bigint
  /** The protocol's and the fund's shares of the fee. */
  readonly kept: bigint
  /** Number of ticks ahead that the swap looked at. */
  readonly ticksMet: number
  /**
   * Number of steps beyond one for each tick: at changes of the fee between ticks, and for orders.
   * Unset if sums over the ticks gave the result, so there are none.
   */
  readonly furtherSteps?: number
}

/** Returns a pool's dynamic fee. `undefined` if it has none (`get_dynamic_fee_info`, states/pool_fee.rs). */
export function dynamicFeeOf(info: DynamicFeeInfo): DynamicFeeInfo | undefined {
  const bits =
    info.filter_period |
    info.decay_period |
    info.reduction_factor |
    info.dynamic_fee_control |
    info.max_volatility_accumulator |
    info.tick_spacing_index_reference |
    info.volatility_reference |
    info.volatility_accumulator
  return bits !== 0 || info.last_update_timestamp !== 0n || info.padding.some(byte => byte !== 0) ? info : undefined
}

/** Returns the Unix second from which on the volatility of past swaps no longer counts. */
export function calmFrom(info: DynamicFeeInfo): bigint {
  return info.last_update_timestamp + BigInt(Math.max(info.filter_period, info.decay_period))
}

/** Returns the price that a swap without its own limit cannot pass (`exact_internal_v2`, instructions/swap_v2.rs). */
export function lastPrice(direction: Direction): bigint {
  return direction === 'zeroForOne' ? minSqrtPriceX64 + 1n : maxSqrtPriceX64 - 1n
}
