import {
  address,
  array,
  bool,
  bytes,
  type Decoded,
  i32,
  i64,
  i128,
  struct,
  u8,
  u16,
  u32,
  u64,
  u128,
} from '@tern/core/internal'
import { isZero, readBytes, readU64, readU128, viewOf } from '../readFields.ts'

/**
 * `AmmConfig` (states/config.rs). Rates are parts per million. The protocol's and the fund's rates are shares of the
 * trade fee.
 */
export const ammConfigLayout = struct(
  'AmmConfig',
  117,
  {
    bump: u8,
    index: u16,
    owner: address,
    protocol_fee_rate: u32,
    trade_fee_rate: u32,
    tick_spacing: u16,
    fund_fee_rate: u32,
    padding_u32: u32,
    fund_owner: address,
    padding: bytes(24),
  },
  { discriminator: [0xda, 0xf4, 0x21, 0x68, 0xcb, 0xcb, 0x2b, 0x6f] },
)

/** `RewardInfo` (states/pool.rs). */
const rewardInfoLayout = struct('RewardInfo', 169, {
  reward_state: u8,
  open_time: u64,
  end_time: u64,
  last_update_time: u64,
  emissions_per_second_x64: u128,
  reward_total_emitted: u64,
  reward_claimed: u64,
  token_mint: address,
  token_vault: address,
  authority: address,
  reward_growth_global_x64: u128,
})

/** `DynamicFeeInfo` (states/pool_fee.rs). All zero if a pool has no dynamic fee. Periods in seconds. */
const dynamicFeeInfoLayout = struct('DynamicFeeInfo', 80, {
  filter_period: u16,
  decay_period: u16,
  reduction_factor: u16,
  dynamic_fee_control: u32,
  max_volatility_accumulator: u32,
  tick_spacing_index_reference: i32,
  volatility_reference: u32,
  volatility_accumulator: u32,
  last_update_timestamp: u64,
  padding: bytes(46),
})

/** `PoolState` (states/pool.rs). */
export const poolStateLayout = struct(
  'PoolState',
  1544,
  {
    bump: u8,
    amm_config: address,
    owner: address,
    token_mint_0: address,
    token_mint_1: address,
    token_vault_0: address,
    token_vault_1: address,
    observation_key: address,
    mint_decimals_0: u8,
    mint_decimals_1: u8,
    tick_spacing: u16,
    liquidity: u128,
    /** √(token 1 / token 0) in raw units, Q64.64. */
    sqrt_price_x64: u128,
    tick_current: i32,
    padding3: u16,
    padding4: u16,
    fee_growth_global_0_x64: u128,
    fee_growth_global_1_x64: u128,
    protocol_fees_token_0: u64,
    protocol_fees_token_1: u64,
    padding5: bytes(64),
    /** Each bit disables an action: 0 opening and adding, 1 removing, 2 fees, 3 rewards, 4 swaps, 5 limit orders. */
    status: u8,
    /** The token of the fee. 0: the input. 1: token 0. 2: token 1. */
    fee_on: u8,
    padding: bytes(6),
    reward_infos: array(rewardInfoLayout, 3),
    /** 1,024 bits from the lowest: the tick arrays −512 to 511 that hold a tick. */
    tick_array_bitmap: bytes(128),
    padding6: bytes(32),
    fund_fees_token_0: u64,
    fund_fees_token_1: u64,
    /** Unix seconds. */
    open_time: u64,
    recent_epoch: u64,
    dynamic_fee_info: dynamicFeeInfoLayout,
    padding1: bytes(112),
    padding2: bytes(256),
  },
  { discriminator: [0xf7, 0xed, 0xe3, 0xf5, 0xd7, 0xc3, 0xde, 0x46] },
)

/** `TickState` (states/tick_array.rs). All zero if no position ends at the tick and no order waits there. */
export const tickStateLayout = struct('TickState', 168, {
  tick: i32,
  /** Added to the pool's liquidity when the price rises past the tick, and subtracted when it falls. */
  liquidity_net: i128,
  liquidity_gross: u128,
  fee_growth_outside_0_x64: u128,
  fee_growth_outside_1_x64: u128,
  reward_growths_outside_x64: array(u128, 3),
  order_phase: u64,
  orders_amount: u64,
  part_filled_orders_remaining: u64,
  unfilled_ratio_x64: u128,
  padding: bytes(12),
})

/** `TickArrayState` (states/tick_array.rs): sixty ticks, `tick_spacing` apart. */
export const tickArrayLayout = struct(
  'TickArrayState',
  10_240,
  {
    pool_id: address,
    start_tick_index: i32,
    ticks: array(tickStateLayout, 60),
    initialized_tick_count: u8,
    recent_epoch: u64,
    padding: bytes(107),
  },
  { discriminator: [0xc0, 0x9b, 0x55, 0xcd, 0x31, 0xf9, 0x81, 0x2a] },
)

/**
 * `TickArrayBitmapExtension` (states/tickarray_bitmap_extension.rs): fourteen rows of 512 bits in each direction,
 * outwards.
 */
export const bitmapExtensionLayout = struct(
  'TickArrayBitmapExtension',
  1832,
  {
    pool_id: address,
    positive_tick_array_bitmap: bytes(896),
    negative_tick_array_bitmap: bytes(896),
  },
  { discriminator: [0x3c, 0x96, 0x24, 0xdb, 0x61, 0x80, 0x8b, 0x99] },
)

/** The fee rates of pools that refer to it. */
export type AmmConfig = Decoded<typeof ammConfigLayout>
/** A pool's account. */
export type PoolState = Decoded<typeof poolStateLayout>
/** The dependence of a pool's fee on its volatility. */
export type DynamicFeeInfo = Decoded<typeof dynamicFeeInfoLayout>
/** A tick in its array. */
export type TickState = Decoded<typeof tickStateLayout>
/** Sixty ticks in their account. */
export type TickArrayState = Decoded<typeof tickArrayLayout>

/**
 * Decodes every field of an `AmmConfig`. The account may be longer, as in the other decoders: a later version appended
 * fields.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`.
 */
export function decodeAmmConfig(data: Uint8Array): AmmConfig {
  const view = viewOf(ammConfigLayout, data)
  const { offsets: at } = ammConfigLayout
  return {
    bump: view.getUint8(at.bump),
    index: view.getUint16(at.index, true),
    owner: address.read(view, at.owner),
    protocol_fee_rate: view.getUint32(at.protocol_fee_rate, true),
    trade_fee_rate: view.getUint32(at.trade_fee_rate, true),
    tick_spacing: view.getUint16(at.tick_spacing, true),
    fund_fee_rate: view.getUint32(at.fund_fee_rate, true),
    padding_u32: view.getUint32(at.padding_u32, true),
    fund_owner: address.read(view, at.fund_owner),
    padding: readBytes(view, at.padding, 24),
  }
}

/**
 * Decodes every field of a `PoolState`.
 * Written out like the other decoders, which is several times as fast as a layout that fills an object key by key.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`.
 */
export function decodePoolState(data: Uint8Array): PoolState {
  const view = viewOf(poolStateLayout, data)
  const { offsets: at } = poolStateLayout
  const rewards = at.reward_infos
  return {
    bump: view.getUint8(at.bump),
    amm_config: address.read(view, at.amm_config),
    owner: address.read(view, at.owner),
    token_mint_0: address.read(view, at.token_mint_0),
    token_mint_1: address.read(view, at.token_mint_1),
    token_vault_0: address.read(view, at.token_vault_0),
    token_vault_1: address.read(view, at.token_vault_1),
    observation_key: address.read(view, at.observation_key),
    mint_decimals_0: view.getUint8(at.mint_decimals_0),
    mint_decimals_1: view.getUint8(at.mint_decimals_1),
    tick_spacing: view.getUint16(at.tick_spacing, true),
    liquidity: readU128(view, at.liquidity),
    sqrt_price_x64: readU128(view, at.sqrt_price_x64),
    tick_current: view.getInt32(at.tick_current, true),
    padding3: view.getUint16(at.padding3, true),
    padding4: view.getUint16(at.padding4, true),
    fee_growth_global_0_x64: readU128(view, at.fee_growth_global_0_x64),
    fee_growth_global_1_x64: readU128(view, at.fee_growth_global_1_x64),
    protocol_fees_token_0: readU64(view, at.protocol_fees_token_0),
    protocol_fees_token_1: readU64(view, at.protocol_fees_token_1),
    padding5: readBytes(view, at.padding5, 64),
    status: view.getUint8(at.status),
    fee_on: view.getUint8(at.fee_on),
    padding: readBytes(view, at.padding, 6),
    reward_infos: [
      readReward(view, rewards),
      readReward(view, rewards + rewardInfoLayout.size),
      readReward(view, rewards + 2 * rewardInfoLayout.size),
    ],
    tick_array_bitmap: readBytes(view, at.tick_array_bitmap, 128),
    padding6: readBytes(view, at.padding6, 32),
    fund_fees_token_0: readU64(view, at.fund_fees_token_0),
    fund_fees_token_1: readU64(view, at.fund_fees_token_1),
    open_time: readU64(view, at.open_time),
    recent_epoch: readU64(view, at.recent_epoch),
    dynamic_fee_info: readDynamicFee(view, at.dynamic_fee_info),
    padding1: readBytes(view, at.padding1, 112),
    padding2: readBytes(view, at.padding2, 256),
  }
}

/**
 * Views a `PoolState`. Reads each field on access, because a quote needs few fields.
 * @throws TernError as `decodePoolState`.
 */
export function viewPoolState(data: Uint8Array): PoolState {
  return poolStateLayout.view(data, 'atLeast')
}

type RewardInfo = Decoded<typeof rewardInfoLayout>

function readReward(view: DataView, at: number): RewardInfo {
  const { offsets: o } = rewardInfoLayout
  return {
    reward_state: view.getUint8(at),
    open_time: readU64(view, at + o.open_time),
    end_time: readU64(view, at + o.end_time),
    last_update_time: readU64(view, at + o.last_update_time),
    emissions_per_second_x64: readU128(view, at + o.emissions_per_second_x64),
    reward_total_emitted: readU64(view, at + o.reward_total_emitted),
    reward_claimed: readU64(view, at + o.reward_claimed),
    token_mint: address.read(view, at + o.token_mint),
    token_vault: address.read(view, at + o.token_vault),
    authority: address.read(view, at + o.authority),
    reward_growth_global_x64: readU128(view, at + o.reward_growth_global_x64),
  }
}

function readDynamicFee(view: DataView, at: number): DynamicFeeInfo {
  const { offsets: o } = dynamicFeeInfoLayout
  return {
    filter_period: view.getUint16(at, true),
    decay_period: view.getUint16(at + o.decay_period, true),
    reduction_factor: view.getUint16(at + o.reduction_factor, true),
    dynamic_fee_control: view.getUint32(at + o.dynamic_fee_control, true),
    max_volatility_accumulator: view.getUint32(at + o.max_volatility_accumulator, true),
    tick_spacing_index_reference: view.getInt32(at + o.tick_spacing_index_reference, true),
    volatility_reference: view.getUint32(at + o.volatility_reference, true),
    volatility_accumulator: view.getUint32(at + o.volatility_accumulator, true),
    last_update_timestamp: readU64(view, at + o.last_update_timestamp),
    padding: readBytes(view, at + o.padding, 46),
  }
}

/**
 * Decodes every field of every tick of a `TickArrayState`.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`.
 */
export function decodeTickArray(data: Uint8Array): TickArrayState {
  const view = viewOf(tickArrayLayout, data)
  const { offsets: at } = tickArrayLayout
  const ticks: TickState[] = []
  const { size } = tickStateLayout
  for (let i = 0; i < 60; i++) ticks.push(readTick(view, at.ticks + i * size))
  return {
    pool_id: address.read(view, at.pool_id),
    start_tick_index: view.getInt32(at.start_tick_index, true),
    ticks,
    initialized_tick_count: view.getUint8(at.initialized_tick_count),
    recent_epoch: readU64(view, at.recent_epoch),
    padding: readBytes(view, at.padding, 107),
  }
}

function readTick(view: DataView, at: number): TickState {
  const { offsets: o } = tickStateLayout
  const rewards = at + o.reward_growths_outside_x64
  return {
    tick: view.getInt32(at, true),
    liquidity_net: isZero(view, at + o.liquidity_net, 16) ? 0n : i128.read(view, at + o.liquidity_net),
    liquidity_gross: readU128(view, at + o.liquidity_gross),
    fee_growth_outside_0_x64: readU128(view, at + o.fee_growth_outside_0_x64),
    fee_growth_outside_1_x64: readU128(view, at + o.fee_growth_outside_1_x64),
    reward_growths_outside_x64: [readU128(view, rewards), readU128(view, rewards + 16), readU128(view, rewards + 32)],
    order_phase: readU64(view, at + o.order_phase),
    orders_amount: readU64(view, at + o.orders_amount),
    part_filled_orders_remaining: readU64(view, at + o.part_filled_orders_remaining),
    unfilled_ratio_x64: readU128(view, at + o.unfilled_ratio_x64),
    padding: readBytes(view, at + o.padding, 12),
  }
}

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
