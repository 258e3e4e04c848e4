import { type Field, struct, u16, u32, u128 } from '@tern/core/internal'

/** `DynamicFeeParameters` (params/fee_parameters.rs): the dependence of the fee on the price's volatility. */
export const dynamicFeeLayout = struct('DynamicFeeParameters', 32, {
  bin_step: u16,
  bin_step_u128: u128,
  filter_period: u16,
  decay_period: u16,
  reduction_factor: u16,
  max_volatility_accumulator: u32,
  variable_fee_control: u32,
} satisfies Record<string, Field<number> | Field<bigint>>)
