import { type Address, encodeBase58, tokenProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { initializePoolEventLayout, readEvent, swapEventLayout } from './events.ts'
import { program } from './index.ts'
import { encodeSwap } from './instructions.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const swapOf = (pool: Address, payer: Address) => {
  const { accounts = [], data = new Uint8Array() } = encodeSwap(
    {
      ...{ pool, input_token_account: k(2), output_token_account: k(3), token_a_vault: k(4), token_b_vault: k(5) },
      ...{ token_a_mint: k(6), token_b_mint: k(7), payer, token_a_program: tokenProgram },
      ...{ token_b_program: tokenProgram, instructions: 'hidden' },
    },
    7n,
    5n,
  )
  return { program, accounts: accounts.map(({ address }) => address), data: Uint8Array.from(data) }
}
const event = (trade_direction: number, collect_fee_mode = 0) =>
  swapEventLayout.encode({
    ...{ pool: k(1), trade_direction, collect_fee_mode, has_referral: false, amount_0: 100n, amount_1: 1n },
    ...{ swap_mode: 1, included_fee_input_amount: 90n, excluded_fee_input_amount: 90n, amount_left: 5n },
    ...{ output_amount: 80n, next_sqrt_price: 3n, claiming_fee: 1n, protocol_fee: 2n, compounding_fee: 0n },
    ...{ referral_fee: 0n, included_transfer_fee_amount_in: 95n, included_transfer_fee_amount_out: 80n },
    ...{ excluded_transfer_fee_amount_out: 77n, current_timestamp: 9n, reserve_a_amount: 1n, reserve_b_amount: 2n },
  })

describe('readEvent', () => {
  it('reports the mints of a trade, and the amounts that left the trader and that arrived', () => {
    const trade = {
      kind: 'trade',
      protocol: 'meteora_damm_v2',
      pool: k(1),
      amountIn: 95n,
      amountOut: 77n,
      trader: k(8),
    }
    const instructions = [swapOf(k(9), k(10)), swapOf(k(1), k(8))]
    const [bPerA, aPerB] = [
      { numerator: 9n, denominator: 2n ** 128n },
      { numerator: 2n ** 128n, denominator: 9n },
    ]
    expect(readEvent(event(0), instructions)).toEqual({ ...trade, mintIn: k(6), mintOut: k(7), priceAfter: bPerA })
    expect(readEvent(event(1), instructions)).toEqual({ ...trade, mintIn: k(7), mintOut: k(6), priceAfter: aPerB })
  })

  it('computes the price of a compounding pool from its reserves', () => {
    const after = (direction: number) => readEvent(event(direction, 2), [swapOf(k(1), k(8))])
    expect(after(0)).toMatchObject({ priceAfter: { numerator: 2n, denominator: 1n } })
    expect(after(1)).toMatchObject({ priceAfter: { numerator: 1n, denominator: 2n } })
  })

  it('names no trader after trades of two traders, and reports nothing without an instruction', () => {
    const two = readEvent(event(0), [swapOf(k(1), k(8)), swapOf(k(1), k(9))])
    expect(two).toMatchObject({ kind: 'trade', amountIn: 95n })
    expect(two).not.toHaveProperty('trader')
    expect(readEvent(event(0), [swapOf(k(2), k(8))])).toBeUndefined()
  })

  it('reports a new pool', () => {
    const created = initializePoolEventLayout.encode({
      ...{ pool: k(1), token_a_mint: k(2), token_b_mint: k(3), creator: k(4), payer: k(5), alpha_vault: k(6) },
      ...{ base_fee: new Uint8Array(27), compounding_fee_bps: 0, padding: 0, dynamic_fee: undefined },
      ...{ sqrt_min_price: 1n, sqrt_max_price: 2n, activation_type: 1, collect_fee_mode: 0, liquidity: 3n },
      ...{ sqrt_price: 4n, activation_point: 5n, token_a_flag: 0, token_b_flag: 1, token_a_amount: 6n },
      ...{ token_b_amount: 7n, total_amount_a: 8n, total_amount_b: 9n, pool_type: 0 },
    })
    expect(readEvent(created, [])).toEqual({
      ...{ kind: 'pool', protocol: 'meteora_damm_v2', pool: k(1), mints: [k(2), k(3)], creator: k(4) },
      timestampSeconds: undefined,
    })
    expect(() => readEvent(created.slice(0, 60), [])).toThrow('EvtInitializePool')
  })

  it('ignores other events, and throws for a truncated event', () => {
    expect(readEvent(new Uint8Array(200), [])).toBeUndefined()
    expect(readEvent(new Uint8Array(), [])).toBeUndefined()
    expect(() => readEvent(event(0).slice(0, 100), [])).toThrow('EvtSwap2')
  })
})
