import { type Address, address, array, bool, i64, i128, struct, u8, u16, u64 } from '@tern/core'

/** pump.fun's own pools, where complete curves go. */
export const program = 'pAMMBay6oceH9fJKBRHGP5D4bD4sWpmSwMn52FMfXEA' as Address

/** `GlobalConfig`. */
export const globalConfigLayout = struct(
  'GlobalConfig',
  949,
  {
    admin: address,
    lp_fee_basis_points: u64,
    protocol_fee_basis_points: u64,
    /** From the lowest bit: creating a pool, deposit, withdrawal, buy, sell. */
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
    creator_fee_configurable: bool,
    max_configurable_creator_fee_bps: u64,
  },
  { discriminator: [0x95, 0x08, 0x9c, 0xca, 0xa0, 0xfc, 0xb0, 0xd9] },
)

/** `Pool`. What it can pay is in its accounts; `virtual_quote_reserves` counts for the price only. */
export const poolLayout = struct(
  'Pool',
  271,
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
    creator_fee_bps: u64,
    can_edit_creator_fee: bool,
    is_holder_reward: bool,
  },
  { discriminator: [0xf1, 0x9a, 0x6d, 0x04, 0x11, 0xb1, 0x6d, 0xbc] },
)
/** Bytes that the program allocates for a `Pool`; those behind the fields are zeros. */
export const poolSize = 301

/** `create_pool`. What follows `is_mayhem_mode` came later, one by one. */
export const createPoolLayout = struct(
  'create_pool',
  70,
  {
    index: u16,
    base_amount_in: u64,
    quote_amount_in: u64,
    coin_creator: address,
    is_mayhem_mode: bool,
    is_cashback_coin: bool,
    creator_fee_bps: u64,
    can_edit_creator_fee: bool,
    is_holder_reward: bool,
  },
  { discriminator: [0xe9, 0x92, 0xd1, 0x8e, 0xcf, 0x68, 0x40, 0xbc] },
)

/** `init_boost`. */
export const initBoostTag = Uint8Array.of(0x8c, 0xe9, 0x21, 0x5e, 0x84, 0x5a, 0xc2, 0x8f)

/** `CreatePoolEvent`. */
export const createPoolEventLayout = struct(
  'CreatePoolEvent',
  344,
  {
    timestamp: i64,
    index: u16,
    creator: address,
    base_mint: address,
    quote_mint: address,
    base_mint_decimals: u8,
    quote_mint_decimals: u8,
    base_amount_in: u64,
    quote_amount_in: u64,
    pool_base_amount: u64,
    pool_quote_amount: u64,
    minimum_liquidity: u64,
    initial_liquidity: u64,
    lp_token_amount_out: u64,
    pool_bump: u8,
    pool: address,
    lp_mint: address,
    user_base_token_account: address,
    user_quote_token_account: address,
    coin_creator: address,
    is_mayhem_mode: bool,
    creator_fee_bps: u64,
    can_edit_creator_fee: bool,
    is_holder_reward: bool,
  },
  { discriminator: [0xb1, 0x31, 0x0c, 0xd2, 0xa0, 0x76, 0xa7, 0x74] },
)

/** `InitBoostEvent`. */
export const initBoostEventLayout = struct(
  'InitBoostEvent',
  136,
  {
    timestamp: i64,
    mint: address,
    bonding_curve: address,
    pool: address,
    virtual_quote_reserves: i128,
    real_quote_reserves_after: u64,
  },
  { discriminator: [0xae, 0x7c, 0x4a, 0xf9, 0x04, 0x51, 0xf6, 0x11] },
)
