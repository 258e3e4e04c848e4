import type { Direction } from './bitmap.ts'
import type { DynamicFeeInfo } from './layout.ts'
import { divideUp } from './swapMath.ts'

/** `MAX_FEE_RATE_NUMERATOR` (states/pool_fee.rs): a tenth. */
const highestFeeRate = 100_000n
/** `VOLATILITY_ACCUMULATOR_SCALE`. */
const scale = 10_000
/** `REDUCTION_FACTOR_DENOMINATOR`. */
const reductionDenominator = 10_000
/** `DYNAMIC_FEE_CONTROL_DENOMINATOR` · `VOLATILITY_ACCUMULATOR_SCALE`². */
const feeDenominator = 100_000n * 10_000n * 10_000n

/** What of a pool's dynamic fee changes with swaps. */
export type Volatility = Pick<
  DynamicFeeInfo,
  'tick_spacing_index_reference' | 'volatility_reference' | 'volatility_accumulator' | 'last_update_timestamp'
>

/** `tick_spacing_index_from_tick`: rounded down. */
export const spacingIndexOf = (tick: number, tickSpacing: number): number => Math.floor(tick / tickSpacing)

/** `update_reference`: what is left of the volatility when the next swap comes. */
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

/** `update_volatility_accumulator`: how far the price has come since the reference. */
export function accumulatorAt(info: DynamicFeeInfo, volatility: Volatility, spacingIndex: number): number {
  const distance = Math.abs(volatility.tick_spacing_index_reference - spacingIndex)
  return Math.min(volatility.volatility_reference + distance * scale, info.max_volatility_accumulator)
}

/** `get_total_fee_rate`: the config's rate and what volatility adds, parts per million. */
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

/** The tick up to which one fee holds: the next multiple of the spacing, as the swap goes. */
export function boundaryOf(spacingIndex: number, tickSpacing: number, direction: Direction): number {
  return (direction === 'zeroForOne' ? spacingIndex : spacingIndex + 1) * tickSpacing
}
