import { type AccountSnapshot, type Address, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import fc from 'fast-check'
import { accountOfMarket } from '../src/raydiumAmmV4/addresses.ts'
import { type AmmInfo, program, raydiumAmmV4 } from '../src/raydiumAmmV4/index.ts'
import {
  ammInfoLayout,
  ammStatus,
  authority,
  authorityBump,
  marketLayout,
  openOrdersLayout,
} from '../src/raydiumAmmV4/internal.ts'
import { encodeMint, encodeVault } from './tokenBytes.ts'
import type { PoolCase } from './venueContract.ts'

const openBook = 'srmqPvymJeFKQ4zGQed1GFppgkRHL9kaELCbyksJtPX' as Address
const market = '8BnEgHoWFysVcuFFX7QztDmzuH8r5ZFvyP3sYwn1XTh6' as Address
const mints = ['ToKENZfgrgTS6p5tHxK5PW7Fz6YSjVqKDDgCxxzW7fy' as Address, wrappedNativeMint] as const
const pool = await accountOfMarket(market, 'amm')
const vaults = [await accountOfMarket(market, 'coin_vault'), await accountOfMarket(market, 'pc_vault')] as const
const lpMint = await accountOfMarket(market, 'lp_mint')
const openOrders = await accountOfMarket(market, 'open_order')
const targetOrders = await accountOfMarket(market, 'target')

/** Addresses of a made-up pool: the program's own derivations for a fixed market. */
export const ammV4Addresses = { pool, mints, vaults, lpMint, openOrders, targetOrders, market, openBook }

/** A made-up pool; defaults are plain. */
export interface AmmV4Shape {
  /** Raw units that trade, coin first. */
  readonly reserves: readonly [bigint, bigint]
  readonly amm?: Partial<AmmInfo>
  /** Raw units on the order book, coin first. */
  readonly onOrderBook?: readonly [bigint, bigint]
}

export const ammV4Clock = { slot: 1n, unixTimestamp: 1_800_000_000n, epoch: 500n }

/** A pool's account, as `initialize2` (processor.rs) leaves it, with another pool's profit. */
export const plainAmm: AmmInfo = {
  status: ammStatus.swapOnly,
  nonce: BigInt(authorityBump),
  order_num: 7n,
  depth: 3n,
  coin_decimals: 6n,
  pc_decimals: 9n,
  state: 1n,
  reset_flag: 0n,
  min_size: 1n,
  vol_max_cut_ratio: 500n,
  amount_wave: 0n,
  coin_lot_size: 1n,
  pc_lot_size: 1n,
  min_price_multiplier: 1n,
  max_price_multiplier: 1_000_000_000n,
  sys_decimal_value: 1_000_000_000n,
  min_separate_numerator: 5n,
  min_separate_denominator: 10_000n,
  trade_fee_numerator: 25n,
  trade_fee_denominator: 10_000n,
  pnl_numerator: 12n,
  pnl_denominator: 100n,
  swap_fee_numerator: 25n,
  swap_fee_denominator: 10_000n,
  need_take_pnl_coin: 333n,
  need_take_pnl_pc: 777n,
  total_pnl_pc: 0n,
  total_pnl_coin: 0n,
  pool_open_time: 1_700_000_000n,
  padding: new Uint8Array(16),
  orderbook_to_init_time: 0n,
  swap_coin_in_amount: 0n,
  swap_pc_out_amount: 0n,
  swap_acc_pc_fee: 0n,
  swap_pc_in_amount: 0n,
  swap_coin_out_amount: 0n,
  swap_acc_coin_fee: 0n,
  coin_vault: vaults[0],
  pc_vault: vaults[1],
  coin_vault_mint: mints[0],
  pc_vault_mint: mints[1],
  lp_mint: lpMint,
  open_orders: openOrders,
  market,
  market_program: openBook,
  target_orders: targetOrders,
  padding1: new Uint8Array(64),
  amm_owner: 'GThUX1Atko4tqhN2NaiTazWSeFWMuiUvfFnyJyUghFMJ' as Address,
  lp_amount: 1_000_000_000n,
  client_order_id: 0n,
  recent_epoch: 400n,
  padding2: 0n,
}

/** The accounts of a pool of this shape, as the program would leave them. */
export function makeAmmV4Pool(
  shape: AmmV4Shape,
): PoolCase & { readonly accounts: Map<Address, AccountSnapshot | null> } {
  const amm: AmmInfo = { ...plainAmm, ...shape.amm }
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    owner,
    data,
    executable: false,
    lamports: 1n,
    slot: 7n,
  })
  const vault = (mint: Address, amount: bigint) => account(tokenProgram, encodeVault(mint, authority, amount))
  const accounts = new Map<Address, AccountSnapshot | null>([
    [pool, account(program, ammInfoLayout.encode(amm))],
    [vaults[0], vault(mints[0], shape.reserves[0] + amm.need_take_pnl_coin)],
    [vaults[1], vault(mints[1], shape.reserves[1] + amm.need_take_pnl_pc)],
    [mints[0], account(tokenProgram, encodeMint(6, undefined, 0n))],
    [mints[1], account(tokenProgram, encodeMint(9, undefined, 0n))],
  ])
  if (amm.status === ammStatus.initialized) {
    accounts.set(market, account(openBook, marketLayout.encode(plainMarket)))
    const [coin = 0n, pc = 0n] = shape.onOrderBook ?? []
    const orders = { ...noOrders, native_coin_total: coin, native_pc_total: pc }
    accounts.set(openOrders, account(openBook, openOrdersLayout.encode(orders)))
  }
  return {
    ...{ venue: raydiumAmmV4, address: pool, accounts, clock: ammV4Clock, holds: shape.reserves },
    ...{ checkedBySwap: [market, openOrders], namesNoMints: true },
  }
}

const tail = new TextEncoder().encode('padding')
/** A market whose accounts have the addresses of other well-known accounts. */
export const plainMarket = {
  account_flags: 3n,
  own_address: market,
  vault_signer_nonce: 1n,
  coin_mint: mints[0],
  pc_mint: mints[1],
  coin_vault: 'DDJDdcuVarmVZyiU16ruvmrWVVricWbqcXyP15TiSvUL' as Address,
  coin_deposits_total: 0n,
  coin_fees_accrued: 0n,
  pc_vault: 'H5iwC1sAzd6nCzcBvsL5zhD84s3yTFKuNw79hPtakwfH' as Address,
  pc_deposits_total: 0n,
  pc_fees_accrued: 0n,
  pc_dust_threshold: 100n,
  req_q: systemProgram,
  event_q: 'GAKpBPd2UNXsPdjtjEJwTqW6Da9qhq8gaNwS2YHxLHwq' as Address,
  bids: 'ASmBT5NaVEo8NCe8jyVtLifA2jZZiu71R2r9m58ehk2b' as Address,
  asks: 'DtkqNSU2kckLreS4tue7iEVXf8vbfbnqM81s9EvaBqWD' as Address,
  coin_lot_size: 1n,
  pc_lot_size: 1n,
  fee_rate_bps: 0n,
  referrer_rebates_accrued: 0n,
  tail,
}
/** The pool's account on an order book without an order. */
export const noOrders = {
  account_flags: 5n,
  market,
  owner: authority,
  native_coin_free: 0n,
  native_coin_total: 0n,
  native_pc_free: 0n,
  native_pc_total: 0n,
  // The bits of free places, then the orders.
  orders: Uint8Array.from({ length: 3112 }, (_, i) => (i < 16 ? 255 : 0)),
  tail,
}

const magnitudes = (max: number) =>
  fc.integer({ min: 1, max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

/** Pools of every status at which the program swaps, with any fee. */
export const ammV4Pools: fc.Arbitrary<PoolCase> = fc
  .record({
    reserves: fc.tuple(magnitudes(63), magnitudes(63)),
    status: fc.constantFrom(ammStatus.initialized, ammStatus.swapOnly, ammStatus.waitingTrade),
    fee: fc.oneof(
      fc.constantFrom([25n, 10_000n], [0n, 1n]),
      magnitudes(62).chain(of => fc.tuple(fc.bigInt(0n, of - 1n), fc.constant(of))),
    ),
  })
  .map(({ reserves, status, fee: [swap_fee_numerator = 0n, swap_fee_denominator = 1n] }) =>
    makeAmmV4Pool({ reserves, amm: { status, swap_fee_numerator, swap_fee_denominator } }),
  )
