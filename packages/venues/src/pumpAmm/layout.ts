import { type Address, systemProgram, TernError } from '@tern/core'
import { address, array, bool, type Decoded, i64, i128, struct, u8, u16, u64 } from '@tern/core/internal'
import { readAddresses, readFlag, viewOf } from '../readFields.ts'

/** `GlobalConfig`. Rates in basis points. The lists of recipients are accepted payees. */
export const globalConfigLayout = struct(
  'GlobalConfig',
  949,
  {
    admin: address,
    lp_fee_basis_points: u64,
    protocol_fee_basis_points: u64,
    /** Each bit disables an action, from the lowest: create a pool, deposit, withdraw, buy, sell. */
    disable_flags: u8,
    protocol_fee_recipients: array(address, 8),
    coin_creator_fee_basis_points: u64,
    admin_set_coin_creator_authority: address,
    whitelist_pda: address,
    reserved_fee_recipient: address,
    mayhem_mode_enabled: bool,
    reserved_fee_recipients: array(address, 7),
    is_cashback_enabled: bool,
    buyback_fee_recipients: array(address, 8),
    buyback_basis_points: u64,
    boost_authority: address,
    boost_enabled: bool,
    /** `true` if a pool's own `creator_fee_bps` counts. */
    creator_fee_configurable: bool,
    max_configurable_creator_fee_bps: u64,
  },
  { discriminator: [0x95, 0x08, 0x9c, 0xca, 0xa0, 0xfc, 0xb0, 0xd9] },
)

/**
 * `Pool`. `virtual_quote_reserves` counts for the price only and may be negative; the pool cannot pay it out.
 * `protocol_fees` and `creator_fees` wait in the quote account for their payout.
 * @see `POOL_SIZE` of the official SDK, since 2026-10
 */
export const poolLayout = struct(
  'Pool',
  287,
  {
    pool_bump: u8,
    index: u16,
    creator: address,
    base_mint: address,
    quote_mint: address,
    lp_mint: address,
    pool_base_token_account: address,
    pool_quote_token_account: address,
    lp_supply: u64,
    coin_creator: address,
    is_mayhem_mode: bool,
    is_cashback_coin: bool,
    virtual_quote_reserves: i128,
    /** 0: the fee program's rate for creators applies. */
    creator_fee_bps: u64,
    can_edit_creator_fee: bool,
    is_holder_reward: bool,
    protocol_fees: u64,
    creator_fees: u64,
  },
  { discriminator: [0xf1, 0x9a, 0x6d, 0x04, 0x11, 0xb1, 0x6d, 0xbc] },
)
/** Size in bytes that the program allocates for a `Pool`. Zeros follow the fields. */
export const poolSize = 301
/** Min size in bytes of a pool that can trade. A shorter pool needs an `extend_account` first. */
export const shortestTradable = 300

/** `UserVolumeAccumulator`: rewards for a trader's volume. */
export const userVolumeAccumulatorLayout = struct(
  'UserVolumeAccumulator',
  90,
  {
    user: address,
    needs_claim: bool,
    total_unclaimed_tokens: u64,
    total_claimed_tokens: u64,
    current_sol_volume: u64,
    last_update_timestamp: i64,
    has_total_claimed_tokens: bool,
    cashback_earned: u64,
    total_cashback_claimed: u64,
  },
  { discriminator: [0x56, 0xff, 0x70, 0x0e, 0x66, 0x35, 0x9a, 0xfa] },
)
/** Size in bytes that the program allocates for a `UserVolumeAccumulator`, as for the curves' accumulator. */
export const userVolumeAccumulatorSize = 137

/** The fees and recipients of all pools. */
export type GlobalConfig = Decoded<typeof globalConfigLayout>
/** A pool's account. */
export type PoolState = Decoded<typeof poolLayout>
/** A wallet's trading volume and the rewards that it is owed. */
export type UserVolumeAccumulator = Decoded<typeof userVolumeAccumulatorLayout>

/** The zero key. It is the `coin_creator` of a pool whose coin has no creator. */
export const noAddress: Address = systemProgram

/**
 * Min size in bytes of `GlobalConfig`, from the version that added the buyback recipients. Later fields may be missing.
 */
const shortestConfig = 907

/**
 * Pads `GlobalConfig` with zeros for fields that the account lacks.
 * @throws TernError `layout/wrongSize`.
 */
function wholeConfig(data: Uint8Array): Uint8Array {
  if (data.length < shortestConfig)
    throw new TernError('layout/wrongSize', { layout: 'GlobalConfig', expected: shortestConfig, actual: data.length })
  return padded(data, data.length, globalConfigLayout.size)
}

/**
 * Views a `GlobalConfig`. Reads each field on access, because a trade needs few fields.
 * @throws TernError `layout/*`.
 */
export function viewGlobalConfig(data: Uint8Array): GlobalConfig {
  return globalConfigLayout.view(wholeConfig(data), 'atLeast')
}

/**
 * Decodes a `GlobalConfig`. Fields that the account lacks are zero.
 * @throws TernError `layout/*`.
 */
export function decodeGlobalConfig(data: Uint8Array): GlobalConfig {
  const view = viewOf(globalConfigLayout, wholeConfig(data))
  const at = globalConfigLayout.offsets
  return {
    admin: address.read(view, at.admin),
    lp_fee_basis_points: view.getBigUint64(at.lp_fee_basis_points, true),
    protocol_fee_basis_points: view.getBigUint64(at.protocol_fee_basis_points, true),
    disable_flags: view.getUint8(at.disable_flags),
    protocol_fee_recipients: readAddresses(view, at.protocol_fee_recipients, 8),
    coin_creator_fee_basis_points: view.getBigUint64(at.coin_creator_fee_basis_points, true),
    admin_set_coin_creator_authority: address.read(view, at.admin_set_coin_creator_authority),
    whitelist_pda: address.read(view, at.whitelist_pda),
    reserved_fee_recipient: address.read(view, at.reserved_fee_recipient),
    mayhem_mode_enabled: readFlag(view, at.mayhem_mode_enabled, 'GlobalConfig.mayhem_mode_enabled'),
    reserved_fee_recipients: readAddresses(view, at.reserved_fee_recipients, 7),
    is_cashback_enabled: readFlag(view, at.is_cashback_enabled, 'GlobalConfig.is_cashback_enabled'),
    buyback_fee_recipients: readAddresses(view, at.buyback_fee_recipients, 8),
    buyback_basis_points: view.getBigUint64(at.buyback_basis_points, true),
    boost_authority: address.read(view, at.boost_authority),
    boost_enabled: readFlag(view, at.boost_enabled, 'GlobalConfig.boost_enabled'),
    creator_fee_configurable: readFlag(view, at.creator_fee_configurable, 'GlobalConfig.creator_fee_configurable'),
    max_configurable_creator_fee_bps: view.getBigUint64(at.max_configurable_creator_fee_bps, true),
  }
}

/** Sizes in bytes of the versions of `Pool`. Each version extends the version before. */
const poolLengths = [287, 271, 270, 261, 245, 244, 243, 211]

/**
 * Cuts or pads a `Pool` like the program: the longest version that fits the account decides.
 * Missing fields are zero, and bytes after that version are ignored.
 * @throws TernError `layout/wrongSize`.
 */
function wholePool(data: Uint8Array): Uint8Array {
  const length = poolLengths.find(one => one <= data.length)
  if (length === undefined)
    throw new TernError('layout/wrongSize', { layout: 'Pool', expected: 211, actual: data.length })
  return padded(data, length, poolLayout.size)
}

/**
 * Views a `Pool` as the program reads it. Reads each field on access.
 * @throws TernError `layout/*`.
 */
export function viewPoolState(data: Uint8Array): PoolState {
  return poolLayout.view(wholePool(data), 'atLeast')
}

/**
 * Decodes every field of a `Pool` as the program reads it.
 * Written out, which is several times as fast as a layout that fills an object key by key.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function decodePoolState(data: Uint8Array): PoolState {
  const view = viewOf(poolLayout, wholePool(data))
  const at = poolLayout.offsets
  return {
    pool_bump: view.getUint8(at.pool_bump),
    index: view.getUint16(at.index, true),
    creator: address.read(view, at.creator),
    base_mint: address.read(view, at.base_mint),
    quote_mint: address.read(view, at.quote_mint),
    lp_mint: address.read(view, at.lp_mint),
    pool_base_token_account: address.read(view, at.pool_base_token_account),
    pool_quote_token_account: address.read(view, at.pool_quote_token_account),
    lp_supply: view.getBigUint64(at.lp_supply, true),
    coin_creator: address.read(view, at.coin_creator),
    is_mayhem_mode: readFlag(view, at.is_mayhem_mode, 'Pool.is_mayhem_mode'),
    is_cashback_coin: readFlag(view, at.is_cashback_coin, 'Pool.is_cashback_coin'),
    virtual_quote_reserves: i128.read(view, at.virtual_quote_reserves),
    creator_fee_bps: view.getBigUint64(at.creator_fee_bps, true),
    can_edit_creator_fee: readFlag(view, at.can_edit_creator_fee, 'Pool.can_edit_creator_fee'),
    is_holder_reward: readFlag(view, at.is_holder_reward, 'Pool.is_holder_reward'),
    protocol_fees: view.getBigUint64(at.protocol_fees, true),
    creator_fees: view.getBigUint64(at.creator_fees, true),
  }
}

/** Returns the first `length` bytes, padded with zeros to `size`. If `length` is at least `size`, returns `data`. */
function padded(data: Uint8Array, length: number, size: number): Uint8Array {
  if (length >= size) return data
  const whole = new Uint8Array(size)
  whole.set(data.subarray(0, length))
  return whole
}
