import { expect, it } from 'vitest'
import { ammInfoLayout } from './layout.ts'

it("has the offsets of Raydium's client", () => {
  expect(ammInfoLayout.offsets).toMatchObject({
    ...{ status: 8, nonce: 16, coin_decimals: 40, pc_decimals: 48, sys_decimal_value: 128, abort_trade_factor: 136 },
    ...{ swap_fee_numerator: 208, need_take_pnl_coin: 224, need_take_pnl_pc: 232, pool_open_time: 256 },
    ...{ orderbook_to_init_time: 280, swap_coin_in_amount: 288, swap_pc_to_coin_fee: 352, coin_vault: 368 },
    ...{
      lp_mint: 496,
      model_data: 528,
      open_orders: 560,
      market: 592,
      market_program: 624,
      amm_owner: 688,
      padding: 720,
    },
  })
})
