import { address, array, bool, bytes, i32, i64, struct, u8, u16, u32, u64, u128 } from '@tern/core'

// Layouts that no trade reads, in a file of their own so that a trading page does not load them.

/** `Observation` (states/oracle.rs). */
const observationLayout = struct('Observation', 44, {
  block_timestamp: u32,
  /** The tick, summed over seconds. */
  tick_cumulative: i64,
  padding: bytes(32),
})

/** `ObservationState` (states/oracle.rs): a ring of 100. */
export const observationStateLayout = struct(
  'ObservationState',
  4483,
  {
    initialized: bool,
    recent_epoch: u64,
    observation_index: u16,
    pool_id: address,
    observations: array(observationLayout, 100),
    padding: bytes(32),
  },
  { discriminator: [0x7a, 0xae, 0xc5, 0x35, 0x81, 0x09, 0xa5, 0x84] },
)

/** `DynamicFeeConfig` (states/dynamic_fee_config.rs): initial values for pools with a dynamic fee. */
export const dynamicFeeConfigLayout = struct(
  'DynamicFeeConfig',
  88,
  {
    index: u16,
    filter_period: u16,
    decay_period: u16,
    reduction_factor: u16,
    dynamic_fee_control: u32,
    max_volatility_accumulator: u32,
    padding: bytes(64),
  },
  { discriminator: [0xf4, 0xe2, 0x58, 0x52, 0x0e, 0x3b, 0xf6, 0xdc] },
)

/**
 * `OperationState` (states/operation_account.rs): the accounts that may manage rewards, and the mints allowed for
 * rewards.
 */
export const operationStateLayout = struct(
  'OperationState',
  3529,
  { bump: u8, operation_owners: array(address, 10), whitelist_mints: array(address, 100) },
  { discriminator: [0x13, 0xec, 0x3a, 0xed, 0x51, 0xde, 0xb7, 0xfc] },
)

/** `LimitOrderState` (states/limit_order.rs). */
export const limitOrderLayout = struct(
  'LimitOrderState',
  173,
  {
    pool_id: address,
    owner: address,
    tick_index: i32,
    zero_for_one: bool,
    order_phase: u64,
    total_amount: u64,
    filled_amount: u64,
    settle_base: u64,
    settled_output: u64,
    open_time: u64,
    unfilled_ratio_x64: u128,
    padding: bytes(32),
  },
  { discriminator: [0x01, 0xee, 0x05, 0x8e, 0xcf, 0x3e, 0x2c, 0xe4] },
)
