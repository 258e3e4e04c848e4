import { describe, expect, it } from 'vitest'
import { type MatchRequest, matchOrders } from './limitOrder.ts'

const q64 = 2n ** 64n
/** The price, token 1 per token 0, is 4. */
const atFour = { sqrtPriceX64: 2n * q64, feeRate: 10_000n, isFeeOnInput: true }
const orders = {
  order_phase: 5n,
  orders_amount: 1_000n,
  part_filled_orders_remaining: 200n,
  unfilled_ratio_x64: q64 / 2n,
}
const match = (request: Partial<MatchRequest>) =>
  matchOrders(orders, { ...atFour, remaining: 100n, isExactIn: true, direction: 'zeroForOne', ...request })

describe('orders at a tick', () => {
  it('are taken by an input after its fee, the partly filled orders first', () => {
    // 1% of 51, rounded up, is 1. 50 · 4 empties the partly filled orders.
    expect(match({ remaining: 51n })).toEqual({
      ...{ amountIn: 50n, amountOut: 200n, fee: 1n },
      left: { ...orders, part_filled_orders_remaining: 0n, unfilled_ratio_x64: 0n },
    })
  })

  it('begin a new phase once all others are taken from', () => {
    // 75 · 4 = 300: 200 of the partly filled orders, and 100 of the 1,000 others.
    expect(match({ remaining: 76n })).toMatchObject({
      amountOut: 300n,
      left: {
        order_phase: 6n,
        orders_amount: 0n,
        part_filled_orders_remaining: 900n,
        unfilled_ratio_x64: (q64 * 900n) / 1_000n,
      },
    })
  })

  it('ask for no more than their value, rounded up, plus the fee', () => {
    expect(match({ remaining: 10_000n })).toMatchObject({ amountIn: 300n, amountOut: 1_200n, fee: 4n })
    expect(match({ remaining: 10_000n, isExactIn: false })).toMatchObject({
      amountIn: 300n,
      amountOut: 1_200n,
      fee: 4n,
    })
    expect(match({ remaining: 7n, isExactIn: false })).toMatchObject({ amountIn: 2n, amountOut: 7n, fee: 1n })
  })

  it('pay the fee if it is on the output', () => {
    const onOutput = { isFeeOnInput: false }
    expect(match({ ...onOutput, remaining: 50n })).toMatchObject({ amountIn: 50n, amountOut: 198n, fee: 2n })
    // 100 minus 1% leaves 99.
    expect(match({ ...onOutput, remaining: 99n, isExactIn: false })).toMatchObject({
      ...{ amountIn: 25n, amountOut: 99n, fee: 1n },
    })
  })

  it('have the inverse price for a swap upwards', () => {
    expect(match({ direction: 'oneForZero', remaining: 404n })).toMatchObject({
      amountIn: 399n,
      amountOut: 99n,
      fee: 5n,
    })
    expect(match({ direction: 'oneForZero', remaining: 100n, isExactIn: false })).toMatchObject({ amountIn: 400n })
  })
})
