import { TernError } from '@tern/core'
import { address, array, bytes, type Decoded, struct, u8, u16, u32, u64, u128 } from '@tern/core/internal'
import { readBytes, readU64, readU128, viewOf } from '../readFields.ts'

/** `BaseFeeConfig` (state/config.rs). The meaning of the factors depends on the mode: see `fees.ts`. */
const baseFeeLayout = struct('BaseFeeConfig', 32, {
  cliff_fee_numerator: u64,
  second_factor: u64,
  third_factor: u64,
  first_factor: u16,
  base_fee_mode: u8,
  padding_0: bytes(5),
})

/** `DynamicFeeConfig` (state/config.rs). Periods in seconds. */
const dynamicFeeLayout = struct('DynamicFeeConfig', 48, {
  initialized: u8,
  padding: bytes(7),
  max_volatility_accumulator: u32,
  variable_fee_control: u32,
  bin_step: u16,
  filter_period: u16,
  decay_period: u16,
  reduction_factor: u16,
  padding2: bytes(8),
  bin_step_u128: u128,
})

/** `LiquidityVestingInfo` (state/config.rs): the unlocking of liquidity in the pool that a curve moves to. */
const liquidityVestingLayout = struct('LiquidityVestingInfo', 16, {
  is_initialized: u8,
  vesting_percentage: u8,
  padding: bytes(2),
  bps_per_period: u16,
  number_of_periods: u16,
  frequency: u32,
  cliff_duration_from_migration_time: u32,
})

/** `LockedVestingConfig` (state/config.rs): tokens that the creator receives in steps after the curve is complete. */
const lockedVestingLayout = struct('LockedVestingConfig', 48, {
  amount_per_period: u64,
  cliff_duration_from_migration_time: u64,
  frequency: u64,
  number_of_period: u64,
  cliff_unlock_amount: u64,
  padding: u64,
})

/** `LiquidityDistributionConfig` (state/config.rs): the liquidity up to a price. Square roots of prices are Q64.64. */
const curvePointLayout = struct('LiquidityDistributionConfig', 32, { sqrt_price: u128, liquidity: u128 })

const configFields = {
  quote_mint: address,
  fee_claimer: address,
  leftover_receiver: address,
  base_fee: baseFeeLayout,
  dynamic_fee: dynamicFeeLayout,
  partner_liquidity_vesting_info: liquidityVestingLayout,
  creator_liquidity_vesting_info: liquidityVestingLayout,
  padding_0: bytes(14),
  padding_1: u16,
  /** 0: fees in the quote token. 1: in the output token. */
  collect_fee_mode: u8,
  /** 0: DAMM v1. 1: DAMM v2. */
  migration_option: u8,
  /** The unit of a point in time. 0: slots. 1: seconds. */
  activation_type: u8,
  token_decimal: u8,
  version: u8,
  /** 0: the token program. 1: Token-2022. */
  token_type: u8,
  /** 0: the token program. 1: Token-2022. */
  quote_token_flag: u8,
  partner_permanent_locked_liquidity_percentage: u8,
  partner_liquidity_percentage: u8,
  creator_permanent_locked_liquidity_percentage: u8,
  creator_liquidity_percentage: u8,
  /** The fee of the later pool. 0 to 5: 25, 30, 100, 200, 400, 600 basis points. 6: as set in the config. */
  migration_fee_option: u8,
  fixed_token_supply_flag: u8,
  creator_trading_fee_percentage: u8,
  token_update_authority: u8,
  migration_fee_percentage: u8,
  creator_migration_fee_percentage: u8,
  padding_2: bytes(7),
  swap_base_amount: u64,
  migration_quote_threshold: u64,
  migration_base_threshold: u64,
  migration_sqrt_price: u128,
  locked_vesting_config: lockedVestingLayout,
  pre_migration_token_supply: u64,
  post_migration_token_supply: u64,
  migrated_collect_fee_mode: u8,
  migrated_dynamic_fee: u8,
  migrated_pool_fee_bps: u16,
  migrated_pool_base_fee_mode: u8,
  enable_first_swap_with_min_fee: u8,
  migrated_compounding_fee_bps: u16,
  pool_creation_fee: u64,
  migrated_pool_base_fee_bytes: bytes(16),
  sqrt_start_price: u128,
  /** In rising order. Zeros follow the last point. */
  curve: array(curvePointLayout, 20),
} as const

/** `PoolConfig` (state/config.rs): the terms of a launchpad's sales. It never changes after its creation. */
export const poolConfigLayout = struct('PoolConfig', 1048, configFields, {
  discriminator: [0x1a, 0x6c, 0x0e, 0x7b, 0x74, 0xe6, 0x81, 0x2b],
})

// Separate from their layouts, so that bundles of traders leave the layouts out.
const hookedConfigBegins = [0x28, 0xdc, 0xc2, 0xfb, 0x29, 0xc7, 0x7b, 0xfd]
const hookedPoolBegins = [0xed, 0xdb, 0xb8, 0x17, 0x2a, 0xbd, 0xa9, 0x23]

/** `ConfigWithTransferHook`: `PoolConfig` for tokens with a transfer hook. */
export const hookedConfigLayout = struct(
  'ConfigWithTransferHook',
  1128,
  { ...configFields, transfer_hook_program: address, hook_padding: bytes(48) },
  { discriminator: hookedConfigBegins },
)

/** `VolatilityTracker` (state/fee.rs). */
const volatilityTrackerLayout = struct('VolatilityTracker', 64, {
  last_update_timestamp: u64,
  padding: bytes(8),
  sqrt_price_reference: u128,
  volatility_accumulator: u128,
  volatility_reference: u128,
})

const poolFields = {
  volatility_tracker: volatilityTrackerLayout,
  config: address,
  creator: address,
  base_mint: address,
  base_vault: address,
  quote_vault: address,
  base_reserve: u64,
  quote_reserve: u64,
  protocol_base_fee: u64,
  protocol_quote_fee: u64,
  partner_base_fee: u64,
  partner_quote_fee: u64,
  sqrt_price: u128,
  /** A slot or a Unix second, see `activation_type`. */
  activation_point: u64,
  /** 0: a token of the token program. 1: of Token-2022. */
  pool_type: u8,
  is_migrated: u8,
  is_partner_withdraw_surplus: u8,
  is_protocol_withdraw_surplus: u8,
  /** 0: trading. 1: complete. 2: the vesting tokens are locked. 3: the pool exists. */
  migration_progress: u8,
  is_withdraw_leftover: u8,
  is_creator_withdraw_surplus: u8,
  migration_fee_withdraw_status: u8,
  total_protocol_base_fee: u64,
  total_protocol_quote_fee: u64,
  total_trading_base_fee: u64,
  total_trading_quote_fee: u64,
  finish_curve_timestamp: u64,
  creator_base_fee: u64,
  creator_quote_fee: u64,
  legacy_creation_fee_bits: u8,
  creation_fee_bits: u8,
  has_swap: u8,
  padding_0: bytes(5),
  protocol_liquidity_migration_fee_bps: u16,
  padding_1: bytes(6),
  protocol_migration_base_fee_amount: u64,
  protocol_migration_quote_fee_amount: u64,
  padding_2: bytes(24),
} as const

/** `VirtualPool` (state/virtual_pool.rs): a token on its curve. Reserves exclude unclaimed fees. */
export const virtualPoolLayout = struct('VirtualPool', 424, poolFields, {
  discriminator: [0xd5, 0xe0, 0x05, 0xd1, 0x62, 0x45, 0x77, 0x5c],
})

/** `TransferHookPool`: `VirtualPool` for a token with a transfer hook. */
export const hookedPoolLayout = struct('TransferHookPool', 424, poolFields, { discriminator: hookedPoolBegins })

/** A token on its curve. */
export type VirtualPool = Decoded<typeof virtualPoolLayout>
/** The terms of a launchpad's sales. */
export type PoolConfig = Decoded<typeof poolConfigLayout>

const begins = (data: Uint8Array, discriminator: readonly number[]) =>
  discriminator.every((byte, i) => data[i] === byte)

/**
 * Replaces a hooked account's discriminator by the plain one. Up to the end of the plain account, the two differ only
 * in that.
 */
function plainly(data: Uint8Array, hookedBegins: readonly number[], { discriminator }: { discriminator: Uint8Array }) {
  return begins(data, hookedBegins) ? Uint8Array.of(...discriminator, ...data.subarray(discriminator.length)) : data
}

/** Checks if a pool's token has a transfer hook. */
export function isHookedPool(data: Uint8Array): boolean {
  return begins(data, hookedPoolBegins)
}

/**
 * Decodes every field of a pool of either kind. The account may be longer: a later version appended fields.
 * Written out, because pools are decoded at each update.
 * An object literal is several times as fast as a layout that fills an object key by key.
 * @throws TernError `layout/*`.
 */
export function decodeVirtualPool(data: Uint8Array): VirtualPool {
  const layout = isHookedPool(data) ? hookedPoolLayout : virtualPoolLayout
  const view = viewOf(layout, data)
  const { offsets: at } = layout
  return {
    volatility_tracker: readVolatility(view, at.volatility_tracker),
    config: address.read(view, at.config),
    creator: address.read(view, at.creator),
    base_mint: address.read(view, at.base_mint),
    base_vault: address.read(view, at.base_vault),
    quote_vault: address.read(view, at.quote_vault),
    base_reserve: readU64(view, at.base_reserve),
    quote_reserve: readU64(view, at.quote_reserve),
    protocol_base_fee: readU64(view, at.protocol_base_fee),
    protocol_quote_fee: readU64(view, at.protocol_quote_fee),
    partner_base_fee: readU64(view, at.partner_base_fee),
    partner_quote_fee: readU64(view, at.partner_quote_fee),
    sqrt_price: readU128(view, at.sqrt_price),
    activation_point: readU64(view, at.activation_point),
    pool_type: view.getUint8(at.pool_type),
    is_migrated: view.getUint8(at.is_migrated),
    is_partner_withdraw_surplus: view.getUint8(at.is_partner_withdraw_surplus),
    is_protocol_withdraw_surplus: view.getUint8(at.is_protocol_withdraw_surplus),
    migration_progress: view.getUint8(at.migration_progress),
    is_withdraw_leftover: view.getUint8(at.is_withdraw_leftover),
    is_creator_withdraw_surplus: view.getUint8(at.is_creator_withdraw_surplus),
    migration_fee_withdraw_status: view.getUint8(at.migration_fee_withdraw_status),
    total_protocol_base_fee: readU64(view, at.total_protocol_base_fee),
    total_protocol_quote_fee: readU64(view, at.total_protocol_quote_fee),
    total_trading_base_fee: readU64(view, at.total_trading_base_fee),
    total_trading_quote_fee: readU64(view, at.total_trading_quote_fee),
    finish_curve_timestamp: readU64(view, at.finish_curve_timestamp),
    creator_base_fee: readU64(view, at.creator_base_fee),
    creator_quote_fee: readU64(view, at.creator_quote_fee),
    legacy_creation_fee_bits: view.getUint8(at.legacy_creation_fee_bits),
    creation_fee_bits: view.getUint8(at.creation_fee_bits),
    has_swap: view.getUint8(at.has_swap),
    padding_0: readBytes(view, at.padding_0, 5),
    protocol_liquidity_migration_fee_bps: view.getUint16(at.protocol_liquidity_migration_fee_bps, true),
    padding_1: readBytes(view, at.padding_1, 6),
    protocol_migration_base_fee_amount: readU64(view, at.protocol_migration_base_fee_amount),
    protocol_migration_quote_fee_amount: readU64(view, at.protocol_migration_quote_fee_amount),
    padding_2: readBytes(view, at.padding_2, 24),
  }
}

function readVolatility(view: DataView, at: number): VirtualPool['volatility_tracker'] {
  const { offsets: o } = volatilityTrackerLayout
  return {
    last_update_timestamp: readU64(view, at),
    padding: readBytes(view, at + o.padding, 8),
    sqrt_price_reference: readU128(view, at + o.sqrt_price_reference),
    volatility_accumulator: readU128(view, at + o.volatility_accumulator),
    volatility_reference: readU128(view, at + o.volatility_reference),
  }
}

/**
 * Views a pool of either kind. Reads each field on access, because most pools need few fields.
 * @throws TernError `layout/*`.
 */
export function viewVirtualPool(data: Uint8Array): VirtualPool {
  return virtualPoolLayout.view(plainly(data, hookedPoolBegins, virtualPoolLayout), 'atLeast')
}

/**
 * Decodes a config of either kind.
 * @throws TernError `layout/*`, also for modes that the program does not know.
 */
export function decodePoolConfig(data: Uint8Array): PoolConfig {
  const config = poolConfigLayout.decode(plainly(data, hookedConfigBegins, poolConfigLayout), 'atLeast')
  for (const [field, max] of maxOf)
    if (config[field] > max) throw new TernError('layout/invalidValue', { field, value: String(config[field]) })
  return config
}

const maxOf = [
  ['collect_fee_mode', 1],
  ['migration_option', 1],
  ['activation_type', 1],
  ['token_type', 1],
  ['quote_token_flag', 1],
  ['migration_fee_option', 6],
  ['creator_trading_fee_percentage', 100],
  ['migration_fee_percentage', 99],
] as const
