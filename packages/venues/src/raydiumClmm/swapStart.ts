import type { Direction } from './bitmap.ts'
import type { DynamicFeeInfo } from './layout.ts'
import { maxSqrtPriceX64, minSqrtPriceX64 } from './tick.ts'
import type { TicksAhead } from './ticksAhead.ts'

/** A pool as a swap in one direction begins on it. Rates are parts per million. */
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
  /** `undefined`: the config's rate holds throughout. */
  readonly dynamicFee: DynamicFeeInfo | undefined
  readonly ticks: TicksAhead
}

/** What of a swap is fixed, in raw units; transfer fees of the mints are not part of it. */
export interface SwapAmount {
  readonly amount: bigint
  readonly isExactIn: boolean
  /** The price, ahead of the pool’s, at which it stops, whatever is left then. Without one a swap is whole or not at all. */
  readonly limitX64?: bigint | undefined
}

/** What a swap comes to for the trader and the pool. Raw units; transfer fees of the mints left out. */
export interface SwapAmounts {
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** All of the fee, within the input, or taken from the output before `amountOut`. */
  readonly fee: bigint
  /** The protocol's and the fund's parts in it. */
  readonly kept: bigint
  /** How many of the ticks ahead the swap had to look at. */
  readonly ticksMet: number
  /** Steps beyond one a tick met: where the fee changes on the way, and orders that are met. Unset where sums over the ticks told: none. */
  readonly furtherSteps?: number
}

/** `get_dynamic_fee_info` (states/pool_fee.rs): `undefined` where the pool has none. */
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

/** From when on all volatility of the swaps until now is forgotten, in Unix seconds. */
export function calmFrom(info: DynamicFeeInfo): bigint {
  return info.last_update_timestamp + BigInt(Math.max(info.filter_period, info.decay_period))
}

/** What a swap without a limit of its own may not go beyond (`exact_internal_v2`, instructions/swap_v2.rs). */
export function lastPrice(direction: Direction): bigint {
  return direction === 'zeroForOne' ? minSqrtPriceX64 + 1n : maxSqrtPriceX64 - 1n
}
