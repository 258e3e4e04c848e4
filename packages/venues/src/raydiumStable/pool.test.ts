import { type Address, token2022Program } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../test/codeOf.ts'
import {
  stableClock as clock,
  makeStablePool,
  type StableShape,
  stableAddresses,
  stableModel,
  stablePools,
} from '../../test/raydiumStablePools.ts'
import { parties, venueContract } from '../../test/venueContract.ts'
import { encodeOpenOrders } from '../openbook/emptyMarket.ts'
import { encodeModel } from './exampleModel.ts'
import { modelDataAccount, poolStatus, raydiumStable } from './index.ts'
import { swapBaseInLayout } from './instructions.ts'
import { authority } from './internal.ts'

venueContract('raydium_stable', stablePools)

const { pool: address, mints, vaults, openOrders, market } = stableAddresses
const [coin, pc] = mints
const plain: StableShape = { reserves: [10n ** 12n, 10n ** 12n] }
const open = (shape: StableShape) => raydiumStable.open(address, makeStablePool(shape).accounts)
/** Returns the code of a thrown error, or the value. */
const sell = (shape: StableShape, exactIn = 1_000_000n, at = clock) =>
  codeOf(() => open(shape).quote({ tokenIn: coin, exactIn }, at).amountOut)

describe('quote', () => {
  it('trades at the price of the next element, minus the fee', () => {
    const quote = open(plain).quote({ tokenIn: pc, exactIn: 1_000_000n }, clock)
    expect(quote).toMatchObject({
      ...{ tokenIn: pc, tokenOut: coin, amountIn: 1_000_000n, amountOut: 999_733n, filled: 'whole' },
      fees: [{ kind: 'trade', mint: pc, amount: 200n }],
    })
    // The fraction of a unit that is rounded down.
    expect(quote.priceImpact.numerator * 10n ** 6n).toBeLessThan(quote.priceImpact.denominator)
  })

  it('rounds a fee of half a unit up, and a smaller one down', () => {
    const feeOf = (exactIn: bigint) => open(plain).quote({ tokenIn: pc, exactIn }, clock).fees[0]?.amount
    expect([2_499n, 2_500n, 5_000n, 5_001n].map(feeOf)).toEqual([0n, 1n, 1n, 2n])
  })

  it('moves the price with a large trade', () => {
    const quote = open(plain).quote({ tokenIn: pc, exactIn: 10n ** 11n }, clock)
    expect(quote.amountOut).toBeLessThan(99_980_000_000n)
    expect(quote.priceImpact.numerator).toBeGreaterThan(0n)
    const back = open({ reserves: [10n ** 12n - quote.amountOut, 11n * 10n ** 11n] })
    const after = back.quote({ tokenIn: pc, exactIn: 1_000n }, clock).currentPrice
    expect(after.numerator * quote.currentPrice.denominator).toBeLessThan(
      quote.currentPrice.numerator * after.denominator,
    )
  })

  it('counts the tokens on the order book, but not the profit that Raydium has not taken', () => {
    const orders = { coin: 10n ** 11n, pc: 0n }
    const state = { need_take_pnl_coin: 5n, need_take_pnl_pc: 10n ** 11n }
    expect(sell({ ...plain, orders, state })).toBe(sell(plain))
    // The program does not pay out more than the vault has.
    const short = makeStablePool({ ...plain, orders: { coin: 0n, pc: 9n * 10n ** 11n } })
    const request = { tokenIn: coin, exactOut: 10n ** 11n + 1n }
    expect(codeOf(() => raydiumStable.open(address, short.accounts).quote(request, clock))).toBe('quote/beyondReserves')
  })

  it('converts decimals', () => {
    const nine = open({ reserves: [10n ** 15n, 10n ** 12n], decimals: [9, 6] })
    expect(nine.quote({ tokenIn: coin, exactIn: 10n ** 9n }, clock).amountOut).toBe(999_733n)
    expect(nine.quote({ tokenIn: pc, exactOut: 10n ** 9n }, clock).amountIn).toBe(1_000_267n)
    expect(sell({ reserves: [10n ** 15n, 10n ** 12n], decimals: [9, 6] }, 999n)).toBe('quote/nothingOut')
  })

  it('sells a unit for a dust output, because the program would round its price to 0 and refuse', async () => {
    const pool = open({ reserves: [10n ** 15n, 10n ** 12n], decimals: [9, 6] })
    const quote = pool.quote({ tokenIn: pc, exactOut: 7n }, clock)
    expect(quote).toMatchObject({ amountIn: 1n, amountOut: 999n })
    const [swap] = await pool.swap(quote, 1n, parties)
    expect(swapBaseInLayout.decode(Uint8Array.from(swap?.data ?? []))).toEqual({
      amount_in: 1n,
      minimum_amount_out: 7n,
    })
    await expect(pool.swap(quote, 0n, parties)).rejects.toMatchObject({ code: 'trade/limitBelowAmountIn' })
  })

  it('refuses trades after which the pool holds 15 times more of a token than of the other', () => {
    const lopsided: StableShape = { reserves: [10n ** 13n, 10n ** 12n] }
    expect(sell(lopsided, 10n ** 11n)).toBeTypeOf('bigint')
    expect(sell(lopsided, 2n * 10n ** 12n)).toBe('quote/beyondReserves')
    expect(sell({ ...lopsided, state: { abort_trade_factor: 100n } }, 2n * 10n ** 12n)).toBeTypeOf('bigint')
  })

  it('refuses pools that the table does not cover', () => {
    expect(sell({ reserves: [10n ** 9n, 10n ** 14n] })).toBe('quote/noLiquidity')
    expect(sell({ reserves: [0n, 10n ** 12n] })).toBe('quote/noLiquidity')
    expect(sell({ reserves: [1n, 1n], model: encodeModel(1n, []) })).toBe('quote/noLiquidity')
  })

  it.each([
    [poolStatus.uninitialized, 'quote/paused'],
    [poolStatus.initialized, 999_733n],
    [poolStatus.disabled, 'quote/paused'],
    [poolStatus.withdrawOnly, 'quote/paused'],
    [poolStatus.liquidityOnly, 'quote/paused'],
    [poolStatus.orderBookOnly, 999_733n],
    [poolStatus.swapOnly, 999_733n],
    [poolStatus.waitingTrade, 999_733n],
    [8n, 'quote/paused'],
  ])('follows the status %s', (status, result) => {
    expect(sell({ ...plain, state: { status } })).toBe(result)
  })

  it.each([
    ['orderBookOnly', 'orderbook_to_init_time'],
    ['waitingTrade', 'pool_open_time'],
  ] as const)('opens a pool that is %s at its time', (name, time) => {
    const shape = { ...plain, state: { status: poolStatus[name], [time]: clock.unixTimestamp } }
    expect(sell(shape)).toBe(999_733n)
    expect(sell(shape, 1_000_000n, { ...clock, unixTimestamp: clock.unixTimestamp - 1n })).toBe('quote/notOpen')
    const swapOnly = { ...plain, state: { ...shape.state, status: poolStatus.swapOnly } }
    expect(sell(swapOnly, 1_000_000n, { ...clock, unixTimestamp: 0n })).toBe(999_733n)
  })

  it('refuses a table that is not ready', () => {
    const model = stableModel.slice()
    model[8] = 0
    expect(sell({ ...plain, model })).toBe('quote/paused')
  })
})

describe('opening', () => {
  it('reads the table and the order book with the pool', async () => {
    const { accounts } = makeStablePool(plain)
    const first = new Map([[address, accounts.get(address) ?? null]])
    expect(await raydiumStable.accountsToRead(address, new Map())).toEqual([address])
    const rest = await raydiumStable.accountsToRead(address, first)
    expect(rest).toEqual([...vaults, ...mints, openOrders, market, modelDataAccount])
    expect(raydiumStable.settledAccounts?.(address, new Map())).toEqual([])
    expect(raydiumStable.settledAccounts?.(address, first)).toEqual([modelDataAccount])
  })

  it.each([
    ['a table of another program', modelDataAccount, 'layout/wrongOwner'],
    ['an order book of another program', market, 'layout/wrongOwner'],
    ['orders of another program', openOrders, 'layout/wrongOwner'],
    ['a pool of another program', address, 'layout/wrongOwner'],
  ])('refuses %s', (_, key, code) => {
    const { accounts } = makeStablePool(plain)
    const account = accounts.get(key)
    if (!account) return expect.fail('no account')
    accounts.set(key, { ...account, owner: token2022Program })
    expect(codeOf(() => raydiumStable.open(address, accounts))).toBe(code)
  })

  it.each([
    ['a table as a pool', { account_type: 2n }],
    ['a fee of 100%', { swap_fee_numerator: 10_000n }],
    ['a division by zero', { sys_decimal_value: 0n }],
    ['a factor of zero', { abort_trade_factor: 0n }],
  ])('refuses %s', (_, state) => {
    expect(codeOf(() => open({ ...plain, state }))).toBe('layout/invalidValue')
  })

  it('refuses orders of another order book, and a missing table', () => {
    const { accounts } = makeStablePool(plain)
    const orders = accounts.get(openOrders)
    if (!orders) return expect.fail('no orders')
    const data = encodeOpenOrders(market, authority, { coin: 0n, pc: 0n })
    data[20] = 1
    expect(codeOf(() => raydiumStable.open(address, new Map([...accounts, [openOrders, { ...orders, data }]])))).toBe(
      'layout/mismatch',
    )
    accounts.set(modelDataAccount, null)
    expect(codeOf(() => raydiumStable.open(address, accounts))).toBe('pool/accountsNotReady')
  })
})

describe('swap', () => {
  it('refuses a pool whose accounts do not follow from its market', async () => {
    const { accounts } = makeStablePool(plain)
    const other = 'SysvarRent111111111111111111111111111111111' as Address
    const moved = new Map([...accounts, [other, accounts.get(address) ?? null]])
    const pool = raydiumStable.open(other, moved)
    const quote = pool.quote({ tokenIn: coin, exactIn: 1_000n }, clock)
    await expect(pool.swap(quote, 1n, parties)).rejects.toMatchObject({ code: 'layout/mismatch' })
  })
})
