import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AccountRole } from '@solana/kit'
import { type Address, type Clock, isTernError } from '@tern/core'
import type { Pool, Quote, SwapRequest } from '@tern/venues'
import { readProgramError } from '@tern/venues/internal/programErrors'
import { poolStatus, program, raydiumStable } from '@tern/venues/raydiumStable'
import { encodeModel, exampleModel } from '@tern/venues/raydiumStable/internal'
import { readEvents } from '@tern/venues/read'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currentPriceOf } from '../../packages/venues/test/currentPrice.ts'
import type { StableShape } from '../../packages/venues/test/raydiumStablePools.ts'
import { proves } from '../src/evidence.ts'
import { runsOf } from '../src/runs.ts'
import { type StableWorld, startStable } from '../src/stableWorld.ts'
import { balanceOf } from '../src/svm.ts'

const binary = process.env.PROGRAMS_DIR === undefined ? undefined : join(process.env.PROGRAMS_DIR, `${program}.so`)
const isAtHand = binary !== undefined && existsSync(binary)
const evidence = proves('raydium_stable')
const against = (what: string) =>
  evidence(`real program, tables of ours: ${what}`, ['exactIn', 'exactOut'], 'PROGRAMS_DIR')

const example = exampleModel()
/** Coarse: prices of six digits, and few elements for each price. The golden vectors of the SDK have the same. */
const coarse = encodeModel(
  1_000_000n,
  Array.from({ length: 50_000 }, (_, i) => {
    const x = 1_000_000_000n + BigInt(i) * 1_000_000n
    const y = 625_000_000_000_000_000_000n / x
    return { x, y, price: (x * 1_000_000n) / y }
  }),
)

async function open({ svm, pool }: StableWorld): Promise<Pool> {
  const first = svm.readAll([pool])
  const read = new Map([...first, ...svm.readAll(await raydiumStable.accountsToRead(pool, first))])
  expect(await raydiumStable.accountsToRead(pool, read)).toEqual([])
  return raydiumStable.open(pool, read)
}

const partiesOf = ({ svm, mints, accounts }: StableWorld, request: SwapRequest) => {
  const [tokenAccountIn, tokenAccountOut] = request.tokenIn === mints[0] ? accounts : [accounts[1], accounts[0]]
  return { owner: svm.payer.address, payer: svm.payer.address, tokenAccountIn, tokenAccountOut }
}

/**
 * Trades a quote on the real program, without a unit of tolerance. Before it, a trade for a unit more must fail for
 * slippage.
 */
async function tradeExactly(world: StableWorld, pool: Pool, quote: Quote): Promise<void> {
  const { svm } = world
  const parties = partiesOf(world, quote.request)
  const balances = () => [balanceOf(svm, parties.tokenAccountIn), balanceOf(svm, parties.tokenAccountOut)] as const
  const isExactIn = 'exactIn' in quote.request
  const limit = isExactIn ? quote.amountOut : quote.amountIn
  const tighter = await pool.swap(quote, isExactIn ? limit + 1n : limit - 1n, parties).catch(error => {
    expect(error).toMatchObject({ code: 'trade/limitBelowAmountIn' })
    return undefined
  })
  if (tighter !== undefined) {
    const refused = await svm.send(tighter)
    expect(readProgramError(program, refused.programError ?? -1)).toBe('program/slippageExceeded')
  }
  const before = balances()
  const instructions = await pool.swap(quote, limit, parties)
  const outcome = await svm.send(instructions)
  expect(outcome.error).toBeUndefined()
  expect(outcome.units).toBeLessThanOrEqual(quote.computeUnits)
  const after = balances()
  const { tokenIn, tokenOut, amountIn, amountOut } = quote
  expect([before[0] - after[0], after[1] - before[1]]).toEqual([amountIn, amountOut])
  const named = instructions.map(({ programAddress, accounts = [], data = [] }) => ({
    program: programAddress,
    accounts: accounts.map(({ address }) => address),
    data: Uint8Array.from(data),
  }))
  const [coinVault, pcVault] = named[0]?.accounts.slice(4, 6) ?? []
  const mints = new Map(world.mints.map((mint, i) => [i === 0 ? coinVault : pcVault, mint] as [Address, Address]))
  const readAccounts = async (addresses: readonly Address[]) => svm.readAll(addresses)
  const { protocol, address } = pool
  expect(await readEvents(program, { logs: outcome.logs, instructions: named, mints }, readAccounts)).toEqual([
    {
      ...{ kind: 'trade', protocol, pool: address, mintIn: tokenIn, mintOut: tokenOut, amountIn, amountOut },
      ...{ trader: parties.owner, priceAfter: priceAfter(await open(world), tokenIn, svm.clock()) },
    },
  ])
}

/** Returns the price of the opened pool; `undefined` if a trade left the pool at the table's edge. */
function priceAfter(pool: Pool, tokenIn: Address, clock: Clock) {
  try {
    return currentPriceOf(pool, tokenIn, clock)
  } catch (error) {
    if (isTernError(error, 'quote/noLiquidity')) return undefined
    throw error
  }
}

/** Sends a swap without a limit, to see that the program fails where Tern refuses. */
async function failsUnquoted(world: StableWorld, pool: Pool, request: SwapRequest): Promise<void> {
  // Only the instruction's amounts are of the refused request.
  const amount = 'exactIn' in request ? request.exactIn : request.exactOut
  const made = { request, tokenIn: request.tokenIn, amountIn: amount, amountOut: amount } as Quote
  const instructions = await pool.swap(made, 'exactIn' in request ? 0n : 2n ** 63n, partiesOf(world, request))
  expect((await world.svm.send(instructions)).error).toBeDefined()
}

/** Quotes and trades, or checks that the program refuses, too. */
async function compare(world: StableWorld, shape: StableShape, request: SwapRequest): Promise<'traded' | 'refused'> {
  world.arrange(shape)
  const pool = await open(world)
  let quote: Quote
  try {
    quote = pool.quote(request, world.svm.clock())
  } catch (error) {
    if (!isTernError(error) || !/^quote\/(nothingOut|beyondReserves|noLiquidity)$/.test(error.code)) throw error
    await failsUnquoted(world, pool, request)
    return 'refused'
  }
  await tradeExactly(world, pool, quote)
  return 'traded'
}

const magnitude = (min: number, max: number) =>
  fc.integer({ min, max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
const decimals = fc.constantFrom<readonly [number, number]>([6, 6], [9, 6], [6, 9], [9, 9], [0, 6])

/** A pool of any size and balance, and a trade of any size. */
const cases = fc.record({
  table: fc.constantFrom('example', 'example', 'coarse'),
  decimals,
  coins: magnitude(24, 50),
  pcPerMille: fc.bigInt(70n, 14_000n),
  fee: fc.constantFrom(2n, 25n, 1_000n),
  factor: fc.constantFrom(15n, 15n, 100n),
  orders: fc.constantFrom(0n, 0n, 12_345n),
  owed: fc.constantFrom(0n, 777n),
  side: fc.constantFrom<0 | 1>(0, 1),
  isExactIn: fc.boolean(),
  share: magnitude(1, 31),
})

describe.skipIf(!isAtHand)('the real program (PROGRAMS_DIR)', () => {
  const path = binary ?? ''

  it('trades exactly the quote, and refuses with it', against('random pools and trades'), async () => {
    const world = await startStable(path)
    const counts = { traded: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(cases, async one => {
        const [coinDecimals, pcDecimals] = one.decimals
        const coins = one.coins
        const shift = 10n ** BigInt(Math.abs(pcDecimals - coinDecimals))
        const equal = pcDecimals >= coinDecimals ? coins * shift : coins / shift
        const reserves = [coins + 20_000n, (equal * one.pcPerMille) / 1_000n + 20_000n] as const
        // No token has a larger supply than 64 bits hold, so no trade could fill the vault.
        fc.pre(reserves.every(reserve => reserve < 2n ** 62n))
        const shape: StableShape = {
          ...{ reserves, decimals: one.decimals, model: one.table === 'example' ? example : coarse },
          orders: { coin: one.orders, pc: one.orders },
          state: {
            ...{ swap_fee_numerator: one.fee, abort_trade_factor: one.factor },
            ...{ need_take_pnl_coin: one.owed, need_take_pnl_pc: one.owed },
          },
        }
        const ofIn = (reserves[one.isExactIn ? one.side : ((1 - one.side) as 0 | 1)] * one.share) >> 31n
        const amount = ofIn > 0n ? ofIn : 1n
        const tokenIn = world.mints[one.side]
        const request = one.isExactIn ? { tokenIn, exactIn: amount } : { tokenIn, exactOut: amount }
        counts[await compare(world, shape, request)]++
      }),
      { numRuns: runsOf(3_200) },
    )
    expect(counts.traded).toBeGreaterThan(500)
    expect(counts.refused).toBeGreaterThan(20)
  })

  const plain: StableShape = { reserves: [10n ** 12n, 10n ** 12n], model: example }

  it('trades to and over elements of the table', against('elements'), async () => {
    const world = await startStable(path)
    const atElement: StableShape = { ...plain, state: { swap_fee_numerator: 0n } }
    // The pool's place is an element, and these amounts are the distances to the next ones.
    for (const [side, amount] of [
      [0, 333_333_334n],
      [0, 666_555_558n],
      [1, 333_333_334n],
      [1, 666_555_558n],
    ] as const)
      for (const more of [-1n, 0n, 1n])
        for (const mode of ['exactIn', 'exactOut'] as const) {
          const tokenIn = world.mints[side]
          const request =
            mode === 'exactIn' ? { tokenIn, exactIn: amount + more } : { tokenIn, exactOut: amount + more }
          expect(await compare(world, atElement, request)).toBe('traded')
        }
  })

  it('does not pay more than its own account holds', against('tokens on the order book'), async () => {
    const world = await startStable(path)
    const shape: StableShape = { ...plain, orders: { coin: 0n, pc: 9n * 10n ** 11n } }
    const tokenIn = world.mints[0]
    expect(await compare(world, shape, { tokenIn, exactOut: 9n * 10n ** 10n })).toBe('traded')
    world.arrange(shape)
    const pool = await open(world)
    expect(() => pool.quote({ tokenIn, exactOut: 10n ** 11n + 1n }, world.svm.clock())).toThrow()
  })

  describe('opens and closes', () => {
    const soon = 1_790_000_001n
    it.each([
      ['uninitialized', {}, false],
      ['initialized', { pool_open_time: soon, orderbook_to_init_time: soon }, true],
      ['disabled', {}, false],
      ['withdrawOnly', {}, false],
      ['liquidityOnly', {}, false],
      ['orderBookOnly', { pool_open_time: soon }, true],
      ['orderBookOnly', { orderbook_to_init_time: soon }, false],
      ['swapOnly', { pool_open_time: soon, orderbook_to_init_time: soon }, true],
      ['waitingTrade', { orderbook_to_init_time: soon }, true],
      ['waitingTrade', { pool_open_time: soon }, false],
    ] as const)('%s %o: %s', against('statuses'), async (name, times, isOpen) => {
      const world = await startStable(path)
      const shape = { ...plain, state: { status: poolStatus[name], ...times } }
      for (const tokenIn of world.mints)
        for (const request of [
          { tokenIn, exactIn: 1_000n },
          { tokenIn, exactOut: 1_000n },
        ]) {
          if (isOpen) expect(await compare(world, shape, request)).toBe('traded')
          else {
            world.arrange(shape)
            const pool = await open(world)
            expect(() => pool.quote(request, world.svm.clock())).toThrow(/./)
            await failsUnquoted(world, pool, request)
          }
        }
    })

    it('refuses a table that is not ready', async () => {
      const world = await startStable(path)
      const model = example.slice()
      model[8] = 0
      world.arrange({ ...plain, model })
      const pool = await open(world)
      const request = { tokenIn: world.mints[0], exactIn: 1_000n }
      expect(() => pool.quote(request, world.svm.clock())).toThrow(/./)
      await failsUnquoted(world, pool, request)
    })
  })

  it('fails for the account list of the SDK’s exact outputs, which also has the target orders', async () => {
    const world = await startStable(path)
    world.arrange(plain)
    const pool = await open(world)
    const request = { tokenIn: world.mints[0], exactOut: 1_000n }
    const quote = pool.quote(request, world.svm.clock())
    const [swap] = await pool.swap(quote, quote.amountIn, partiesOf(world, request))
    const accounts = [...(swap?.accounts ?? [])]
    accounts.splice(4, 0, { address: world.targetOrders, role: AccountRole.WRITABLE })
    const asSdk = await world.svm.send(swap === undefined ? [] : [{ ...swap, accounts }])
    expect(readProgramError(program, asSdk.programError ?? -1)).toBe('program/wrongAccount')
  })
})
