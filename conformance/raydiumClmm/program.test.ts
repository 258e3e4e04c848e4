import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, isTernError, token2022Program, tokenProgram } from '@tern/core'
import type { Quote } from '@tern/venues'
import { type ClmmPool, type ClmmSwapRequest, program, raydiumClmm } from '@tern/venues/raydiumClmm'
import { maxSqrtPriceX64, minSqrtPriceX64, poolStateLayout, sqrtPriceAtTick } from '@tern/venues/raydiumClmm/internal'
import { readEvents } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { currentPriceOf } from '../../packages/venues/test/currentPrice.ts'
import {
  alterPool,
  type ClmmWorld,
  createPool,
  type NewToken,
  openPosition,
  sendRoomily,
  startClmm,
} from '../src/clmmWorld.ts'
import { proves } from '../src/evidence.ts'
import { balanceOf, type Outcome, type TransferFees } from '../src/svm.ts'

const binary = process.env.PROGRAMS_DIR === undefined ? undefined : join(process.env.PROGRAMS_DIR, `${program}.so`)
const isAtHand = binary !== undefined && existsSync(binary)
const evidence = proves('raydium_clmm')
const bothModes = ['exactIn', 'exactOut'] as const

const plain: NewToken = { program: tokenProgram }
const charging = (bps: number, newerBps: number, maximum: bigint): NewToken => {
  const fees: TransferFees = { bps, newerBps, sinceEpoch: 200n, maximum }
  return { program: token2022Program, fees }
}

async function open({ svm, pool }: ClmmWorld): Promise<ClmmPool> {
  const read = new Map(svm.readAll([pool]))
  for (;;) {
    const wanted = await raydiumClmm.accountsToRead(pool, read)
    if (wanted.length === 0) return raydiumClmm.open(pool, read)
    for (const [address, account] of svm.readAll(wanted)) read.set(address, account)
  }
}

/** The program's own name for its error. The error numbers differ between the binary of 2025 and the source. */
const nameOf = ({ logs }: Outcome) => /Error Code: (\w+)\./.exec(logs.join(' '))?.[1]

/** The protocol's and the fund's waiting fees, in the pool's order. */
function waitingFees({ svm, pool }: ClmmWorld): readonly [bigint, bigint] {
  const state = poolStateLayout.decode(svm.read(pool)?.data ?? new Uint8Array())
  return [state.protocol_fees_token_0 + state.fund_fees_token_0, state.protocol_fees_token_1 + state.fund_fees_token_1]
}

/**
 * Quotes and trades on the real program, without a unit of tolerance.
 * The moved amounts, the booked fees and the event must equal the quote. Before, a trade for a unit more must fail for
 * slippage.
 */
async function tradeExactly(world: ClmmWorld, request: ClmmSwapRequest): Promise<Quote> {
  const { svm, mints, accounts } = world
  const pool = await open(world)
  const quote = pool.quote(request, svm.clock())
  const [accountIn, accountOut] = request.tokenIn === mints[0] ? accounts : [accounts[1], accounts[0]]
  const owner = svm.payer.address
  const parties = { owner, payer: owner, tokenAccountIn: accountIn, tokenAccountOut: accountOut }
  const limit = 'exactIn' in request ? quote.amountOut : quote.amountIn

  const refused = await sendRoomily(
    svm,
    await pool.swap(quote, 'exactIn' in request ? limit + 1n : limit - 1n, parties),
  )
  expect(nameOf(refused)).toBe('exactIn' in request ? 'TooLittleOutputReceived' : 'TooMuchInputPaid')

  const before = [balanceOf(svm, accountIn), balanceOf(svm, accountOut)] as const
  const feesBefore = waitingFees(world)
  const instructions = await pool.swap(quote, limit, parties)
  const outcome = await sendRoomily(svm, instructions)
  expect(outcome.error).toBeUndefined()
  expect(outcome.units).toBeLessThanOrEqual(quote.computeUnits)
  expect(before[0] - balanceOf(svm, accountIn)).toBe(quote.amountIn)
  expect(balanceOf(svm, accountOut) - before[1]).toBe(quote.amountOut)
  const { protocol, address } = pool
  const { tokenIn, tokenOut, amountIn, amountOut } = quote
  const named = instructions.map(({ programAddress, accounts: metas = [], data = [] }) => ({
    program: programAddress,
    accounts: metas.map(meta => meta.address),
    data: Uint8Array.from(data),
  }))
  const trade = { kind: 'trade', protocol, pool: address, trader: owner }
  const priceAfter = currentPriceOf(await open(world), tokenIn, svm.clock()) ?? expect.anything()
  expect(await readEvents(program, { logs: outcome.logs, instructions: named })).toEqual([
    { ...trade, mintIn: tokenIn, mintOut: tokenOut, amountIn, amountOut, priceAfter },
  ])
  const kept = (mint: Address | undefined) =>
    quote.fees.filter(fee => fee.kind === 'protocol' && fee.mint === mint).reduce((sum, fee) => sum + fee.amount, 0n)
  expect(waitingFees(world).map((fee, i) => fee - (feesBefore[i] ?? 0n))).toEqual([kept(mints[0]), kept(mints[1])])
  return quote
}

/** Trades each amount in both directions and modes. Counts the impossible trades. */
async function tradeAll(world: ClmmWorld, amounts: readonly bigint[]): Promise<{ traded: number; refused: number }> {
  const charges = new Set(world.mints.filter(mint => world.svm.read(mint)?.owner === token2022Program))
  let traded = 0
  let refused = 0
  for (const amount of amounts)
    for (const tokenIn of world.mints)
      for (const request of [
        { tokenIn, exactIn: amount },
        { tokenIn, exactOut: amount },
      ]) {
        // The binary of 2025 refuses every exact output of a token with a transfer fee.
        // It compares the requested with the sent amount (`require_eq!` in swap_v2.rs, since corrected).
        if ('exactOut' in request && charges.has(world.mints[tokenIn === world.mints[0] ? 1 : 0])) continue
        try {
          await tradeExactly(world, request)
          traded++
        } catch (error) {
          if (!isTernError(error, 'quote/nothingOut') && !isTernError(error, 'quote/noLiquidity')) throw error
          refused++
        }
      }
  return { traded, refused }
}

const stateOf = ({ svm, pool }: ClmmWorld) => poolStateLayout.view(svm.read(pool)?.data ?? new Uint8Array())
const tickOf = (world: ClmmWorld) => stateOf(world).tick_current

/**
 * Trades an amount in both directions and modes to a price limit `ticks` away. A partial fill must end at the limit.
 */
async function tradeToLimit(world: ClmmWorld, amount: bigint, ticks: number): Promise<Record<Quote['filled'], number>> {
  const tally = { whole: 0, partial: 0 }
  for (const mode of bothModes)
    for (const side of [0, 1] as const) {
      const tick = tickOf(world)
      const sqrtPriceLimitX64 = sqrtPriceAtTick(side === 0 ? tick - ticks : tick + 1 + ticks) + BigInt(ticks % 3)
      const to = { tokenIn: world.mints[side], sqrtPriceLimitX64 }
      const { filled } = await tradeExactly(
        world,
        mode === 'exactIn' ? { ...to, exactIn: amount } : { ...to, exactOut: amount },
      )
      expect(stateOf(world).sqrt_price_x64 === sqrtPriceLimitX64).toBe(filled === 'partial')
      tally[filled]++
    }
  return tally
}

/** The number of nested positions, each of which ends on both sides of tick 0. */
const ends = 30

async function nest(world: ClmmWorld, every: number, liquidity: bigint): Promise<void> {
  for (let i = 1; i <= ends; i++) await openPosition(world, -i * every, i * every, liquidity + BigInt(i) * 1_234_567n)
}

describe.skipIf(!isAtHand)('the real program (PROGRAMS_DIR)', () => {
  const path = binary ?? ''
  const against = (what: string) => ({
    ...evidence(`real program, ${what}`, bothModes, 'PROGRAMS_DIR'),
    timeout: 120_000,
  })
  const kinds = {
    'plain tokens': [plain, plain],
    'a transfer fee on one token': [plain, charging(123, 77, 5_000_000n)],
    'transfer fees on both tokens': [charging(250, 10, 10n ** 15n), charging(1, 4_999, 10n ** 15n)],
  } as const
  /** From no crossing to about twenty. */
  const amounts = [2n, 999n, 1_000_003n, 400_000_007n, 3_000_000_019n, 20_000_000_003n, 60_000_000_009n]

  for (const [kind, tokens] of Object.entries(kinds))
    it(`pays exactly the quote, over up to twenty ticks and four arrays: ${kind}`, against(kind), async () => {
      const svm = await startClmm(path)
      const world = await createPool(svm, {
        tickSpacing: 10,
        tradeFeeRate: 2_500,
        sqrtPriceX64: 2n ** 64n + 7n ** 20n,
        tokens,
      })
      await nest(world, 40, 10n ** 11n)
      const { traded } = await tradeAll(world, amounts)
      expect(traded).toBeGreaterThan(10)
      svm.setClock({ ...svm.clock(), epoch: 200n })
      expect((await tradeAll(world, amounts.slice(2))).traded).toBeGreaterThan(8)
    })

  for (const [kind, tokens] of Object.entries(kinds))
    it(`ends at a price limit as the quote does, within a range, at a tick and beyond: ${kind}`, {
      ...evidence(`real program, price limits, ${kind}`, bothModes, 'PROGRAMS_DIR'),
      timeout: 120_000,
    }, async () => {
      const svm = await startClmm(path)
      const start = { tickSpacing: 10, tradeFeeRate: 2_500, sqrtPriceX64: sqrtPriceAtTick(3) + 7n ** 20n }
      const world = await createPool(svm, { ...start, tokens })
      await nest(world, 40, 10n ** 11n)
      const tally = { whole: 0, partial: 0 }
      for (const ticks of [5, 17, 38, 90, 301])
        for (const amount of [30_000_003n, 600_000_007n, 90_000_000_001n]) {
          const { whole, partial } = await tradeToLimit(world, amount, ticks)
          tally.whole += whole
          tally.partial += partial
        }
      // Down to exactly the price of a crossed tick, and up again.
      const [down, up] = [Math.floor(tickOf(world) / 40) * 40 - 40, Math.floor(tickOf(world) / 40) * 40 + 40]
      const exactIn = 90_000_000_001n
      for (const [tokenIn, tick] of [
        [world.mints[0], down],
        [world.mints[1], up],
      ] as const) {
        const request = { tokenIn, exactIn, sqrtPriceLimitX64: sqrtPriceAtTick(tick) }
        expect((await tradeExactly(world, request)).filled).toBe('partial')
        expect(tickOf(world)).toBe(tick === down ? tick - 1 : tick)
      }
      expect(tally.whole).toBeGreaterThan(12)
      expect(tally.partial).toBeGreaterThan(12)
    })

  for (const crossings of [0, 1, 5, 20])
    it(`crosses ${crossings} ticks either way, to the unit`, against(`${crossings} ticks crossed`), async () => {
      for (const side of [0, 1] as const)
        for (const isExactIn of [true, false]) {
          const svm = await startClmm(path)
          const start = { tickSpacing: 10, tradeFeeRate: 500, sqrtPriceX64: sqrtPriceAtTick(3) }
          const world = await createPool(svm, { ...start, tokens: [plain, plain] })
          await nest(world, 40, 10n ** 11n)
          const tokenIn = world.mints[side]
          // Half a segment beyond the last tick to cross. The price is about 1, so both tokens move alike.
          const amount = (segmentsFrom(0, crossings) + segmentsFrom(0, crossings + 1)) / 2n
          await tradeExactly(world, isExactIn ? { tokenIn, exactIn: amount } : { tokenIn, exactOut: amount })
          const tick = tickOf(world)
          // Far from price 1, the tokens' amounts differ more.
          const crossed = Math.floor((tick < 0 ? -tick - 1 : tick) / 40)
          expect(crossed - crossings).toBeOneOf([0, 1, 2])
        }
    })

  it('pays exactly the quote at prices that need the bitmap’s extension', against('bitmap extension'), async () => {
    for (const [tick, tickSpacing] of [
      [-60_007, 1],
      [61_440, 1],
      [-310_013, 10],
      [307_205, 10],
    ] as const) {
      const svm = await startClmm(path)
      const start = { tickSpacing, tradeFeeRate: 100, sqrtPriceX64: sqrtPriceAtTick(tick) }
      const world = await createPool(svm, { ...start, tokens: [plain, plain] })
      const middle = Math.floor(tick / tickSpacing) * tickSpacing
      for (const half of [7, 33, 80, 150])
        await openPosition(world, middle - half * tickSpacing, middle + half * tickSpacing, 10n ** 11n)
      const { traded } = await tradeAll(world, [5_003n, 1_000_003n, 44_000_017n])
      expect(traded).toBeGreaterThan(2)
    }
  })

  it(
    'pays exactly the quote over gaps without liquidity, and refuses beyond the last tick',
    against('gaps'),
    async () => {
      const svm = await startClmm(path)
      const start = { tickSpacing: 60, tradeFeeRate: 2_500, sqrtPriceX64: sqrtPriceAtTick(1) }
      const world = await createPool(svm, { ...start, tokens: [plain, plain] })
      for (const middle of [-9_000, 0, 9_000]) await openPosition(world, middle - 120, middle + 120, 10n ** 12n)
      const [tokenIn] = world.mints
      await tradeExactly(world, { tokenIn, exactIn: 8_000_000_000n })
      expect(tickOf(world)).toBeLessThan(-8_800)
      const pool = await open(world)
      expect(() => pool.quote({ tokenIn, exactIn: 10n ** 13n }, svm.clock())).toThrow(
        'swapCompute LiquidityInsufficient',
      )
      await tradeExactly(world, { tokenIn: world.mints[1], exactOut: 7_000_000_000n })
    },
  )

  describe('refuses', () => {
    const make = async () => {
      const svm = await startClmm(path)
      const start = { tickSpacing: 60, tradeFeeRate: 2_500, sqrtPriceX64: sqrtPriceAtTick(1) }
      const world = await createPool(svm, { ...start, tokens: [plain, plain] })
      await openPosition(world, -600, 600, 10n ** 12n)
      return world
    }
    /** Sends a quoted trade after `change`. Returns the program's error and the error of a new quote. */
    async function after(world: ClmmWorld, asked: bigint | ClmmSwapRequest, change: () => void) {
      const { svm } = world
      const request = typeof asked === 'bigint' ? { tokenIn: world.mints[0], exactIn: asked } : asked
      const pool = await open(world)
      const { tokenIn } = request
      const quote = { ...pool.quote({ tokenIn, exactIn: 1_000_000n }, svm.clock()), request }
      const owner = svm.payer.address
      const [accountIn, accountOut] = tokenIn === world.mints[0] ? world.accounts : world.accounts.toReversed()
      const parties = {
        owner,
        payer: owner,
        tokenAccountIn: accountIn as Address,
        tokenAccountOut: accountOut as Address,
      }
      const instructions = await pool.swap(quote, 0n, parties)
      change()
      const outcome = await svm.send(instructions)
      expect(outcome.error).toBeDefined()
      const changed = await open(world)
      let code: string | undefined
      try {
        changed.quote(request, svm.clock())
      } catch (thrown) {
        code = (isTernError(thrown) ? thrown.code : String(thrown)) as string
      }
      return { says: nameOf(outcome), code }
    }

    it('a pool with disabled swaps', async () => {
      const one = await make()
      const switchOff = () => alterPool(one.svm, one.pool, { status: 16 })
      expect(await after(one, 1_000n, switchOff)).toEqual({ says: 'NotApproved', code: 'quote/paused' })
    })

    it('a pool at its opening second; a second later it trades', async () => {
      const one = await make()
      const { unixTimestamp, epoch } = one.svm.clock()
      const postpone = () => alterPool(one.svm, one.pool, { open_time: unixTimestamp })
      expect((await after(one, 1_000n, postpone)).code).toBe('quote/notOpen')
      one.svm.setClock({ unixTimestamp: unixTimestamp + 1n, epoch })
      await tradeExactly(one, { tokenIn: one.mints[0], exactIn: 1_000n })
    })

    it('amounts of zero, or with an output of zero', async () => {
      const one = await make()
      const nothing = () => undefined
      expect(await after(one, 1n, nothing)).toEqual({ says: 'TooSmallInputOrOutputAmount', code: 'quote/nothingOut' })
      expect(await after(one, 0n, nothing)).toEqual({ says: 'ZeroAmountSpecified', code: 'quote/zeroSpecified' })
    })

    it('price limits that are not ahead of the price, or beyond its range', async () => {
      const one = await make()
      const [token0, token1] = one.mints
      const price = stateOf(one).sqrt_price_x64
      const refusals = [
        [token0, price, 'quote/limitNotBelowPrice'],
        [token0, price + 1n, 'quote/limitNotBelowPrice'],
        [token0, minSqrtPriceX64, 'quote/limitTooLow'],
        [token0, 1n, 'quote/limitTooLow'],
        [token1, price, 'quote/limitNotAbovePrice'],
        [token1, price - 1n, 'quote/limitNotAbovePrice'],
        [token1, maxSqrtPriceX64, 'quote/limitTooHigh'],
      ] as const
      for (const [tokenIn, sqrtPriceLimitX64, code] of refusals) {
        const request = { tokenIn, exactIn: 1_000n, sqrtPriceLimitX64 }
        expect(await after(one, request, () => undefined)).toEqual({ says: 'SqrtPriceLimitOverflow', code })
      }
      // A unit of the square root price further: the output is less than a unit.
      for (const [tokenIn, sqrtPriceLimitX64] of [
        [token0, price - 1n],
        [token1, price + 1n],
      ] as const)
        expect(await after(one, { tokenIn, exactOut: 1_000n, sqrtPriceLimitX64 }, () => undefined)).toEqual({
          says: 'TooSmallInputOrOutputAmount',
          code: 'quote/nothingOut',
        })
      await tradeExactly(one, { tokenIn: token0, exactOut: 1_000n, sqrtPriceLimitX64: minSqrtPriceX64 + 1n })
      await tradeExactly(one, { tokenIn: token1, exactOut: 1_000n, sqrtPriceLimitX64: maxSqrtPriceX64 - 1n })
    })

    it('more than the available liquidity', async () => {
      const one = await make()
      const { says, code } = await after(one, 10n ** 13n, () => undefined)
      // The binary of 2025 checks the bitmap's extension first, although such a spacing does not need it.
      expect(says).toBeOneOf(['LiquidityInsufficient', 'MissingTickArrayBitmapExtensionAccount'])
      expect(code).toBe('quote/noLiquidity')
    })

    it('to search liquidity beyond the last tick up to a limit, but not up to the last tick', async () => {
      const one = await make()
      const to = (tick: number) => {
        const [tokenIn] = one.mints
        return { tokenIn, exactIn: 10n ** 13n, sqrtPriceLimitX64: sqrtPriceAtTick(tick) }
      }
      const { says, code } = await after(one, to(-601), () => undefined)
      expect(says).toBeOneOf(['LiquidityInsufficient', 'MissingTickArrayBitmapExtensionAccount'])
      expect(code).toBe('quote/noLiquidity')
      expect((await tradeExactly(one, to(-600))).filled).toBe('partial')
    })
  })
})

/** The approximate amount to cross the nested ticks between these two, from tick 0 on. */
function segmentsFrom(from: number, crossings: number): bigint {
  let sum = 0n
  for (let i = from; i < crossings; i++) {
    const liquidity = BigInt(ends - i) * 10n ** 11n
    sum += (liquidity * (sqrtPriceAtTick((i + 1) * 40) - sqrtPriceAtTick(i * 40))) >> 64n
  }
  return sum
}
