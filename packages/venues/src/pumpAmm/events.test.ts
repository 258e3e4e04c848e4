import { type Address, encodeBase64, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readEvents } from '../read.ts'
import { buyEventLayout, createPoolEventLayout, sellEventLayout } from './events.ts'
import { program } from './index.ts'
import {
  buyExactQuoteInV2Layout,
  buyV2Layout,
  encodeSell,
  multiHopSwapLayout,
  sellV2Layout,
  type TradeAccounts,
} from './tradeInstructions.ts'

const pool = 'GnpU6c7H9CbPrbb9cUkQMxgz6DZV41h8XbU4pLh4C27e' as Address
const trader = 'SysvarC1ock11111111111111111111111111111111' as Address
const mint = 'ELJFma9JzJfLWbc2fBSXPMAExayXoTr2LUNJLbPpump' as Address

/** A trade in the pool. It names the tokens that the event does not name. */
function named(base: Address, quote: Address) {
  const any = new Proxy({}, { get: (_, name) => (name === 'pool' ? pool : wrappedNativeMint) }) as TradeAccounts
  const { accounts = [], data } = encodeSell(any, 1n, 1n)
  const addresses = accounts.map(({ address }) => address)
  return [{ program, accounts: addresses.with(3, base).with(4, quote), data: Uint8Array.from(data ?? []) }]
}
const common = {
  ...{ timestamp: 5n, user_base_token_reserves: 0n, user_quote_token_reserves: 0n },
  ...{ pool_base_token_reserves: 206_900_000_000_000n, pool_quote_token_reserves: 67_405_853_790n },
  ...{ lp_fee_basis_points: 2n, lp_fee: 197_334n, protocol_fee_basis_points: 93n, protocol_fee: 9_176_000n },
  ...{ pool, user: trader, user_base_token_account: mint, user_quote_token_account: mint },
  ...{ protocol_fee_recipient: mint, protocol_fee_recipient_token_account: mint, coin_creator: mint },
  ...{ coin_creator_fee_basis_points: 30n, coin_creator_fee: 2_960_000n, cashback_fee_basis_points: 0n, cashback: 0n },
  ...{ buyback_fee_basis_points: 5_000n, buyback_fee: 4_588_000n, virtual_quote_reserves: 17_584_505_294n },
  ...{ can_boost: true, base_supply: 10n ** 15n, holder_rewards_bps: 0n, holder_rewards: 0n },
}
/** A `buy`. In a `buy_exact_quote_in`, the pool's price and the trader's payment are swapped. */
const buy = (name: 'buy' | 'buy_exact_quote_in') => {
  const [asked, paid] = [986_666_666n, 999_000_000n]
  return buyEventLayout.encode({
    ...common,
    ...{ base_amount_out: 2_374_370_725_319n, max_quote_amount_in: paid, quote_amount_in_with_lp_fee: 986_864_000n },
    ...(name === 'buy'
      ? { quote_amount_in: asked, user_quote_amount_in: paid }
      : { quote_amount_in: paid, user_quote_amount_in: asked }),
    ...{ track_volume: true, total_unclaimed_tokens: 0n, total_claimed_tokens: 0n, current_sol_volume: 0n },
    ...{ last_update_timestamp: 0n, min_base_amount_out: 0n, ix_name: name },
  })
}
const sale = sellEventLayout.encode({
  ...common,
  ...{ base_amount_in: 3_404_391_149_115n, min_quote_amount_out: 0n, quote_amount_out: 1_579_021_665n },
  ...{ quote_amount_out_without_lp_fee: 1_578_824_331n, user_quote_amount_out: 1_566_688_331n },
})

const logs = (event: Uint8Array) => [
  `Program ${program} invoke [1]`,
  `Program data: ${encodeBase64(event)}`,
  `Program ${program} success`,
]
const read = (event: Uint8Array, base = mint, quote: Address = wrappedNativeMint) =>
  readEvents(program, { logs: logs(event), instructions: named(base, quote) })

describe('trades', () => {
  it('report the amounts that left the trader and that arrived, and the price after the trade', async () => {
    const reported = { kind: 'trade', protocol: 'pumpamm', pool, trader }
    for (const name of ['buy', 'buy_exact_quote_in'] as const)
      expect(await read(buy(name))).toEqual([
        {
          ...reported,
          ...{ mintIn: wrappedNativeMint, mintOut: mint, amountIn: 999_000_000n, amountOut: 2_374_370_725_319n },
          priceAfter: {
            // The fees of others leave the pool. The virtual part counts.
            numerator: 206_900_000_000_000n - 2_374_370_725_319n,
            denominator: 67_405_853_790n + 17_584_505_294n + 986_864_000n,
          },
        },
      ])
    expect(await read(sale)).toEqual([
      {
        ...reported,
        ...{ mintIn: mint, mintOut: wrappedNativeMint, amountIn: 3_404_391_149_115n, amountOut: 1_566_688_331n },
        priceAfter: {
          numerator: 67_405_853_790n + 17_584_505_294n - 1_578_824_331n,
          denominator: 206_900_000_000_000n + 3_404_391_149_115n,
        },
      },
    ])
  })

  it('are reported if the second version of an instruction, or a route over several pools, names their tokens', async () => {
    const [usual] = await read(buy('buy'))
    // 17 accounts, as listed in the IDL of October 2026.
    const second = Array.from({ length: 17 }, () => program as Address)
    second.splice(0, 5, pool, trader, mint, mint, wrappedNativeMint)
    const v2 = [
      buyV2Layout.encode({ base_amount_out: 1n, max_quote_amount_in: 2n }),
      buyExactQuoteInV2Layout.encode({ spendable_quote_in: 1n, min_base_amount_out: 2n }),
      sellV2Layout.encode({ base_amount_in: 1n, min_quote_amount_out: 2n }),
    ]
    const reported = (accounts: readonly Address[], data: Uint8Array) =>
      readEvents(program, { logs: logs(buy('buy')), instructions: [{ program, accounts, data }] })
    for (const data of v2) expect(await reported(second, data)).toEqual([usual])
    // Two hops. The second is in the pool.
    const sixteen = Array.from({ length: 16 }, () => program as Address)
    const hops = [mint, trader, trader, mint, mint, mint, wrappedNativeMint, pool, mint, mint]
    const data = multiHopSwapLayout.encode({ amount_in: 1n, min_amount_out: 1n })
    expect(await reported([...sixteen, ...hops], data)).toEqual([usual])
    expect(await reported([...sixteen, ...hops.slice(0, 9)], data)).toEqual([])
  })

  it('are left out if no instruction names their tokens', async () => {
    expect(await readEvents(program, { logs: logs(sale) })).toEqual([])
  })

  it('decode whole, also without later fields', () => {
    const bytes = sale
    expect(sellEventLayout.encode(sellEventLayout.decode(Uint8Array.from([...bytes, 1])))).toEqual(bytes)
    expect(sellEventLayout.decode(bytes.subarray(0, 8 + 14 * 8 + 6 * 32))).toMatchObject({
      coin_creator_fee: 0n,
      virtual_quote_reserves: 0n,
    })
    expect(() => sellEventLayout.decode(bytes.subarray(0, 300))).toThrow('ends early')
  })
})

it('reports a new pool with its tokens', async () => {
  const event = createPoolEventLayout.encode({
    ...{ timestamp: 5n, index: 0, creator: pool, base_mint: mint, quote_mint: wrappedNativeMint },
    ...{ base_mint_decimals: 6, quote_mint_decimals: 9, base_amount_in: 1n, quote_amount_in: 1n, pool_base_amount: 1n },
    ...{ pool_quote_amount: 1n, minimum_liquidity: 100n, initial_liquidity: 1n, lp_token_amount_out: 1n, pool_bump: 1 },
    ...{ pool, lp_mint: mint, user_base_token_account: mint, user_quote_token_account: mint, coin_creator: mint },
    ...{ is_mayhem_mode: false, creator_fee_bps: 0n, can_edit_creator_fee: false, is_holder_reward: false },
  })
  expect(await read(event)).toEqual([
    {
      ...{ kind: 'pool', protocol: 'pumpamm', pool, mints: [mint, wrappedNativeMint], creator: pool },
      timestampSeconds: 5n,
    },
  ])
})
