import type { Direction } from './bitmap.ts'
import type { DynamicFeeInfo } from './layout.ts'
import { divideUp } from './swapMath.ts'

/** `MAX_FEE_RATE_NUMERATOR` (states/pool_fee.rs): 10%. */
const highestFeeRate = 100_000n
/** `VOLATILITY_ACCUMULATOR_SCALE`. */
const scale = 10_000
/** `REDUCTION_FACTOR_DENOMINATOR`. */
const reductionDenominator = 10_000
/** `DYNAMIC_FEE_CONTROL_DENOMINATOR` · `VOLATILITY_ACCUMULATOR_SCALE`². */
const feeDenominator = 100_000n * 10_000n * 10_000n

/** The fields of a pool's dynamic fee that change with swaps. */
export type Volatility = Pick<
  DynamicFeeInfo,
  'tick_spacing_index_reference' | 'volatility_reference' | 'volatility_accumulator' | 'last_update_timestamp'
>

/** `tick_spacing_index_from_tick`: rounded down. */
export const spacingIndexOf = (tick: number, tickSpacing: number): number => Math.floor(tick / tickSpacing)

/**
 * Returns the volatility that remains when the next swap begins.
 * @see `update_reference`
 */
export function atStart(info: DynamicFeeInfo, spacingIndex: number, timestampSeconds: bigint): Volatility {
  const since = timestampSeconds - info.last_update_timestamp
  const elapsed = since > 0n ? since : 0n
  const { tick_spacing_index_reference, volatility_reference, volatility_accumulator, last_update_timestamp } = info
  if (elapsed < BigInt(info.filter_period))
    return { tick_spacing_index_reference, volatility_reference, volatility_accumulator, last_update_timestamp }
  const isDecaying = elapsed < BigInt(info.decay_period)
  return {
    tick_spacing_index_reference: spacingIndex,
    volatility_reference: isDecaying
      ? Math.floor((volatility_accumulator * info.reduction_factor) / reductionDenominator)
      : 0,
    volatility_accumulator,
    last_update_timestamp: timestampSeconds,
  }
}

/**
 * Returns the volatility at a distance of the price from its reference, capped at the pool's max.
 * @see `update_volatility_accumulator`
 */
export function accumulatorAt(info: DynamicFeeInfo, volatility: Volatility, spacingIndex: number): number {
  const distance = Math.abs(volatility.tick_spacing_index_reference - spacingIndex)
  return Math.min(volatility.volatility_reference + distance * scale, info.max_volatility_accumulator)
}

/**
 * Computes the fee rate in parts per million: the config's rate plus the volatility's part, rounded up. At most 10%.
 * @see `get_total_fee_rate`
 */
export function totalFeeRate(
  info: DynamicFeeInfo,
  volatilityAccumulator: number,
  tickSpacing: number,
  baseFeeRate: bigint,
): bigint {
  const crossed = BigInt(volatilityAccumulator) * BigInt(tickSpacing)
  const rate = baseFeeRate + divideUp(BigInt(info.dynamic_fee_control) * crossed * crossed, feeDenominator)
  return rate < highestFeeRate ? rate : highestFeeRate
}

/** Returns the tick up to which the current fee applies: the next multiple of the spacing in the swap's direction. */
export function boundaryOf(spacingIndex: number, tickSpacing: number, direction: Direction): number {
  return (direction === 'zeroForOne' ? spacingIndex : spacingIndex + 1) * tickSpacing
}
