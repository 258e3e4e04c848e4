import { address, array, bool, bytes, type Decoded, struct, u8, u16, u64, u128 } from '@tern/core/internal'
import { readBytes, readFlag, readU64, viewOf } from '../readFields.ts'

/** `AmmConfig` (states/config.rs). Rates are parts per million. */
export const ammConfigLayout = struct(
  'AmmConfig',
  236,
  {
    bump: u8,
    disable_create_pool: bool,
    index: u16,
    trade_fee_rate: u64,
    protocol_fee_rate: u64,
    fund_fee_rate: u64,
    create_pool_fee: u64,
    protocol_owner: address,
    fund_owner: address,
    creator_fee_rate: u64,
    padding: bytes(120),
  },
  { discriminator: [0xda, 0xf4, 0x21, 0x68, 0xcb, 0xcb, 0x2b, 0x6f] },
)

/** `PoolState` (states/pool.rs). */
export const poolStateLayout = struct(
  'PoolState',
  637,
  {
    amm_config: address,
    pool_creator: address,
    token_0_vault: address,
    token_1_vault: address,
    lp_mint: address,
    token_0_mint: address,
    token_1_mint: address,
    token_0_program: address,
    token_1_program: address,
    observation_key: address,
    auth_bump: u8,
    /** Each bit disables an action: 0 deposits, 1 withdrawals, 2 swaps. */
    status: u8,
    lp_mint_decimals: u8,
    mint_0_decimals: u8,
    mint_1_decimals: u8,
    lp_supply: u64,
    protocol_fees_token_0: u64,
    protocol_fees_token_1: u64,
    fund_fees_token_0: u64,
    fund_fees_token_1: u64,
    /** Unix seconds. */
    open_time: u64,
    recent_epoch: u64,
    /** The mint of the creator fee. 0: always the input. 1: always token 0. 2: always token 1. */
    creator_fee_on: u8,
    enable_creator_fee: bool,
    padding1: bytes(6),
    creator_fees_token_0: u64,
    creator_fees_token_1: u64,
    padding: bytes(224),
  },
  { discriminator: [0xf7, 0xed, 0xe3, 0xf5, 0xd7, 0xc3, 0xde, 0x46] },
)

/** `Observation` (states/oracle.rs): prices in Q32.32, summed over seconds. */
const observationLayout = struct('Observation', 40, {
  block_timestamp: u64,
  cumulative_token_0_price_x32: u128,
  cumulative_token_1_price_x32: u128,
})

/** `ObservationState` (states/oracle.rs): a ring of 100. */
export const observationStateLayout = struct(
  'ObservationState',
  4075,
  {
    initialized: bool,
    observation_index: u16,
    pool_id: address,
    observations: array(observationLayout, 100),
    last_update_timestamp: u64,
    padding: bytes(24),
  },
  { discriminator: [0x7a, 0xae, 0xc5, 0x35, 0x81, 0x09, 0xa5, 0x84] },
)

/** The fee rates of pools that refer to it. */
export type AmmConfig = Decoded<typeof ammConfigLayout>
/** A pool's account. */
export type PoolState = Decoded<typeof poolStateLayout>
/** A pool's past prices. */
export type ObservationState = Decoded<typeof observationStateLayout>

/**
 * Decodes every field of an `AmmConfig`. The account may be longer: a later version appended fields.
 * Written out, like `decodePoolState`, because pools are decoded at each update.
 * An object literal is several times as fast as a layout that fills an object key by key.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function decodeAmmConfig(data: Uint8Array): AmmConfig {
  const view = viewOf(ammConfigLayout, data)
  const { offsets: at } = ammConfigLayout
  return {
    bump: view.getUint8(at.bump),
    disable_create_pool: readFlag(view, at.disable_create_pool, 'AmmConfig.disable_create_pool'),
    index: view.getUint16(at.index, true),
    trade_fee_rate: readU64(view, at.trade_fee_rate),
    protocol_fee_rate: readU64(view, at.protocol_fee_rate),
    fund_fee_rate: readU64(view, at.fund_fee_rate),
    create_pool_fee: readU64(view, at.create_pool_fee),
    protocol_owner: address.read(view, at.protocol_owner),
    fund_owner: address.read(view, at.fund_owner),
    creator_fee_rate: readU64(view, at.creator_fee_rate),
    padding: readBytes(view, at.padding, 120),
  }
}

/**
 * Decodes every field of a `PoolState`. The account may be longer: a later version appended fields.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function decodePoolState(data: Uint8Array): PoolState {
  const view = viewOf(poolStateLayout, data)
  const { offsets: at } = poolStateLayout
  return {
    amm_config: address.read(view, at.amm_config),
    pool_creator: address.read(view, at.pool_creator),
    token_0_vault: address.read(view, at.token_0_vault),
    token_1_vault: address.read(view, at.token_1_vault),
    lp_mint: address.read(view, at.lp_mint),
    token_0_mint: address.read(view, at.token_0_mint),
    token_1_mint: address.read(view, at.token_1_mint),
    token_0_program: address.read(view, at.token_0_program),
    token_1_program: address.read(view, at.token_1_program),
    observation_key: address.read(view, at.observation_key),
    auth_bump: view.getUint8(at.auth_bump),
    status: view.getUint8(at.status),
    lp_mint_decimals: view.getUint8(at.lp_mint_decimals),
    mint_0_decimals: view.getUint8(at.mint_0_decimals),
    mint_1_decimals: view.getUint8(at.mint_1_decimals),
    lp_supply: readU64(view, at.lp_supply),
    protocol_fees_token_0: readU64(view, at.protocol_fees_token_0),
    protocol_fees_token_1: readU64(view, at.protocol_fees_token_1),
    fund_fees_token_0: readU64(view, at.fund_fees_token_0),
    fund_fees_token_1: readU64(view, at.fund_fees_token_1),
    open_time: readU64(view, at.open_time),
    recent_epoch: readU64(view, at.recent_epoch),
    creator_fee_on: view.getUint8(at.creator_fee_on),
    enable_creator_fee: readFlag(view, at.enable_creator_fee, 'PoolState.enable_creator_fee'),
    padding1: readBytes(view, at.padding1, 6),
    creator_fees_token_0: readU64(view, at.creator_fees_token_0),
    creator_fees_token_1: readU64(view, at.creator_fees_token_1),
    padding: readBytes(view, at.padding, 224),
  }
}
