import { type AccountSnapshot, type Address, tokenProgram, wrappedNativeMint } from '@tern/core'
import fc from 'fast-check'
import { encodeMarket, encodeOpenOrders } from '../src/openbook/emptyMarket.ts'
import { exampleModel } from '../src/raydiumStable/exampleModel.ts'
import {
  type AmmInfo,
  accountOfMarket,
  ammInfoLayout,
  modelDataAccount,
  program,
  raydiumStable,
} from '../src/raydiumStable/index.ts'
import { authority } from '../src/raydiumStable/internal.ts'
import { newPool, type PoolAccounts } from '../src/raydiumStable/newPool.ts'
import { encodeMint, encodeVault } from './tokenBytes.ts'
import type { PoolCase } from './venueContract.ts'

const mints = [wrappedNativeMint, 'ToKENZfgrgTS6p5tHxK5PW7Fz6YSjVqKDDgCxxzW7fy' as Address] as const
const market = 'CaFjigEgJdtGPxQxRjneA1hzNcY5MsHoAAL6Et67QrC5' as Address
const marketProgram = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' as Address
const pool = await accountOfMarket(market, 'stable')
const vaults = [await accountOfMarket(market, 'coin_vault'), await accountOfMarket(market, 'pc_vault')] as const
const openOrders = await accountOfMarket(market, 'open_order')

/** Addresses of a made-up pool: the program's own derivations for the market of a recorded pool. */
export const stableAddresses = { pool, mints, vaults, market, marketProgram, openOrders }

/** Tern's own table, made once. */
export const stableModel = exampleModel()

/** A made-up pool; defaults are plain. */
export interface StableShape {
  /** Raw units that trade: coin, then pc. */
  readonly reserves: readonly [bigint, bigint]
  /** Coin, then pc. */
  readonly decimals?: readonly [number, number]
  readonly state?: Partial<AmmInfo>
  readonly orders?: { readonly coin: bigint; readonly pc: bigint }
  readonly model?: Uint8Array
}

export const stableClock = { slot: 1n, unixTimestamp: 1_800_000_000n, epoch: 500n }

const poolAccounts: PoolAccounts = {
  ...{ coin_vault: vaults[0], pc_vault: vaults[1], coin_vault_mint: mints[0], pc_vault_mint: mints[1] },
  ...{ open_orders: openOrders, market, market_program: marketProgram },
  ...{ lp_mint: market, target_orders: market, amm_owner: market },
}

/** The accounts of a pool of this shape. */
export function makeStablePool(
  shape: StableShape,
): PoolCase & { readonly accounts: Map<Address, AccountSnapshot | null> } {
  const { decimals = [6, 6], orders = { coin: 0n, pc: 0n }, model = stableModel } = shape
  const state = { ...newPool(decimals, poolAccounts), ...shape.state }
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    owner,
    data,
    lamports: 1_000_000_000n,
    executable: false,
    slot: 7n,
  })
  const held = [
    shape.reserves[0] + state.need_take_pnl_coin - orders.coin,
    shape.reserves[1] + state.need_take_pnl_pc - orders.pc,
  ] as const
  const accounts = new Map<Address, AccountSnapshot | null>([
    [pool, account(program, ammInfoLayout.encode(state))],
    [vaults[0], account(tokenProgram, encodeVault(mints[0], authority, held[0]))],
    [vaults[1], account(tokenProgram, encodeVault(mints[1], authority, held[1]))],
    [mints[0], account(tokenProgram, encodeMint(decimals[0], undefined, 0n))],
    [mints[1], account(tokenProgram, encodeMint(decimals[1], undefined, 0n))],
    [openOrders, account(marketProgram, encodeOpenOrders(market, authority, orders))],
    [market, account(marketProgram, encodeMarket(market, mints).market)],
    [modelDataAccount, account(program, model)],
  ])
  return {
    ...{
      venue: raydiumStable,
      address: pool,
      accounts,
      clock: stableClock,
      holds: held,
      lent: [orders.coin, orders.pc],
      namesNoMints: true,
      dust: 20n,
    },
    // A unit of the table is up to three raw units of these pools, and a trade across elements rounds four times. The
    // scarcer token is worth up to twice the other.
    ...{ coarseness: 64n, overpay: 64n },
    // The table would fill the report of a failed property.
    ...{
      [fc.toStringMethod]: () => JSON.stringify(shape, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
    },
  }
}

const bigIn = (bits: readonly [number, number]) =>
  fc.integer({ min: bits[0], max: bits[1] }).chain(size => fc.bigInt(1n << BigInt(size - 1), (1n << BigInt(size)) - 1n))

/** Pools that are worth a trade: a few thousand units or more of both tokens, and at most ten times as many of either token. */
export const stablePools: fc.Arbitrary<PoolCase> = fc
  .record({
    coins: bigIn([34, 41]),
    pcPerMille: fc.bigInt(100n, 10_000n),
    fee: fc.constantFrom(2n, 4n, 30n),
    orders: fc.constantFrom(0n, 3n),
    owed: fc.constantFrom(0n, 77n),
    factor: fc.constantFrom(15n, 1_000n),
  })
  .map(({ coins, pcPerMille, fee, orders, owed, factor }) =>
    makeStablePool({
      reserves: [coins, (coins * pcPerMille) / 1_000n],
      orders: { coin: (coins / 10n ** 4n) * orders, pc: orders },
      state: {
        swap_fee_numerator: fee,
        need_take_pnl_coin: owed,
        need_take_pnl_pc: owed * 1_000n,
        abort_trade_factor: factor,
      },
    }),
  )
