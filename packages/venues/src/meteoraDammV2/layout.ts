import { address, bytes, type Decoded, struct, u8, u16, u32, u64, u128 } from '@tern/core/internal'
import { readBytes, readU64, readU128, viewOf } from '../readFields.ts'

/** `Config` (state/config.rs). Dynamic configs set only the creator, the type and the index. */
export const configLayout = struct(
  'Config',
  328,
  {
    vault_config_key: address,
    /** The only account that may create pools with the config. If zero, anybody may. */
    pool_creator_authority: address,
    base_fee: bytes(32),
    dynamic_fee_initialized: u8,
    dynamic_fee_padding: bytes(7),
    max_volatility_accumulator: u32,
    variable_fee_control: u32,
    bin_step: u16,
    filter_period: u16,
    decay_period: u16,
    reduction_factor: u16,
    dynamic_fee_padding_1: bytes(8),
    bin_step_u128: u128,
    protocol_fee_percent: u8,
    padding_0: u8,
    referral_fee_percent: u8,
    padding_1: bytes(3),
    compounding_fee_bps: u16,
    padding_2: bytes(40),
    activation_type: u8,
    collect_fee_mode: u8,
    /** 0: fixed. 1: each pool's creator chooses. */
    config_type: u8,
    padding_3: bytes(5),
    index: u64,
    sqrt_min_price: u128,
    sqrt_max_price: u128,
    permission: u128,
    padding_4: bytes(64),
  },
  { discriminator: [0x9b, 0x0c, 0xaa, 0xe0, 0x1e, 0xfa, 0xcc, 0x82] },
)

/**
 * `Pool` (state/pool.rs), with `PoolFeesStruct`, `DynamicFeeStruct` and `PoolMetrics` inlined. Prices are square roots
 * in Q64.64.
 */
export const poolLayout = struct(
  'Pool',
  1112,
  {
    /** A record of three possible types, by its byte 8: see `decodeBaseFee`. */
    base_fee: bytes(32),
    base_fee_padding: u64,
    protocol_fee_percent: u8,
    padding_0: u8,
    referral_fee_percent: u8,
    padding_1: bytes(3),
    compounding_fee_bps: u16,
    dynamic_fee_initialized: u8,
    dynamic_fee_padding: bytes(7),
    max_volatility_accumulator: u32,
    variable_fee_control: u32,
    bin_step: u16,
    filter_period: u16,
    decay_period: u16,
    reduction_factor: u16,
    last_update_timestamp: u64,
    bin_step_u128: u128,
    sqrt_price_reference: u128,
    volatility_accumulator: u128,
    volatility_reference: u128,
    init_sqrt_price: u128,
    token_a_mint: address,
    token_b_mint: address,
    token_a_vault: address,
    token_b_vault: address,
    /** May buy before the pool opens. */
    whitelisted_vault: address,
    padding_2: bytes(32),
    liquidity: u128,
    padding_3: u128,
    protocol_a_fee: u64,
    protocol_b_fee: u64,
    dead_liquidity_fee_checkpoint: u64,
    padding_4: u64,
    sqrt_min_price: u128,
    sqrt_max_price: u128,
    sqrt_price: u128,
    /** The opening: a slot, or Unix seconds. */
    activation_point: u64,
    /** 0: slots. 1: seconds. */
    activation_type: u8,
    /** 0: enabled. */
    pool_status: u8,
    /** 0: the token program. 1: Token-2022. */
    token_a_flag: u8,
    token_b_flag: u8,
    /**
     * Fees are taken 0: from the output. 1: from token B. 2: from token B, and a part of them stays in the reserves.
     */
    collect_fee_mode: u8,
    /** 0: of a config. 1: its creator chose the fees. */
    pool_type: u8,
    /** Max fee. 0: 50%. 1: 99%. */
    fee_version: u8,
    padding_5: u8,
    fee_a_per_liquidity: bytes(32),
    fee_b_per_liquidity: bytes(32),
    permanent_lock_liquidity: u128,
    total_lp_a_fee: u128,
    total_lp_b_fee: u128,
    total_protocol_a_fee: u64,
    total_protocol_b_fee: u64,
    metrics_padding: bytes(16),
    total_position: u64,
    metrics_padding_1: u64,
    creator: address,
    /** The reserves, from layout version 1 on; otherwise zero. */
    token_a_amount: u64,
    token_b_amount: u64,
    layout_version: u8,
    padding_6: bytes(31),
    reward_infos: bytes(384),
  },
  { discriminator: [0xf1, 0x9a, 0x6d, 0x04, 0x11, 0xb1, 0x6d, 0xbc] },
)

/** `Position` (state/position.rs). */
export const positionLayout = struct(
  'Position',
  408,
  {
    pool: address,
    nft_mint: address,
    fee_a_per_token_checkpoint: bytes(32),
    fee_b_per_token_checkpoint: bytes(32),
    fee_a_pending: u64,
    fee_b_pending: u64,
    unlocked_liquidity: u128,
    vested_liquidity: u128,
    permanent_locked_liquidity: u128,
    total_claimed_a_fee: u64,
    total_claimed_b_fee: u64,
    reward_infos: bytes(96),
    inner_vesting: bytes(80),
    delegate_permission: u32,
    padding: bytes(12),
  },
  { discriminator: [0xaa, 0xbc, 0x8f, 0xe4, 0x7a, 0x40, 0xf7, 0xd0] },
)

/** The initial settings of pools that are created with it. */
export type Config = Decoded<typeof configLayout>
/** A pool's account. */
export type PoolState = Decoded<typeof poolLayout>
/** A position, a share of a pool's liquidity. */
export type Position = Decoded<typeof positionLayout>

/**
 * Decodes every field of a `Config`. The account may be longer: a later version appended fields.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`.
 */
export function decodeConfig(data: Uint8Array): Config {
  return configLayout.decode(data, 'atLeast')
}

/**
 * Decodes every field of a `Pool`. The account may be longer: a later version appended fields.
 * Written out, because pools are decoded at each update.
 * An object literal is several times as fast as a layout that fills an object key by key.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`.
 */
export function decodePoolState(data: Uint8Array): PoolState {
  const view = viewOf(poolLayout, data)
  const { offsets: at } = poolLayout
  return {
    base_fee: readBytes(view, at.base_fee, 32),
    base_fee_padding: readU64(view, at.base_fee_padding),
    protocol_fee_percent: view.getUint8(at.protocol_fee_percent),
    padding_0: view.getUint8(at.padding_0),
    referral_fee_percent: view.getUint8(at.referral_fee_percent),
    padding_1: readBytes(view, at.padding_1, 3),
    compounding_fee_bps: view.getUint16(at.compounding_fee_bps, true),
    dynamic_fee_initialized: view.getUint8(at.dynamic_fee_initialized),
    dynamic_fee_padding: readBytes(view, at.dynamic_fee_padding, 7),
    max_volatility_accumulator: view.getUint32(at.max_volatility_accumulator, true),
    variable_fee_control: view.getUint32(at.variable_fee_control, true),
    bin_step: view.getUint16(at.bin_step, true),
    filter_period: view.getUint16(at.filter_period, true),
    decay_period: view.getUint16(at.decay_period, true),
    reduction_factor: view.getUint16(at.reduction_factor, true),
    last_update_timestamp: readU64(view, at.last_update_timestamp),
    bin_step_u128: readU128(view, at.bin_step_u128),
    sqrt_price_reference: readU128(view, at.sqrt_price_reference),
    volatility_accumulator: readU128(view, at.volatility_accumulator),
    volatility_reference: readU128(view, at.volatility_reference),
    init_sqrt_price: readU128(view, at.init_sqrt_price),
    token_a_mint: address.read(view, at.token_a_mint),
    token_b_mint: address.read(view, at.token_b_mint),
    token_a_vault: address.read(view, at.token_a_vault),
    token_b_vault: address.read(view, at.token_b_vault),
    whitelisted_vault: address.read(view, at.whitelisted_vault),
    padding_2: readBytes(view, at.padding_2, 32),
    liquidity: readU128(view, at.liquidity),
    padding_3: readU128(view, at.padding_3),
    protocol_a_fee: readU64(view, at.protocol_a_fee),
    protocol_b_fee: readU64(view, at.protocol_b_fee),
    dead_liquidity_fee_checkpoint: readU64(view, at.dead_liquidity_fee_checkpoint),
    padding_4: readU64(view, at.padding_4),
    sqrt_min_price: readU128(view, at.sqrt_min_price),
    sqrt_max_price: readU128(view, at.sqrt_max_price),
    sqrt_price: readU128(view, at.sqrt_price),
    activation_point: readU64(view, at.activation_point),
    activation_type: view.getUint8(at.activation_type),
    pool_status: view.getUint8(at.pool_status),
    token_a_flag: view.getUint8(at.token_a_flag),
    token_b_flag: view.getUint8(at.token_b_flag),
    collect_fee_mode: view.getUint8(at.collect_fee_mode),
    pool_type: view.getUint8(at.pool_type),
    fee_version: view.getUint8(at.fee_version),
    padding_5: view.getUint8(at.padding_5),
    fee_a_per_liquidity: readBytes(view, at.fee_a_per_liquidity, 32),
    fee_b_per_liquidity: readBytes(view, at.fee_b_per_liquidity, 32),
    permanent_lock_liquidity: readU128(view, at.permanent_lock_liquidity),
    total_lp_a_fee: readU128(view, at.total_lp_a_fee),
    total_lp_b_fee: readU128(view, at.total_lp_b_fee),
    total_protocol_a_fee: readU64(view, at.total_protocol_a_fee),
    total_protocol_b_fee: readU64(view, at.total_protocol_b_fee),
    metrics_padding: readBytes(view, at.metrics_padding, 16),
    total_position: readU64(view, at.total_position),
    metrics_padding_1: readU64(view, at.metrics_padding_1),
    creator: address.read(view, at.creator),
    token_a_amount: readU64(view, at.token_a_amount),
    token_b_amount: readU64(view, at.token_b_amount),
    layout_version: view.getUint8(at.layout_version),
    padding_6: readBytes(view, at.padding_6, 31),
    reward_infos: readBytes(view, at.reward_infos, 384),
  }
}
