import { address, bool, bytes, type Decoded, struct, u8, u64 } from '@tern/core/internal'

/**
 * `Pool` (dynamic-amm/src/state.rs), up to the kind of its curve, with `PoolFees`, `Bootstrapping` and `PartnerInfo`
 * inlined. The parameters of a stable curve follow, see `stableCurveLayout`.
 */
export const poolLayout = struct(
  'Pool',
  875,
  {
    lp_mint: address,
    token_a_mint: address,
    token_b_mint: address,
    a_vault: address,
    b_vault: address,
    /** The pool's shares of vault A, and the authority of all token accounts of the pool. */
    a_vault_lp: address,
    b_vault_lp: address,
    a_vault_lp_bump: u8,
    enabled: bool,
    protocol_token_a_fee: address,
    protocol_token_b_fee: address,
    fee_last_updated_at: u64,
    padding_admin: bytes(24),
    trade_fee_numerator: u64,
    trade_fee_denominator: u64,
    protocol_trade_fee_numerator: u64,
    protocol_trade_fee_denominator: u64,
    /** 0: Meteora created it. 1: anyone may have created it. */
    pool_type: u8,
    /** The stake pool of a stable pool of the SPL's staked SOL. */
    stake: address,
    /** LP tokens that can never be withdrawn. */
    total_locked_lp: u64,
    /** The opening: a slot, or Unix seconds. */
    activation_point: u64,
    /** May buy before the pool opens. */
    whitelisted_vault: address,
    pool_creator: address,
    /** 0: slots. 1: seconds. */
    activation_type: u8,
    /** The share of the protocol fee that belongs to the partner, in parts of 100,000. */
    partner_fee_numerator: u64,
    partner_authority: address,
    pending_fee_a: u64,
    pending_fee_b: u64,
    padding: bytes(342),
    /** 0: constant product. 1: stable. */
    curve_type: u8,
  },
  { discriminator: [0xf1, 0x9a, 0x6d, 0x04, 0x11, 0xb1, 0x6d, 0xbc] },
)

/** The parameters of a stable curve (`CurveType::Stable`), after the other fields of its pool. */
export const stableCurveLayout = struct('Stable', 50, {
  amp: u64,
  token_a_multiplier: u64,
  token_b_multiplier: u64,
  precision_factor: u8,
  /** The price of token B in token A, in parts of 1,000,000, as the pool last read it. */
  base_virtual_price: u64,
  /** Unix seconds. */
  base_cache_updated: u64,
  /** 0: both tokens have the same price. 1: token B is mSOL. 2: stSOL. 3: a token of an SPL stake pool. */
  depeg_type: u8,
  last_amp_updated_timestamp: u64,
})

/** A pool's account, without a stable curve's parameters. */
export type PoolState = Decoded<typeof poolLayout>
/** The parameters of a stable curve. */
export type StableCurve = Decoded<typeof stableCurveLayout>

/** `Config` (dynamic-amm/src/state.rs): the initial settings of pools. */
export const configLayout = struct(
  'Config',
  340,
  {
    trade_fee_numerator: u64,
    trade_fee_denominator: u64,
    protocol_trade_fee_numerator: u64,
    protocol_trade_fee_denominator: u64,
    activation_duration: u64,
    vault_config_key: address,
    /** The only account that may create pools with the config. If zero, anyone may. */
    pool_creator_authority: address,
    activation_type: u8,
    partner_fee_numerator: u64,
    padding: bytes(219),
  },
  { discriminator: [0x9b, 0x0c, 0xaa, 0xe0, 0x1e, 0xfa, 0xcc, 0x82] },
)

/** The initial settings of pools that are created with it. */
export type Config = Decoded<typeof configLayout>

/**
 * Decodes every field of a `Pool` that all curves have. The account is longer.
 * @throws TernError `layout/wrongSize`, `layout/wrongDiscriminator`, `layout/invalidValue`.
 */
export function decodePoolState(data: Uint8Array): PoolState {
  return poolLayout.decode(data, 'atLeast')
}

/**
 * Decodes the parameters of a stable pool's curve.
 * @param data the pool's account.
 * @throws TernError `layout/wrongSize`.
 */
export function decodeStableCurve(data: Uint8Array): StableCurve {
  return stableCurveLayout.decode(data.subarray(poolLayout.size), 'atLeast')
}
