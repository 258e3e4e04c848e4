import { address, array, bool, bytes, type Decoded, struct, u8, u16, u64, u128 } from '@tern/core'

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
    /** A bit that is set forbids: 0 deposits, 1 withdrawals, 2 swaps. */
    status: u8,
    lp_mint_decimals: u8,
    mint_0_decimals: u8,
    mint_1_decimals: u8,
    lp_supply: u64,
    protocol_fees_token_0: u64,
    protocol_fees_token_1: u64,
    fund_fees_token_0: u64,
    fund_fees_token_1: u64,
    /** Seconds since 1970. */
    open_time: u64,
    recent_epoch: u64,
    /** 0: whichever token comes in, 1: only token 0, 2: only token 1. */
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

export type AmmConfig = Decoded<typeof ammConfigLayout>
export type PoolState = Decoded<typeof poolStateLayout>
export type ObservationState = Decoded<typeof observationStateLayout>
