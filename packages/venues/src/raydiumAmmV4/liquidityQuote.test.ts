import { describe, expect, it } from 'vitest'
import { type LiquidityState, quoteDeposit, quoteWithdrawal, takeProfit } from './liquidityQuote.ts'

/** 1,010 coin and 1.01 pc, of which 1,000 and 1 are no profit, with 9 and 6 decimals. */
const state: LiquidityState = {
  ...{ coin: 1_010_000_000_000n, pc: 1_010_000_000n, lp_amount: 777_777_777_777n },
  ...{ coin_decimals: 9n, pc_decimals: 6n, sys_decimal_value: 10n ** 9n, pnl_numerator: 12n, pnl_denominator: 100n },
  ...{ calc_pnl_x: 10n ** 12n, calc_pnl_y: 10n ** 12n },
}

describe('takeProfit', () => {
  it('takes 12% of the growth from both sides', () => {
    expect(takeProfit(state)).toEqual({ coin: 1_200_000_000n, pc: 1_200_000n })
  })

  it('takes nothing if one side’s share rounds to zero, and has no result if the reserves shrank', () => {
    const still = { ...state, coin: 10n ** 12n, pc: 10n ** 9n }
    expect(takeProfit(still)).toEqual({ coin: 0n, pc: 0n })
    expect(takeProfit({ ...still, coin: 10n ** 12n + 5n })).toEqual({ coin: 0n, pc: 0n })
    expect(takeProfit({ ...still, coin: 10n ** 12n - 1n })).toBeUndefined()
    expect(takeProfit({ ...still, coin: 0n })).toBeUndefined()
  })
})

describe('quoteDeposit', () => {
  it('rounds the other side up and the LP tokens down, after the profit', () => {
    expect(quoteDeposit(state, 'coin', 123_456_789n)).toEqual({ coin: 123_456_789n, pc: 123_457n, lp: 95_184_324n })
    expect(quoteDeposit(state, 'pc', 1_000n)).toEqual({ coin: 1_000_000n, pc: 1_000n, lp: 770_993n })
  })

  it('has no result if an amount is zero, or without LP tokens', () => {
    expect(quoteDeposit(state, 'coin', 0n)).toBeUndefined()
    expect(quoteDeposit(state, 'coin', 1n)).toBeUndefined()
    expect(quoteDeposit({ ...state, lp_amount: 0n }, 'coin', 1_000n)).toBeUndefined()
  })
})

describe('quoteWithdrawal', () => {
  it('rounds both sides down, after the profit unless the pool only pays out', () => {
    expect(quoteWithdrawal(state, 1_000_000n)).toEqual({ coin: 1_297_028n, pc: 1_297n, lp: 1_000_000n })
    expect(quoteWithdrawal(state, 1_000_000n, false)).toEqual({ coin: 1_298_571n, pc: 1_298n, lp: 1_000_000n })
  })

  it('has no result if a side is zero, or if nothing would be left', () => {
    expect(quoteWithdrawal(state, 1n)).toBeUndefined()
    expect(quoteWithdrawal(state, state.lp_amount)).toBeUndefined()
    expect(quoteWithdrawal(state, state.lp_amount - 1n)).toBeDefined()
  })
})
