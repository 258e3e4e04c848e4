import { authorityBump, modelDataAccount } from './addresses.ts'
import { type AmmInfo, poolStatus } from './layout.ts'

/** The accounts of a pool. */
export type PoolAccounts = Pick<
  AmmInfo,
  | 'coin_vault'
  | 'pc_vault'
  | 'coin_vault_mint'
  | 'pc_vault_mint'
  | 'lp_mint'
  | 'open_orders'
  | 'market'
  | 'market_program'
  | 'target_orders'
  | 'amm_owner'
>

/**
 * Makes the state of a pool for practice and tests, as its admins would begin it: open for swaps, without orders.
 * @param decimals coin, then pc.
 */
export function newPool([coinDecimals, pcDecimals]: readonly [number, number], accounts: PoolAccounts): AmmInfo {
  return {
    ...{ account_type: 0n, status: poolStatus.swapOnly, nonce: BigInt(authorityBump), order_num: 5n, depth: 3n },
    ...{ coin_decimals: BigInt(coinDecimals), pc_decimals: BigInt(pcDecimals), state: 1n, reset_flag: 0n },
    ...{ min_size: 1n, vol_max_cut_ratio: 500n, amount_wave: 0n, coin_lot_size: 1_000_000n, pc_lot_size: 100n },
    ...{ min_price_multiplier: 1n, max_price_multiplier: 1_000_000_000n },
    sys_decimal_value: 10n ** BigInt(Math.max(coinDecimals, pcDecimals)),
    // `initialize` of the real program sets 15.
    ...{ abort_trade_factor: 15n, price_tick_multiplier: 0n, price_tick: 1n },
    ...{ min_separate_numerator: 5n, min_separate_denominator: 10_000n },
    ...{ trade_fee_numerator: 2n, trade_fee_denominator: 10_000n, pnl_numerator: 12n, pnl_denominator: 100n },
    ...{ swap_fee_numerator: 2n, swap_fee_denominator: 10_000n, need_take_pnl_coin: 0n, need_take_pnl_pc: 0n },
    ...{ total_pnl_pc: 0n, total_pnl_coin: 0n, pool_open_time: 0n, punish_pc_amount: 0n, punish_coin_amount: 0n },
    ...{ orderbook_to_init_time: 0n, swap_coin_in_amount: 0n, swap_pc_out_amount: 0n, swap_pc_in_amount: 0n },
    ...{ swap_coin_out_amount: 0n, swap_pc_to_coin_fee: 0n, swap_coin_to_pc_fee: 0n },
    ...{ ...accounts, model_data: modelDataAccount, padding: new Uint8Array(512) },
  }
}
