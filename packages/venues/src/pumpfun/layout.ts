import { type Address, systemProgram, TernError } from '@tern/core'
import { address, array, bool, type Decoded, i64, struct, u64 } from '@tern/core/internal'
import { readAddresses, readFlag, viewOf } from '../readFields.ts'

/**
 * `Global`. Rates in basis points; amounts in lamports or raw units of 6 decimals. The lists of recipients are accepted
 * payees.
 */
export const globalLayout = struct(
  'Global',
  1087,
  {
    initialized: bool,
    authority: address,
    fee_recipient: address,
    initial_virtual_token_reserves: u64,
    initial_virtual_sol_reserves: u64,
    initial_real_token_reserves: u64,
    token_total_supply: u64,
    fee_basis_points: u64,
    withdraw_authority: address,
    enable_migrate: bool,
    pool_migration_fee: u64,
    creator_fee_basis_points: u64,
    fee_recipients: array(address, 7),
    set_creator_authority: address,
    admin_set_creator_authority: address,
    create_v2_enabled: bool,
    whitelist_pda: address,
    reserved_fee_recipient: address,
    mayhem_mode_enabled: bool,
    reserved_fee_recipients: array(address, 7),
    is_cashback_enabled: bool,
    buyback_fee_recipients: array(address, 8),
    buyback_basis_points: u64,
    initial_virtual_quote_reserves: u64,
    whitelisted_quote_mints: array(address, 1),
    /** `true` if a coin's own `creator_fee_bps` counts. */
    creator_fee_configurable: bool,
    max_configurable_creator_fee_bps: u64,
    holder_reward_claim_authority: address,
    is_holder_reward_enabled: bool,
  },
  { discriminator: [0xa7, 0xe8, 0xe8, 0xb1, 0xc8, 0x6c, 0x72, 0x7f] },
)

/** `BondingCurve`. Raw units. `quote_mint` is the zero key if the quote is lamports. */
export const bondingCurveLayout = struct(
  'BondingCurve',
  125,
  {
    virtual_token_reserves: u64,
    virtual_quote_reserves: u64,
    real_token_reserves: u64,
    real_quote_reserves: u64,
    token_total_supply: u64,
    complete: bool,
    creator: address,
    is_mayhem_mode: bool,
    is_cashback_coin: bool,
    quote_mint: address,
    /** 0: the fee program's rate for creators applies. */
    creator_fee_bps: u64,
    can_edit_creator_fee: bool,
    is_holder_reward: bool,
  },
  { discriminator: [0x17, 0xb7, 0xf8, 0x37, 0x60, 0xd8, 0xac, 0x60] },
)

/** `UserVolumeAccumulator`: rewards for a trader's volume. The account has 137 bytes; zeros follow the fields. */
export const userVolumeAccumulatorLayout = struct(
  'UserVolumeAccumulator',
  106,
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
    stable_cashback_earned: u64,
    total_stable_cashback_claimed: u64,
  },
  { discriminator: [0x56, 0xff, 0x70, 0x0e, 0x66, 0x35, 0x9a, 0xfa] },
)
/** Size in bytes that the program allocates for a `UserVolumeAccumulator`. */
export const userVolumeAccumulatorSize = 137

/** `GlobalVolumeAccumulator`: past token rewards by day. */
export const globalVolumeAccumulatorLayout = struct(
  'GlobalVolumeAccumulator',
  544,
  {
    start_time: i64,
    end_time: i64,
    seconds_in_a_day: i64,
    mint: address,
    total_token_supply: array(u64, 30),
    sol_volumes: array(u64, 30),
  },
  { discriminator: [0xca, 0x2a, 0xf6, 0x2b, 0x8e, 0xbe, 0x1e, 0xff] },
)

/** The settings of all curves. */
export type Global = Decoded<typeof globalLayout>
/** The fields of a bonding curve that trades need. */
export type BondingCurve = Decoded<typeof bondingCurveLayout>
/** A bonding curve, including the fields that its account holds since October 2026. Trades do not need these. */
export interface WholeBondingCurve extends BondingCurve {
  /** From trades of the third version: fees that wait on the curve for the creator, and for the protocol. */
  readonly creator_fee: bigint
  readonly protocol_fees: bigint
  /** 0 if the quote is not a coin of pump.fun. Otherwise 1 more than that coin's `depth`. */
  readonly depth: number
  readonly initial_virtual_quote_reserves: bigint
  /** Raw units that the completing trade bought beyond the curve, from the future pool, and the price paid. */
  readonly post_complete_base_out: bigint
  readonly post_complete_quote_in: bigint
}
/** A wallet's trading volume and the rewards that it is owed. */
export type UserVolumeAccumulator = Decoded<typeof userVolumeAccumulatorLayout>
/** The rewards of all days. */
export type GlobalVolumeAccumulator = Decoded<typeof globalVolumeAccumulatorLayout>

/** The zero key. It is the `quote_mint` of a curve in lamports, and the `creator` of a coin without a creator. */
export const noAddress: Address = systemProgram

/** Min size in bytes of `Global`, from the version that added the buyback recipients. Later fields may be missing. */
const shortestGlobal = 1045

/**
 * Pads `Global` with zeros for fields that the account lacks.
 * @throws TernError `layout/wrongSize`.
 */
function wholeGlobal(data: Uint8Array): Uint8Array {
  if (data.length < shortestGlobal)
    throw new TernError('layout/wrongSize', { layout: 'Global', expected: shortestGlobal, actual: data.length })
  return padded(data, data.length, globalLayout.size)
}

/**
 * Views a `Global`. Reads each field on access, because a trade needs few fields.
 * @throws TernError `layout/*`.
 */
export function viewGlobal(data: Uint8Array): Global {
  return globalLayout.view(wholeGlobal(data), 'atLeast')
}

/**
 * Decodes a `Global`. Fields that the account lacks are zero.
 * @throws TernError `layout/*`.
 */
export function decodeGlobal(data: Uint8Array): Global {
  const view = viewOf(globalLayout, wholeGlobal(data))
  const at = globalLayout.offsets
  return {
    initialized: readFlag(view, at.initialized, 'Global.initialized'),
    authority: address.read(view, at.authority),
    fee_recipient: address.read(view, at.fee_recipient),
    initial_virtual_token_reserves: view.getBigUint64(at.initial_virtual_token_reserves, true),
    initial_virtual_sol_reserves: view.getBigUint64(at.initial_virtual_sol_reserves, true),
    initial_real_token_reserves: view.getBigUint64(at.initial_real_token_reserves, true),
    token_total_supply: view.getBigUint64(at.token_total_supply, true),
    fee_basis_points: view.getBigUint64(at.fee_basis_points, true),
    withdraw_authority: address.read(view, at.withdraw_authority),
    enable_migrate: readFlag(view, at.enable_migrate, 'Global.enable_migrate'),
    pool_migration_fee: view.getBigUint64(at.pool_migration_fee, true),
    creator_fee_basis_points: view.getBigUint64(at.creator_fee_basis_points, true),
    fee_recipients: readAddresses(view, at.fee_recipients, 7),
    set_creator_authority: address.read(view, at.set_creator_authority),
    admin_set_creator_authority: address.read(view, at.admin_set_creator_authority),
    create_v2_enabled: readFlag(view, at.create_v2_enabled, 'Global.create_v2_enabled'),
    whitelist_pda: address.read(view, at.whitelist_pda),
    reserved_fee_recipient: address.read(view, at.reserved_fee_recipient),
    mayhem_mode_enabled: readFlag(view, at.mayhem_mode_enabled, 'Global.mayhem_mode_enabled'),
    reserved_fee_recipients: readAddresses(view, at.reserved_fee_recipients, 7),
    is_cashback_enabled: readFlag(view, at.is_cashback_enabled, 'Global.is_cashback_enabled'),
    buyback_fee_recipients: readAddresses(view, at.buyback_fee_recipients, 8),
    buyback_basis_points: view.getBigUint64(at.buyback_basis_points, true),
    initial_virtual_quote_reserves: view.getBigUint64(at.initial_virtual_quote_reserves, true),
    whitelisted_quote_mints: readAddresses(view, at.whitelisted_quote_mints, 1),
    creator_fee_configurable: readFlag(view, at.creator_fee_configurable, 'Global.creator_fee_configurable'),
    max_configurable_creator_fee_bps: view.getBigUint64(at.max_configurable_creator_fee_bps, true),
    holder_reward_claim_authority: address.read(view, at.holder_reward_claim_authority),
    is_holder_reward_enabled: readFlag(view, at.is_holder_reward_enabled, 'Global.is_holder_reward_enabled'),
  }
}

/** Sizes in bytes of the versions of `BondingCurve`. Each version extends the version before. */
const curveLengths = [125, 124, 115, 83, 82, 81, 49]
/** Sizes of the two later versions. Trades do not need their fields. */
const [lengthWithFees, newestLength] = [141, 166]

/**
 * Cuts or pads a `BondingCurve` to the fields that trades need, like the program.
 * The longest version that fits the account decides. Missing fields are zero, and bytes after that version are ignored:
 * `extend_account` grew curves to 151 bytes.
 * @throws TernError `layout/wrongSize`.
 */
function wholeCurve(data: Uint8Array): Uint8Array {
  const { size } = bondingCurveLayout
  const length = data.length < size ? curveLengths.find(one => one <= data.length) : size
  if (length === undefined)
    throw new TernError('layout/wrongSize', { layout: 'BondingCurve', expected: 49, actual: data.length })
  return padded(data, length, size)
}

/**
 * Views a `BondingCurve` as the program reads it. Reads each field on access.
 * @throws TernError `layout/*`.
 */
export function viewBondingCurve(data: Uint8Array): BondingCurve {
  return bondingCurveLayout.view(wholeCurve(data), 'atLeast')
}

/**
 * Decodes every field of a `BondingCurve` as the program reads it.
 * Written out, which is several times as fast as a layout that fills an object key by key.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function decodeBondingCurve(data: Uint8Array): WholeBondingCurve {
  const view = viewOf(bondingCurveLayout, wholeCurve(data))
  const [hasFees, isNewest] = [data.length >= lengthWithFees, data.length >= newestLength]
  return {
    virtual_token_reserves: view.getBigUint64(8, true),
    virtual_quote_reserves: view.getBigUint64(16, true),
    real_token_reserves: view.getBigUint64(24, true),
    real_quote_reserves: view.getBigUint64(32, true),
    token_total_supply: view.getBigUint64(40, true),
    complete: readFlag(view, 48, 'BondingCurve.complete'),
    creator: address.read(view, 49),
    is_mayhem_mode: readFlag(view, 81, 'BondingCurve.is_mayhem_mode'),
    is_cashback_coin: readFlag(view, 82, 'BondingCurve.is_cashback_coin'),
    quote_mint: address.read(view, 83),
    creator_fee_bps: view.getBigUint64(115, true),
    can_edit_creator_fee: readFlag(view, 123, 'BondingCurve.can_edit_creator_fee'),
    is_holder_reward: readFlag(view, 124, 'BondingCurve.is_holder_reward'),
    creator_fee: hasFees ? view.getBigUint64(125, true) : 0n,
    protocol_fees: hasFees ? view.getBigUint64(133, true) : 0n,
    depth: isNewest ? view.getUint8(141) : 0,
    initial_virtual_quote_reserves: isNewest ? view.getBigUint64(142, true) : 0n,
    post_complete_base_out: isNewest ? view.getBigUint64(150, true) : 0n,
    post_complete_quote_in: isNewest ? view.getBigUint64(158, true) : 0n,
  }
}

/** Returns the first `length` bytes, padded with zeros to `size`. If `length` is at least `size`, returns `data`. */
function padded(data: Uint8Array, length: number, size: number): Uint8Array {
  if (length >= size) return data
  const whole = new Uint8Array(size)
  whole.set(data.subarray(0, length))
  return whole
}
