import { type Address, isTernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { codeOf } from '../../test/codeOf.ts'
import { type ClmmShape, clmmAddresses, clmmClock, clmmPools, makeClmmPool } from '../../test/raydiumClmmPools.ts'
import { venueContract } from '../../test/venueContract.ts'
import { stageOf } from '../stage.ts'
import { type ClmmSwapRequest, raydiumClmm, tickArrayAddress } from './index.ts'
import { swapV2Layout } from './instructions.ts'
import { maxSqrtPriceX64, minSqrtPriceX64, sqrtPriceAtTick } from './tick.ts'

venueContract('raydium_clmm', clmmPools)

const { pool: address, mints } = clmmAddresses
const plain: ClmmShape = { tickSpacing: 60, tick: 0, ranges: [{ lower: -600, upper: 600, liquidity: 10n ** 12n }] }
const open = (shape: ClmmShape) => raydiumClmm.open(address, makeClmmPool(shape).accounts)
/** Returns the code of a thrown error, because `expect(…).toThrow` compares messages. */

describe('quote', () => {
  it('counts each fee once, and prices by the square root of the price', () => {
    // At price 1, the input minus 0.25% is 997,500. With a liquidity of 10^12, 997,499 come out.
    expect(open(plain).quote({ tokenIn: mints[0], exactIn: 1_000_000n }, clmmClock)).toEqual({
      request: { tokenIn: mints[0], exactIn: 1_000_000n },
      tokenIn: mints[0],
      tokenOut: mints[1],
      amountIn: 1_000_000n,
      amountOut: 997_499n,
      filled: 'whole',
      fees: [
        { kind: 'trade', mint: mints[0], amount: 2_100n },
        { kind: 'protocol', mint: mints[0], amount: 400n },
      ],
      currentPrice: { numerator: 2n ** 128n, denominator: 2n ** 128n },
      executionPrice: { numerator: 997_499n, denominator: 1_000_000n },
      priceImpact: { numerator: 2n ** 128n, denominator: 997_500n * 2n ** 128n },
      computeUnits: 130_000,
    })
  })

  it('needs more compute units for each tick that it crosses, for each array, and for steps of its fee', () => {
    const nested = (every: number): ClmmShape => ({
      ...{ tickSpacing: 60, tick: 3 },
      ranges: [1, 2, 3].map(i => ({ lower: -i * every, upper: i * every, liquidity: 10n ** 12n })),
    })
    const unitsOf = (shape: ClmmShape, exactIn: bigint) =>
      open(shape).quote({ tokenIn: mints[0], exactIn }, clmmClock).computeUnits
    const [none, two] = [unitsOf(nested(60), 1_000n), unitsOf(nested(60), 17_000_000_000n)]
    expect([none, two - none]).toEqual([130_000, 2 * (18_000 + 7_000)])
    const control = {
      dynamic_fee_control: 1_000,
      max_volatility_accumulator: 400_000,
      filter_period: 30,
      decay_period: 600,
    }
    const dynamic = { ...nested(600), dynamicFee: { ...control, reduction_factor: 5_000, last_update_timestamp: 1n } }
    // About 50 ticks down: past the boundary of a spacing, without a tick that holds liquidity or orders.
    expect(unitsOf(dynamic, 9_000_000_000n) - none).toBe(7_000)
  })

  it('reports the fee in its token', () => {
    const feeMint = (fee_on: number, tokenIn: Address) =>
      open({ ...plain, state: { fee_on } }).quote({ tokenIn, exactIn: 1_000_000n }, clmmClock).fees[0]?.mint
    expect([0, 1, 2].map(feeOn => feeMint(feeOn, mints[0]))).toEqual([mints[0], mints[0], mints[1]])
    expect([0, 1, 2].map(feeOn => feeMint(feeOn, mints[1]))).toEqual([mints[1], mints[0], mints[1]])
  })

  it('refuses a paused pool, a pool before its opening, and a pool without liquidity, like the program', () => {
    const ask = (shape: ClmmShape, exactIn = 1_000n) =>
      codeOf(() => open(shape).quote({ tokenIn: mints[0], exactIn }, clmmClock))
    expect(ask({ ...plain, state: { status: 16 } })).toBe('quote/paused')
    expect(ask({ ...plain, state: { open_time: clmmClock.unixTimestamp } })).toBe('quote/notOpen')
    expect(ask({ ...plain, state: { open_time: clmmClock.unixTimestamp - 1n } })).toMatchObject({ filled: 'whole' })
    const stageAt = (open_time: bigint) => stageOf(open({ ...plain, state: { open_time } }), clmmClock)
    expect([0n, 1n].map(ago => stageAt(clmmClock.unixTimestamp - ago))).toEqual(['notOpen', 'trading'])
    expect(ask(plain, 2n ** 63n)).toBe('quote/noLiquidity')
  })

  it('reaches only as far as the tick arrays that were read, and reports their end', () => {
    const ranges = Array.from({ length: 12 }, (_, i) => ({
      lower: -60 * 60 * (i + 1),
      upper: 600,
      liquidity: 10n ** 9n,
    }))
    const pool = open({ ...plain, ranges })
    expect(codeOf(() => pool.quote({ tokenIn: mints[0], exactIn: 10n ** 9n }, clmmClock))).toMatchObject({
      filled: 'whole',
    })
    expect(codeOf(() => pool.quote({ tokenIn: mints[0], exactIn: 10n ** 14n }, clmmClock))).toBe(
      'quote/notEnoughTickArrays',
    )
  })
})

describe('a price limit', () => {
  const down = { tokenIn: mints[0], sqrtPriceLimitX64: sqrtPriceAtTick(-60) }
  const up = { tokenIn: mints[1], sqrtPriceLimitX64: sqrtPriceAtTick(60) }
  const ask = (request: ClmmSwapRequest, shape = plain) => open(shape).quote(request, clmmClock)
  const [plenty, oneUnit] = [10n ** 10n, 1n]
  // From tick 0 to tick ±60, a liquidity of 10^12 takes 3,004,354,063 plus a fee of 0.25%, and pays 2,995,354,955.
  const [amountIn, amountOut, fee] = [3_011_883_773n, 2_995_354_955n, 7_529_710n]

  it('ends a swap at the limit, in both directions and modes: the rest stays, or less comes out', () => {
    for (const side of [down, up])
      for (const amount of [{ exactIn: plenty }, { exactIn: amountIn + oneUnit }, { exactOut: amountOut + oneUnit }]) {
        const request = { ...side, ...amount }
        const quote = ask(request)
        expect(quote).toMatchObject({ request, filled: 'partial', amountIn, amountOut })
        expect(quote.fees.reduce((sum, one) => sum + one.amount, 0n)).toBe(fee)
        expect(quote.executionPrice).toEqual({ numerator: amountOut, denominator: amountIn })
      }
  })

  it('changes no swap that ends before it, and leaves no rest of a swap that ends exactly at it', () => {
    for (const side of [down, up]) {
      for (const amount of [{ exactIn: amountIn - oneUnit }, { exactOut: amountOut - oneUnit }]) {
        const { sqrtPriceLimitX64: _, ...free } = { ...side, ...amount }
        const request = { ...side, ...amount }
        expect(ask(request)).toEqual({ ...ask(free), request })
      }
      expect(ask({ ...side, exactIn: amountIn })).toMatchObject({ filled: 'whole', amountIn, amountOut })
      expect(ask({ ...side, exactOut: amountOut })).toMatchObject({ filled: 'whole', amountIn, amountOut })
    }
  })

  it('is unset if it is 0', () => {
    const request = { tokenIn: mints[0], exactIn: 1_000n, sqrtPriceLimitX64: 0n }
    expect(ask(request)).toMatchObject({ filled: 'whole', amountIn: 1_000n })
    expect(codeOf(() => ask({ ...request, exactIn: 2n ** 63n }))).toBe('quote/noLiquidity')
  })

  it('charges transfer fees only on the amounts that move', () => {
    const charging = (bps: number) => ({ bps, newerBps: bps, maximum: 2n ** 64n - 1n })
    const shape: ClmmShape = { ...plain, transferFees: [charging(100), charging(200)] }
    // 1% of 3,042,306,842, rounded up, is the difference to the pool's input. 2% come off the pool's output.
    for (const amount of [{ exactIn: plenty }, { exactOut: plenty }]) {
      const quote = ask({ ...down, ...amount }, shape)
      expect(quote).toMatchObject({ filled: 'partial', amountIn: 3_042_306_842n, amountOut: 2_935_447_855n })
      expect(quote.fees.filter(({ kind }) => kind === 'transfer')).toEqual([
        { kind: 'transfer', mint: mints[0], amount: 30_423_069n },
        { kind: 'transfer', mint: mints[1], amount: 59_907_100n },
      ])
    }
  })

  it("also ends swaps of pools that the program's own loop quotes", () => {
    const orders = [{ tick: -60, fresh: 1_000_000n, begun: 0n }]
    const ending = (shape: ClmmShape, sqrtPriceLimitX64 = down.sqrtPriceLimitX64) =>
      ask({ ...down, exactIn: plenty, sqrtPriceLimitX64 }, shape)
    // Orders at the limit are filled. Orders behind it are not.
    expect(ending({ ...plain, orders }).amountOut).toBe(amountOut + 1_000_000n)
    expect(ending({ ...plain, orders }, down.sqrtPriceLimitX64 + 1n).amountOut).toBeLessThanOrEqual(amountOut)
    // 0.25% of the output, instead of a fee on top of the input.
    const onOutput = ending({ ...plain, state: { fee_on: 2 } })
    expect([onOutput.filled, onOutput.amountIn, onOutput.amountOut]).toEqual([
      'partial',
      3_004_354_063n,
      2_987_866_567n,
    ])
  })

  it("must be ahead of the price, within the program's range", () => {
    const price = sqrtPriceAtTick(0)
    const refusal = (tokenIn: Address, sqrtPriceLimitX64: bigint, exactIn = 1_000n) => {
      try {
        ask({ tokenIn, exactIn, sqrtPriceLimitX64 })
        return undefined
      } catch (error) {
        return isTernError(error) ? [error.code, error.message] : error
      }
    }
    const notBelow = ['quote/limitNotBelowPrice', 'sqrtPriceX64 must smaller than current']
    const notAbove = ['quote/limitNotAbovePrice', 'sqrtPriceX64 must greater than current']
    const tooLow = ['quote/limitTooLow', 'sqrtPriceX64 must greater than MIN_SQRT_PRICE_X64']
    const tooHigh = ['quote/limitTooHigh', 'sqrtPriceX64 must smaller than MAX_SQRT_PRICE_X64']
    for (const behind of [price, price + 1n, 2n ** 200n]) expect(refusal(mints[0], behind)).toEqual(notBelow)
    for (const behind of [price, price - 1n, -1n]) expect(refusal(mints[1], behind)).toEqual(notAbove)
    for (const low of [minSqrtPriceX64, 1n, -1n]) expect(refusal(mints[0], low)).toEqual(tooLow)
    for (const high of [maxSqrtPriceX64, 2n ** 200n]) expect(refusal(mints[1], high)).toEqual(tooHigh)
    expect(refusal(mints[0], minSqrtPriceX64 + 1n)).toBeUndefined()
    expect(refusal(mints[1], maxSqrtPriceX64 - 1n)).toBeUndefined()
    expect(refusal(mints[0], price, 0n)).toEqual(['quote/zeroSpecified', 'amountSpecified must not be 0'])
  })

  it('adds no liquidity, and needs some before the limit', () => {
    expect(codeOf(() => ask({ ...down, exactIn: 2n ** 63n, sqrtPriceLimitX64: sqrtPriceAtTick(-601) }))).toBe(
      'quote/noLiquidity',
    )
    expect(ask({ ...down, exactIn: 2n ** 63n, sqrtPriceLimitX64: sqrtPriceAtTick(-600) }).filled).toBe('partial')
    const far: ClmmShape = { ...plain, ranges: [{ lower: -1_200, upper: -600, liquidity: 10n ** 12n }] }
    expect(codeOf(() => ask({ ...down, exactIn: plenty }, far))).toBe('quote/nothingOut')
  })

  it('is part of the instruction, with the whole requested amount', async () => {
    const parties = { owner: mints[0], payer: mints[0], tokenAccountIn: mints[0], tokenAccountOut: mints[1] }
    for (const asked of [
      { ...down, exactIn: plenty },
      { ...up, exactOut: plenty },
      { tokenIn: mints[1], exactOut: 1_000n },
    ]) {
      const quote = ask(asked)
      const [instruction] = await open(plain).swap(quote, 77n, parties)
      expect(swapV2Layout.decode(Uint8Array.from(instruction?.data ?? []))).toEqual({
        amount: 'exactIn' in asked ? asked.exactIn : asked.exactOut,
        other_amount_threshold: 77n,
        sqrt_price_limit_x64: 'sqrtPriceLimitX64' in asked ? asked.sqrtPriceLimitX64 : 0n,
        is_base_input: 'exactIn' in asked,
      })
    }
  })
})

describe('swap', () => {
  const parties = { owner: mints[0], payer: mints[0], tokenAccountIn: mints[0], tokenAccountOut: mints[1] }
  const arraysIn = async (shape: ClmmShape, exactIn: bigint) => {
    const pool = open(shape)
    const [instruction] = await pool.swap(pool.quote({ tokenIn: mints[0], exactIn }, clmmClock), 0n, parties)
    const starts = new Map(
      Array.from({ length: 41 }, (_, i) => [tickArrayAddress(address, (i - 20) * 60 * shape.tickSpacing), i - 20]),
    )
    return instruction?.accounts?.slice(13).map(meta => starts.get(meta.address) ?? 'extension')
  }

  it('names the arrays that it reaches, the next array and the array behind', async () => {
    const ranges = [1, 2, 3, 4].map(i => ({ lower: -3_600 * i, upper: 3_600 * i, liquidity: 10n ** 12n }))
    expect(await arraysIn({ ...plain, ranges }, 1_000n)).toEqual([1, -1, -2])
    expect(await arraysIn({ ...plain, ranges }, 10n ** 12n)).toEqual([1, -1, -2, -3])
  })

  it("names the bitmap's extension only if ticks may be beyond the pool's own bitmap", async () => {
    const fine = { ...plain, tickSpacing: 1, ranges: [{ lower: -30, upper: 70, liquidity: 10n ** 12n }] }
    expect(await arraysIn(fine, 1_000n)).toEqual(['extension', 1, -1])
  })

  it("refuses a pool whose accounts are not the program's", async () => {
    const { accounts } = makeClmmPool(plain)
    const vault = accounts.get(clmmAddresses.vaults[0]) ?? null
    const state = { token_vault_0: clmmAddresses.observation }
    const shape = makeClmmPool({ ...plain, state })
    const pool = raydiumClmm.open(address, new Map([...shape.accounts, [clmmAddresses.observation, vault]]))
    const quote = pool.quote({ tokenIn: mints[0], exactIn: 1_000n }, clmmClock)
    await expect(pool.swap(quote, 0n, parties)).rejects.toMatchObject({ code: 'layout/mismatch' })
  })
})
