import { TernError } from '@tern/core'
import { address, bytes, type Decoded, struct, u8, u16, u64 } from '@tern/core/internal'
import { readBytes, readU64, viewOf } from '../readFields.ts'

/** `GlobalConfig`. Rates are parts per million. `curve_type`: 0 constant product, 1 fixed price, 2 linear price. */
export const globalConfigLayout = struct(
  'GlobalConfig',
  371,
  {
    epoch: u64,
    curve_type: u8,
    index: u16,
    migrate_fee: u64,
    trade_fee_rate: u64,
    max_share_fee_rate: u64,
    /** In whole tokens, not raw units. */
    min_base_supply: u64,
    max_lock_rate: u64,
    min_base_sell_rate: u64,
    min_base_migrate_rate: u64,
    min_quote_fund_raising: u64,
    quote_mint: address,
    protocol_fee_owner: address,
    migrate_fee_owner: address,
    migrate_to_amm_wallet: address,
    migrate_to_cpswap_wallet: address,
    padding: bytes(128),
  },
  { discriminator: [0x95, 0x08, 0x9c, 0xca, 0xa0, 0xfc, 0xb0, 0xd9] },
)

/**
 * `PlatformConfig`. Rates are parts per million. Texts are padded with zeros. `platformCurves.ts` reads the rest of the
 * account.
 */
export const platformConfigLayout = struct(
  'PlatformConfig',
  940,
  {
    epoch: u64,
    platform_fee_wallet: address,
    platform_nft_wallet: address,
    platform_scale: u64,
    creator_scale: u64,
    burn_scale: u64,
    fee_rate: u64,
    name: bytes(64),
    web: bytes(256),
    img: bytes(256),
    /** The config of the pool that a complete curve moves to. */
    cpswap_config: address,
    creator_fee_rate: u64,
    transfer_fee_extension_auth: address,
    platform_vesting_wallet: address,
    platform_vesting_scale: u64,
    platform_cp_creator: address,
    restrict_global_config: u8,
    restrict_curve_param: u8,
    curve_rule_manager: address,
    padding: bytes(74),
  },
  { discriminator: [0xa0, 0x4e, 0x80, 0x00, 0xf8, 0x53, 0xe6, 0xa0] },
)

/** `PoolState`. Amounts are raw units. */
export const poolStateLayout = struct(
  'PoolState',
  429,
  {
    epoch: u64,
    auth_bump: u8,
    /** 0: trading. 1: everything is sold, and the migration is pending. 2: migrated. */
    status: u8,
    base_decimals: u8,
    quote_decimals: u8,
    /** The program that the liquidity moves to. 0: AMM v4. 1: CP-Swap. */
    migrate_type: u8,
    supply: u64,
    total_base_sell: u64,
    virtual_base: u64,
    virtual_quote: u64,
    /** Sold so far, and the amount paid for it. */
    real_base: u64,
    real_quote: u64,
    total_quote_fund_raising: u64,
    quote_protocol_fee: u64,
    /** Fees from before the platform had a fee vault. */
    platform_fee: u64,
    migrate_fee: u64,
    total_locked_amount: u64,
    cliff_period: u64,
    unlock_period: u64,
    start_time: u64,
    allocated_share_amount: u64,
    global_config: address,
    platform_config: address,
    base_mint: address,
    quote_mint: address,
    base_vault: address,
    quote_vault: address,
    creator: address,
    /** Each bit means Token-2022. Bit 0: the token. Bit 1: the quote mint. */
    token_program_flag: u8,
    /** The creator fee of the pool that the curve moves to. 0: in the quote token. 1: in both tokens. */
    amm_fee_on: u8,
    platform_vesting_share: u64,
    padding: bytes(54),
  },
  { discriminator: [0xf7, 0xed, 0xe3, 0xf5, 0xd7, 0xc3, 0xde, 0x46] },
)

/** `VestingRecord`: a beneficiary's share of a pool's locked tokens. */
export const vestingRecordLayout = struct(
  'VestingRecord',
  160,
  {
    epoch: u64,
    pool: address,
    beneficiary: address,
    claimed_amount: u64,
    token_share_amount: u64,
    padding: bytes(64),
  },
  { discriminator: [0x6a, 0xf3, 0xdd, 0xcd, 0xe6, 0x7e, 0x55, 0x53] },
)

/** The common settings of all pools with a quote mint and a curve type. */
export type GlobalConfig = Decoded<typeof globalConfigLayout>
/** A platform and the fees of its launches. */
export type PlatformConfig = Decoded<typeof platformConfigLayout>
/** A bonding curve's account. */
export type PoolState = Decoded<typeof poolStateLayout>
/** A beneficiary's locked tokens. */
export type VestingRecord = Decoded<typeof vestingRecordLayout>

/**
 * Views a `GlobalConfig`. Reads each field on access. The account may be longer: a later version appended fields.
 * @throws TernError `layout/*`.
 */
export function viewGlobalConfig(data: Uint8Array): GlobalConfig {
  const view = globalConfigLayout.view(data, 'atLeast')
  assertAtMostTwo('GlobalConfig.curve_type', view.curve_type)
  return view
}

/**
 * Decodes every field of a `GlobalConfig`. Written out for the reason given at `decodePoolState`.
 * @throws TernError `layout/*`.
 */
export function decodeGlobalConfig(data: Uint8Array): GlobalConfig {
  const view = viewOf(globalConfigLayout, data)
  const { offsets: at } = globalConfigLayout
  assertAtMostTwo('GlobalConfig.curve_type', view.getUint8(at.curve_type))
  return {
    epoch: readU64(view, at.epoch),
    curve_type: view.getUint8(at.curve_type),
    index: view.getUint16(at.index, true),
    migrate_fee: readU64(view, at.migrate_fee),
    trade_fee_rate: readU64(view, at.trade_fee_rate),
    max_share_fee_rate: readU64(view, at.max_share_fee_rate),
    min_base_supply: readU64(view, at.min_base_supply),
    max_lock_rate: readU64(view, at.max_lock_rate),
    min_base_sell_rate: readU64(view, at.min_base_sell_rate),
    min_base_migrate_rate: readU64(view, at.min_base_migrate_rate),
    min_quote_fund_raising: readU64(view, at.min_quote_fund_raising),
    quote_mint: address.read(view, at.quote_mint),
    protocol_fee_owner: address.read(view, at.protocol_fee_owner),
    migrate_fee_owner: address.read(view, at.migrate_fee_owner),
    migrate_to_amm_wallet: address.read(view, at.migrate_to_amm_wallet),
    migrate_to_cpswap_wallet: address.read(view, at.migrate_to_cpswap_wallet),
    padding: readBytes(view, at.padding, 128),
  }
}

/**
 * Views a `PlatformConfig`. Reads each field on access. The account has more data after these fields.
 * @throws TernError `layout/*`.
 */
export function viewPlatformConfig(data: Uint8Array): PlatformConfig {
  return platformConfigLayout.view(data, 'atLeast')
}

/**
 * Decodes every field of a `PlatformConfig`.
 * @throws TernError `layout/*`.
 */
export function decodePlatformConfig(data: Uint8Array): PlatformConfig {
  return platformConfigLayout.decode(data, 'atLeast')
}

/**
 * Decodes a `VestingRecord`. The account may be longer: a later version appended fields.
 * @throws TernError `layout/*`.
 */
export function decodeVestingRecord(data: Uint8Array): VestingRecord {
  return vestingRecordLayout.decode(data, 'atLeast')
}

/**
 * Views a `PoolState`. Reads each field on access. The account may be longer: a later version appended fields.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function viewPoolState(data: Uint8Array): PoolState {
  const view = poolStateLayout.view(data, 'atLeast')
  assertAtMostTwo('PoolState.status', view.status)
  return view
}

/**
 * Decodes every field of a `PoolState`.
 * Written out, which is several times as fast as a layout that fills an object key by key.
 * @throws TernError as `viewPoolState`.
 */
export function decodePoolState(data: Uint8Array): PoolState {
  const view = viewOf(poolStateLayout, data)
  const { offsets: at } = poolStateLayout
  assertAtMostTwo('PoolState.status', view.getUint8(at.status))
  return {
    epoch: readU64(view, at.epoch),
    auth_bump: view.getUint8(at.auth_bump),
    status: view.getUint8(at.status),
    base_decimals: view.getUint8(at.base_decimals),
    quote_decimals: view.getUint8(at.quote_decimals),
    migrate_type: view.getUint8(at.migrate_type),
    supply: readU64(view, at.supply),
    total_base_sell: readU64(view, at.total_base_sell),
    virtual_base: readU64(view, at.virtual_base),
    virtual_quote: readU64(view, at.virtual_quote),
    real_base: readU64(view, at.real_base),
    real_quote: readU64(view, at.real_quote),
    total_quote_fund_raising: readU64(view, at.total_quote_fund_raising),
    quote_protocol_fee: readU64(view, at.quote_protocol_fee),
    platform_fee: readU64(view, at.platform_fee),
    migrate_fee: readU64(view, at.migrate_fee),
    total_locked_amount: readU64(view, at.total_locked_amount),
    cliff_period: readU64(view, at.cliff_period),
    unlock_period: readU64(view, at.unlock_period),
    start_time: readU64(view, at.start_time),
    allocated_share_amount: readU64(view, at.allocated_share_amount),
    global_config: address.read(view, at.global_config),
    platform_config: address.read(view, at.platform_config),
    base_mint: address.read(view, at.base_mint),
    quote_mint: address.read(view, at.quote_mint),
    base_vault: address.read(view, at.base_vault),
    quote_vault: address.read(view, at.quote_vault),
    creator: address.read(view, at.creator),
    token_program_flag: view.getUint8(at.token_program_flag),
    amm_fee_on: view.getUint8(at.amm_fee_on),
    platform_vesting_share: readU64(view, at.platform_vesting_share),
    padding: readBytes(view, at.padding, 54),
  }
}

/**
 * Checks that a curve type or a pool's status is at most 2.
 * @throws TernError `layout/invalidValue`.
 */
function assertAtMostTwo(field: string, value: number): void {
  if (value > 2) throw new TernError('layout/invalidValue', { field, value: String(value) })
}
