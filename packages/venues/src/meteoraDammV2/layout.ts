import { address, bytes, type Decoded, struct, u8, u16, u32, u64, u128 } from '@tern/core'

/** `Config` (state/config.rs). Dynamic configs leave all but the creator, the type and the index empty. */
export const configLayout = struct(
  'Config',
  328,
  {
    vault_config_key: address,
    /** Who alone may create pools with it; zeroes: anybody. */
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
    /** 0: fixed, 1: each pool's creator chooses. */
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

/** `Pool` (state/pool.rs), with `PoolFeesStruct`, `DynamicFeeStruct` and `PoolMetrics` in place. Prices are square roots in Q64.64. */
export const poolLayout = struct(
  'Pool',
  1112,
  {
    /** One of three records, told apart by its byte 8: see `decodeBaseFee`. */
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
    /** When trading opens: a slot, or seconds since 1970. */
    activation_point: u64,
    /** 0: slots, 1: seconds. */
    activation_type: u8,
    /** 0: enabled. */
    pool_status: u8,
    /** 0: the token program, 1: Token-2022. */
    token_a_flag: u8,
    token_b_flag: u8,
    /** Fees are taken 0: from what goes out, 1: from token B, 2: from token B, and a part of them stays in the reserves. */
    collect_fee_mode: u8,
    /** 0: of a config, 1: its creator chose the fees. */
    pool_type: u8,
    /** Fees are at most 0: 50%, 1: 99%. */
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
    /** The reserves; only from layout version 1 on, else zero. */
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

/** What pools are created with, as the account holds it. */
export type Config = Decoded<typeof configLayout>
/** A pool, as its account holds it. */
export type PoolState = Decoded<typeof poolLayout>
/** A share in a pool's liquidity, as its account holds it. */
export type Position = Decoded<typeof positionLayout>

/** `Config`, every field; bytes behind it are of a later version. @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`. */
export function decodeConfig(data: Uint8Array): Config {
  return configLayout.decode(data, 'atLeast')
}

/**
 * `Pool`, every field; bytes behind it are of a later version. Written out: pools are decoded anew with each update, and an object
 * whose shape is in the source is made twice as fast as one that the layout fills key by key.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`.
 */
export function decodePoolState(data: Uint8Array): PoolState {
  const view = poolLayout.view(data, 'atLeast')
  return {
    base_fee: view.base_fee,
    base_fee_padding: view.base_fee_padding,
    protocol_fee_percent: view.protocol_fee_percent,
    padding_0: view.padding_0,
    referral_fee_percent: view.referral_fee_percent,
    padding_1: view.padding_1,
    compounding_fee_bps: view.compounding_fee_bps,
    dynamic_fee_initialized: view.dynamic_fee_initialized,
    dynamic_fee_padding: view.dynamic_fee_padding,
    max_volatility_accumulator: view.max_volatility_accumulator,
    variable_fee_control: view.variable_fee_control,
    bin_step: view.bin_step,
    filter_period: view.filter_period,
    decay_period: view.decay_period,
    reduction_factor: view.reduction_factor,
    last_update_timestamp: view.last_update_timestamp,
    bin_step_u128: view.bin_step_u128,
    sqrt_price_reference: view.sqrt_price_reference,
    volatility_accumulator: view.volatility_accumulator,
    volatility_reference: view.volatility_reference,
    init_sqrt_price: view.init_sqrt_price,
    token_a_mint: view.token_a_mint,
    token_b_mint: view.token_b_mint,
    token_a_vault: view.token_a_vault,
    token_b_vault: view.token_b_vault,
    whitelisted_vault: view.whitelisted_vault,
    padding_2: view.padding_2,
    liquidity: view.liquidity,
    padding_3: view.padding_3,
    protocol_a_fee: view.protocol_a_fee,
    protocol_b_fee: view.protocol_b_fee,
    dead_liquidity_fee_checkpoint: view.dead_liquidity_fee_checkpoint,
    padding_4: view.padding_4,
    sqrt_min_price: view.sqrt_min_price,
    sqrt_max_price: view.sqrt_max_price,
    sqrt_price: view.sqrt_price,
    activation_point: view.activation_point,
    activation_type: view.activation_type,
    pool_status: view.pool_status,
    token_a_flag: view.token_a_flag,
    token_b_flag: view.token_b_flag,
    collect_fee_mode: view.collect_fee_mode,
    pool_type: view.pool_type,
    fee_version: view.fee_version,
    padding_5: view.padding_5,
    fee_a_per_liquidity: view.fee_a_per_liquidity,
    fee_b_per_liquidity: view.fee_b_per_liquidity,
    permanent_lock_liquidity: view.permanent_lock_liquidity,
    total_lp_a_fee: view.total_lp_a_fee,
    total_lp_b_fee: view.total_lp_b_fee,
    total_protocol_a_fee: view.total_protocol_a_fee,
    total_protocol_b_fee: view.total_protocol_b_fee,
    metrics_padding: view.metrics_padding,
    total_position: view.total_position,
    metrics_padding_1: view.metrics_padding_1,
    creator: view.creator,
    token_a_amount: view.token_a_amount,
    token_b_amount: view.token_b_amount,
    layout_version: view.layout_version,
    padding_6: view.padding_6,
    reward_infos: view.reward_infos,
  }
}
