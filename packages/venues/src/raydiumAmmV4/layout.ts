import { address, bytes, type Decoded, struct, u64, u128 } from '@tern/core/internal'
import { readBytes, readU64, readU128, viewOf } from '../readFields.ts'

/** `AmmInfo` with its `Fees` and `StateData` (state.rs). The program's accounts have no discriminator. */
export const ammInfoLayout = struct('AmmInfo', 752, {
  /** See `ammStatus`. */
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
  /** Ten to the power of the larger number of decimals. */
  sys_decimal_value: u64,
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
  /** Unix seconds. */
  pool_open_time: u64,
  padding: bytes(16),
  orderbook_to_init_time: u64,
  swap_coin_in_amount: u128,
  swap_pc_out_amount: u128,
  swap_acc_pc_fee: u64,
  swap_pc_in_amount: u128,
  swap_coin_out_amount: u128,
  swap_acc_coin_fee: u64,
  coin_vault: address,
  pc_vault: address,
  coin_vault_mint: address,
  pc_vault_mint: address,
  lp_mint: address,
  open_orders: address,
  market: address,
  market_program: address,
  target_orders: address,
  padding1: bytes(64),
  amm_owner: address,
  /** LP tokens that the pool counts as given out, including the locked first tokens. The mint's supply may be lower. */
  lp_amount: u64,
  client_order_id: u64,
  recent_epoch: u64,
  padding2: u64,
})

/** `AmmStatus` (state.rs). */
export const ammStatus = {
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

/**
 * Decodes every field of an `AmmInfo`. The account may be longer: a later version may append fields.
 * Written out, because pools are decoded at each update.
 * An object literal is several times as fast as a layout that fills an object key by key.
 * @throws TernError `layout/wrongSize`.
 */
export function decodeAmmInfo(data: Uint8Array): AmmInfo {
  const view = viewOf(ammInfoLayout, data)
  const { offsets: at } = ammInfoLayout
  return {
    status: readU64(view, at.status),
    nonce: readU64(view, at.nonce),
    order_num: readU64(view, at.order_num),
    depth: readU64(view, at.depth),
    coin_decimals: readU64(view, at.coin_decimals),
    pc_decimals: readU64(view, at.pc_decimals),
    state: readU64(view, at.state),
    reset_flag: readU64(view, at.reset_flag),
    min_size: readU64(view, at.min_size),
    vol_max_cut_ratio: readU64(view, at.vol_max_cut_ratio),
    amount_wave: readU64(view, at.amount_wave),
    coin_lot_size: readU64(view, at.coin_lot_size),
    pc_lot_size: readU64(view, at.pc_lot_size),
    min_price_multiplier: readU64(view, at.min_price_multiplier),
    max_price_multiplier: readU64(view, at.max_price_multiplier),
    sys_decimal_value: readU64(view, at.sys_decimal_value),
    min_separate_numerator: readU64(view, at.min_separate_numerator),
    min_separate_denominator: readU64(view, at.min_separate_denominator),
    trade_fee_numerator: readU64(view, at.trade_fee_numerator),
    trade_fee_denominator: readU64(view, at.trade_fee_denominator),
    pnl_numerator: readU64(view, at.pnl_numerator),
    pnl_denominator: readU64(view, at.pnl_denominator),
    swap_fee_numerator: readU64(view, at.swap_fee_numerator),
    swap_fee_denominator: readU64(view, at.swap_fee_denominator),
    need_take_pnl_coin: readU64(view, at.need_take_pnl_coin),
    need_take_pnl_pc: readU64(view, at.need_take_pnl_pc),
    total_pnl_pc: readU64(view, at.total_pnl_pc),
    total_pnl_coin: readU64(view, at.total_pnl_coin),
    pool_open_time: readU64(view, at.pool_open_time),
    padding: readBytes(view, at.padding, 16),
    orderbook_to_init_time: readU64(view, at.orderbook_to_init_time),
    swap_coin_in_amount: readU128(view, at.swap_coin_in_amount),
    swap_pc_out_amount: readU128(view, at.swap_pc_out_amount),
    swap_acc_pc_fee: readU64(view, at.swap_acc_pc_fee),
    swap_pc_in_amount: readU128(view, at.swap_pc_in_amount),
    swap_coin_out_amount: readU128(view, at.swap_coin_out_amount),
    swap_acc_coin_fee: readU64(view, at.swap_acc_coin_fee),
    coin_vault: address.read(view, at.coin_vault),
    pc_vault: address.read(view, at.pc_vault),
    coin_vault_mint: address.read(view, at.coin_vault_mint),
    pc_vault_mint: address.read(view, at.pc_vault_mint),
    lp_mint: address.read(view, at.lp_mint),
    open_orders: address.read(view, at.open_orders),
    market: address.read(view, at.market),
    market_program: address.read(view, at.market_program),
    target_orders: address.read(view, at.target_orders),
    padding1: readBytes(view, at.padding1, 64),
    amm_owner: address.read(view, at.amm_owner),
    lp_amount: readU64(view, at.lp_amount),
    client_order_id: readU64(view, at.client_order_id),
    recent_epoch: readU64(view, at.recent_epoch),
    padding2: readU64(view, at.padding2),
  }
}
