import { address, bytes, type Decoded, struct, u64, u128 } from '@tern/core/internal'

/**
 * A pool's account. The source is closed. The names here are from the open `AmmInfo` of AMM v4, because it has the same fields;
 * Raydium's client has other names. A run of the real program proves the meaning of each field.
 */
export const ammInfoLayout = struct('StableAmmInfo', 1232, {
  /** 0: a pool. */
  account_type: u64,
  /** See `poolStatus`. */
  status: u64,
  /** Bump of the authority. */
  nonce: u64,
  order_num: u64,
  depth: u64,
  coin_decimals: u64,
  pc_decimals: u64,
  state: u64,
  reset_flag: u64,
  min_size: u64,
  vol_max_cut_ratio: u64,
  amount_wave: u64,
  coin_lot_size: u64,
  pc_lot_size: u64,
  min_price_multiplier: u64,
  max_price_multiplier: u64,
  /** The unit of both tokens in the table: ten to the power of the larger number of decimals. */
  sys_decimal_value: u64,
  /** A swap fails if it leaves this many times more of a token than of the other. */
  abort_trade_factor: u64,
  price_tick_multiplier: u64,
  price_tick: u64,
  min_separate_numerator: u64,
  min_separate_denominator: u64,
  trade_fee_numerator: u64,
  trade_fee_denominator: u64,
  pnl_numerator: u64,
  pnl_denominator: u64,
  swap_fee_numerator: u64,
  swap_fee_denominator: u64,
  /** Raydium's share of the profit, which waits in the vault. */
  need_take_pnl_coin: u64,
  need_take_pnl_pc: u64,
  total_pnl_pc: u64,
  total_pnl_coin: u64,
  /** Unix seconds. A pool that is `waitingTrade` opens then. */
  pool_open_time: u64,
  punish_pc_amount: u64,
  punish_coin_amount: u64,
  /** Unix seconds. A pool that is `orderBookOnly` opens for swaps then. */
  orderbook_to_init_time: u64,
  swap_coin_in_amount: u128,
  swap_pc_out_amount: u128,
  swap_pc_in_amount: u128,
  swap_coin_out_amount: u128,
  swap_pc_to_coin_fee: u64,
  swap_coin_to_pc_fee: u64,
  coin_vault: address,
  pc_vault: address,
  coin_vault_mint: address,
  pc_vault_mint: address,
  lp_mint: address,
  model_data: address,
  open_orders: address,
  market: address,
  market_program: address,
  target_orders: address,
  amm_owner: address,
  padding: bytes(512),
})

/** The states of a pool, as AMM v4 names them. The program logs the last as `SwapPunish`. */
export const poolStatus = {
  uninitialized: 0n,
  initialized: 1n,
  disabled: 2n,
  withdrawOnly: 3n,
  liquidityOnly: 4n,
  orderBookOnly: 5n,
  swapOnly: 6n,
  waitingTrade: 7n,
} as const

/** A pool's account. */
export type AmmInfo = Decoded<typeof ammInfoLayout>
