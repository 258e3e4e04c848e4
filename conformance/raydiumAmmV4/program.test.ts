import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isTernError } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import type { Pool, Quote, SwapRequest } from '@tern/venues'
import { readProgramError } from '@tern/venues/internal/programErrors'
import { program, raydiumAmmV4 } from '@tern/venues/raydiumAmmV4'
import { ammInfoLayout, ammStatus, reserves } from '@tern/venues/raydiumAmmV4/internal'
import { readEvents } from '@tern/venues/read'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ammV4Addresses } from '../../packages/venues/test/raydiumAmmV4Pools.ts'
import { type AmmV4State, type AmmV4World, placePool, startAmmV4 } from '../src/ammV4World.ts'
import { proves } from '../src/evidence.ts'
import { balanceOf } from '../src/svm.ts'

const binary = process.env.PROGRAMS_DIR === undefined ? undefined : join(process.env.PROGRAMS_DIR, `${program}.so`)
const isAtHand = binary !== undefined && existsSync(binary)
const evidence = proves('raydiumammv4')
const { vaults } = ammV4Addresses

async function open({ svm, pool }: AmmV4World): Promise<Pool> {
  const first = svm.readAll([pool])
  const rest = await raydiumAmmV4.accountsToRead(pool, first)
  const read = new Map([...first, ...svm.readAll(rest)])
  expect(await raydiumAmmV4.accountsToRead(pool, read)).toEqual([])
  return raydiumAmmV4.open(pool, read)
}

/** The pool's form that the binary knows: it is older than the newest. */
const formOf = (pool: Pool) => pool.forms?.names[1]

/** The instructions of a quoted swap of the payer's. */
async function swapOf(
  { svm, mints, accounts }: AmmV4World,
  pool: Pool,
  quote: Quote,
  limit: bigint,
  form = formOf(pool),
) {
  const [tokenAccountIn, tokenAccountOut] = quote.tokenIn === mints[0] ? accounts : [accounts[1], accounts[0]]
  const owner = svm.payer.address
  return pool.swap(quote, limit, { owner, payer: owner, tokenAccountIn, tokenAccountOut, form })
}

/** The reserves that the chain shows, coin first. */
function reservesNow({ svm, pool }: AmmV4World) {
  const amm = ammInfoLayout.decode(svm.read(pool)?.data ?? new Uint8Array())
  return reserves(amm, balanceOf(svm, vaults[0]), balanceOf(svm, vaults[1]))
}

/**
 * Quotes and trades on the real program, without a unit of tolerance.
 * A trade with a limit a unit tighter must fail for slippage. Then the moved amounts, the event and the price after the
 * trade must equal the quote.
 */
async function tradeExactly(world: AmmV4World, request: SwapRequest): Promise<'traded' | 'unaffordable'> {
  const { svm, mints, accounts } = world
  const pool = await open(world)
  const quote = pool.quote(request, svm.clock())
  if (quote.amountIn > balanceOf(svm, request.tokenIn === mints[0] ? accounts[0] : accounts[1])) return 'unaffordable'
  const isExactIn = 'exactIn' in request
  const limit = isExactIn ? quote.amountOut : quote.amountIn

  const refused = await svm.send(await swapOf(world, pool, quote, isExactIn ? limit + 1n : limit - 1n))
  expect(readProgramError(program, refused.programError ?? -1)).toBe('program/slippageExceeded')

  const [accountIn, accountOut] = request.tokenIn === mints[0] ? accounts : [accounts[1], accounts[0]]
  const before = [balanceOf(svm, accountIn), balanceOf(svm, accountOut)] as const
  const instructions = await swapOf(world, pool, quote, limit)
  const outcome = await svm.send(instructions)
  expect(outcome.error).toBeUndefined()
  expect(outcome.units).toBeLessThanOrEqual(quote.computeUnits)
  expect(before[0] - balanceOf(svm, accountIn)).toBe(quote.amountIn)
  expect(balanceOf(svm, accountOut) - before[1]).toBe(quote.amountOut)
  const executed = {
    logs: outcome.logs,
    mints: new Map(vaults.map((vault, i) => [vault, mints[i as 0 | 1]])),
    instructions: instructions.map(({ programAddress, accounts = [], data = [] }) => ({
      program: programAddress,
      accounts: accounts.map(({ address }) => address),
      data: Uint8Array.from(data),
    })),
  }
  const { protocol, address } = pool
  const { tokenIn: mintIn, tokenOut: mintOut, amountIn, amountOut } = quote
  const [coin, pc] = reservesNow(world)
  const priceAfter = mintIn === mints[0] ? { numerator: pc, denominator: coin } : { numerator: coin, denominator: pc }
  const trade = { kind: 'trade', protocol, pool: address, mintIn, mintOut, amountIn, amountOut, priceAfter }
  expect(await readEvents(program, executed)).toEqual([{ ...trade, trader: svm.payer.address }])
  return 'traded'
}

const size = (max: number) =>
  fc.integer({ min: 1, max }).chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

/** Pools of every status that allows swaps, with any fee and any waiting profit. */
const states: fc.Arbitrary<AmmV4State> = fc
  .record({
    status: fc.constantFrom(ammStatus.initialized, ammStatus.swapOnly, ammStatus.waitingTrade),
    fee: fc.oneof(
      fc.constantFrom([25n, 10_000n] as const, [0n, 10_000n] as const),
      size(40).chain(of => fc.tuple(fc.bigInt(0n, of - 1n), fc.constant(of))),
    ),
    reserves: fc.tuple(size(58), size(58)),
    waiting: fc.tuple(size(50), size(50)),
  })
  .map(({ status, fee: [swap_fee_numerator, swap_fee_denominator], reserves: [coin, pc], waiting }) => ({
    vaults: [coin + waiting[0], pc + waiting[1]] as const,
    amm: {
      ...{ status, swap_fee_numerator, swap_fee_denominator, pool_open_time: 1_789_999_999n },
      ...{ need_take_pnl_coin: waiting[0], need_take_pnl_pc: waiting[1] },
    },
  }))
const amounts = fc.array(size(58), { minLength: 4, maxLength: 4 })

describe.skipIf(!isAtHand)('the real program (PROGRAMS_DIR)', () => {
  const path = binary ?? ''
  const against = (what: string) => evidence(`real program, ${what}`, ['exactIn', 'exactOut'], 'PROGRAMS_DIR')

  it('trades exactly as quoted, and refuses a unit less', against('random pools of every status and fee'), async () => {
    const world = await startAmmV4(path)
    const [traded, refused] = [new Map<string, number>(), new Set<string>()]
    await fc.assert(
      fc.asyncProperty(states, amounts, async (state, each) => {
        placePool(world, state)
        for (const amount of each)
          for (const tokenIn of world.mints)
            for (const request of [
              { tokenIn, exactIn: amount },
              { tokenIn, exactOut: amount },
            ])
              try {
                if ((await tradeExactly(world, request)) !== 'traded') continue
                const kind = `${state.amm.status} ${'exactIn' in request}`
                traded.set(kind, (traded.get(kind) ?? 0) + 1)
              } catch (error) {
                if (!isTernError(error)) throw error
                refused.add(error.code)
              }
      }),
      { numRuns: 75, endOnFailure: true },
    )
    expect([...traded.keys()]).toHaveLength(6)
    expect([...traded.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(500)
    expect([...refused].sort()).toEqual(['quote/beyondReserves', 'quote/nothingOut'])
  })

  /** Sends a swap as it was quoted before `change`. Returns the program's error, and the error of a new quote. */
  async function after(state: AmmV4State, changed: AmmV4State, amount = 10_000n) {
    const world = await startAmmV4(path)
    placePool(world, state)
    const pool = await open(world)
    const request = { tokenIn: world.mints[0], exactIn: amount }
    const quote = { ...pool.quote({ ...request, exactIn: 10_000n }, world.svm.clock()), amountIn: amount }
    const instructions = await swapOf(world, pool, quote, 0n)
    placePool(world, changed)
    const { programError, error } = await world.svm.send(instructions)
    let code: string | undefined
    try {
      ;(await open(world)).quote(request, world.svm.clock())
    } catch (thrown) {
      code = isTernError(thrown) ? thrown.code : String(thrown)
    }
    return { says: readProgramError(program, programError ?? -1), failed: error !== undefined, code }
  }
  const plain: AmmV4State = { vaults: [10n ** 12n, 10n ** 12n], amm: {} }
  const of = (amm: AmmV4State['amm']): AmmV4State => ({ ...plain, amm })

  describe('refuses', () => {
    it.each([...(['disabled', 'withdrawOnly', 'liquidityOnly'] as const)])(
      'a pool whose status is %s',
      async status => {
        expect(await after(plain, of({ status: ammStatus[status] }))).toEqual({
          ...{ says: 'program/notApproved', failed: true, code: 'quote/paused' },
        })
      },
    )

    it('a pool before its opening, but not at its opening second, and only while it waits', async () => {
      const at = (status: bigint, pool_open_time: bigint) => after(plain, of({ status, pool_open_time }))
      const waiting = ammStatus.waitingTrade
      expect(await at(waiting, 1_790_000_001n)).toMatchObject({ says: 'program/notApproved', code: 'quote/notOpen' })
      expect(await at(waiting, 1_790_000_000n)).toMatchObject({ failed: false, code: undefined })
      expect(await at(ammStatus.swapOnly, 1_790_000_001n)).toMatchObject({ failed: false, code: undefined })
    })

    it('amounts with an output of zero', async () => {
      expect(await after(plain, plain, 1n)).toMatchObject({ says: 'program/invalidInput', code: 'quote/nothingOut' })
    })

    it('a frozen vault', async () => {
      const world = await startAmmV4(path)
      placePool(world, plain)
      const pool = await open(world)
      const quote = pool.quote({ tokenIn: world.mints[0], exactIn: 10_000n }, world.svm.clock())
      const instructions = await swapOf(world, pool, quote, 0n)
      const vault = world.svm.read(vaults[1]) ?? expect.fail('no vault')
      const data = tokenAccountLayout.encode({ ...tokenAccountLayout.decode(vault.data), state: 2 })
      world.svm.place(vaults[1], vault.owner, data)
      expect((await world.svm.send(instructions)).error).toBeDefined()
      expect(() => pool.quote({ tokenIn: world.mints[0], exactIn: 1n }, world.svm.clock())).toThrow()
    })
  })

  it('does not know the newest form, and says so in a way that the pool understands', async () => {
    const world = await startAmmV4(path)
    for (const status of [ammStatus.swapOnly, ammStatus.initialized]) {
      placePool(world, of({ status }))
      const pool = await open(world)
      const quote = pool.quote({ tokenIn: world.mints[0], exactIn: 10_000n }, world.svm.clock())
      const { error } = await world.svm.send(await swapOf(world, pool, quote, 0n, 'swapV2'))
      expect(error).toContain('InvalidInstructionData')
      expect(pool.forms?.isUnknown({ InstructionError: [0, 'InvalidInstructionData'] })).toBe(true)
    }
  })

  it("needs the pool's order book if the pool is initialized, and takes the pool's own address otherwise", async () => {
    const world = await startAmmV4(path)
    placePool(world, of({ status: ammStatus.swapOnly }))
    const before = await open(world)
    const quote = before.quote({ tokenIn: world.mints[0], exactIn: 10_000n }, world.svm.clock())
    const withoutBook = await swapOf(world, before, quote, quote.amountOut)
    expect(withoutBook[0]?.accounts?.filter(({ address }) => address === world.pool)).toHaveLength(10)
    placePool(world, of({ status: ammStatus.initialized }))
    const { programError } = await world.svm.send(withoutBook)
    expect(readProgramError(program, programError ?? -1)).toBe('program/wrongAccount')
    const pool = await open(world)
    const { error } = await world.svm.send(await swapOf(world, pool, quote, quote.amountOut))
    expect(error).toBeUndefined()
  })

  it('opens a pool for good with the first swap after its opening', async () => {
    const world = await startAmmV4(path)
    placePool(world, of({ status: ammStatus.waitingTrade, pool_open_time: 1n }))
    await tradeExactly(world, { tokenIn: world.mints[1], exactOut: 1_000n })
    const { status } = ammInfoLayout.decode(world.svm.read(world.pool)?.data ?? new Uint8Array())
    expect(status).toBe(ammStatus.swapOnly)
  })
})
