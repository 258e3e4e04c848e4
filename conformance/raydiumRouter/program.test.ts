import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, computeBudgetProgram, isTernError, memoProgram } from '@tern/core'
import type { Quote } from '@tern/venues'
import { explainFailure } from '@tern/venues/explainFailure'
import { readEffects } from '@tern/venues/internal/effects'
import { readProgramError } from '@tern/venues/internal/programErrors'
import {
  encodeRouteExactIn,
  encodeRouteExactOut,
  hasExactOut,
  program,
  type RouterHop,
  routerHop,
} from '@tern/venues/raydiumRouter'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeUnits } from '../src/clmmWorld.ts'
import { openPool, programs, type RouterWorld, startRouter } from '../src/routerWorld.ts'
import { runsOf } from '../src/runs.ts'
import { balanceOf } from '../src/svm.ts'

const directory = process.env.PROGRAMS_DIR ?? ''
const isAtHand = directory !== '' && programs.every(one => existsSync(join(directory, `${one}.so`)))

/** A journey along the row of pools. */
interface Journey {
  /** Positions of tokens, each next to the last. */
  readonly tokens: readonly number[]
  readonly amount: bigint
}

const journeys: fc.Arbitrary<Journey> = fc
  .record({
    from: fc.nat(3),
    hops: fc.integer({ min: 1, max: 3 }),
    isBack: fc.boolean(),
    amount: fc.bigInt({ min: 10_000n, max: 2_000_000_000n }),
  })
  .map(({ from, hops, isBack, amount }) => {
    const tokens = Array.from({ length: hops + 1 }, (_, i) => from + i).filter(one => one <= 4)
    return { tokens: isBack ? tokens.toReversed() : tokens, amount }
  })

/** Quotes a journey, and makes its hops. */
async function planned(world: RouterWorld, { tokens, amount }: Journey, mode: 'exactIn' | 'exactOut') {
  const { svm } = world
  const clock = svm.clock()
  const steps = await Promise.all(
    tokens.slice(1).map(async (to, n) => {
      const from = tokens[n] as number
      const pool = await openPool(world, world.pools[Math.min(from, to)] ?? expect.fail())
      return { pool, from: world.tokens[from] ?? expect.fail(), to: world.tokens[to] ?? expect.fail() }
    }),
  )
  const quotes: Quote[] = []
  let next = amount
  for (const { pool, from } of mode === 'exactIn' ? steps : steps.toReversed()) {
    const amounts = mode === 'exactIn' ? { exactIn: next } : { exactOut: next }
    const quote = pool.quote({ tokenIn: from.mint, ...amounts }, clock)
    if (mode === 'exactIn') quotes.push(quote)
    else quotes.unshift(quote)
    next = mode === 'exactIn' ? quote.amountOut : quote.amountIn
  }
  const owner = svm.payer.address
  const hops = await Promise.all(
    steps.map(async ({ pool, from, to }, n) => {
      const quote = quotes[n] as Quote
      const parties = { owner, payer: owner, tokenAccountIn: from.account, tokenAccountOut: to.account }
      const limit = mode === 'exactIn' ? 0n : quote.amountIn
      const form = pool.forms?.names.at(-1)
      const [instruction = expect.fail()] = await pool.swap(quote, limit, { ...parties, form })
      return routerHop(instruction, quote)
    }),
  )
  return { quotes, hops, owner }
}

const failureOf = (number: number | undefined) => ({ InstructionError: [1, { Custom: number }] })

const encoded = (mode: 'exactIn' | 'exactOut', owner: Address, hops: readonly RouterHop[]) =>
  mode === 'exactIn'
    ? (amountIn: bigint, minOut: bigint) => encodeRouteExactIn({ owner, hops, form: 'api' }, amountIn, minOut)
    : (maxIn: bigint, amountOut: bigint) => encodeRouteExactOut({ owner, hops }, maxIn, amountOut)

describe.skipIf(!isAtHand)('the real router program (a mainnet dump of November 2024)', () => {
  it.each([
    ['exactIn', false],
    ['exactOut', false],
    ['exactIn', true],
  ] as const)(
    'swaps along up to three pools of all kinds to the unit, and one unit tighter not: %s, AMM v4 on a book: %s',
    async (mode, isOnBook) => {
      const world = await startRouter(directory, isOnBook)
      const { svm, tokens } = world
      const balances = () => tokens.map(({ account }) => balanceOf(svm, account))
      let swapped = 0
      await fc.assert(
        fc.asyncProperty(journeys, async journey => {
          const plan = await planned(world, journey, mode).catch(error => {
            if (isTernError(error) && error.code.startsWith('quote/')) return undefined
            throw error
          })
          if (plan === undefined) return
          const { quotes, hops, owner } = plan
          if (mode === 'exactOut' && !hops.every(hasExactOut)) return
          const [amountIn, amountOut] = [quotes[0]?.amountIn ?? 0n, quotes.at(-1)?.amountOut ?? 0n]
          // A concentrated pool may round an exact output up.
          const asked = mode === 'exactIn' ? amountOut : journey.amount
          const make = encoded(mode, owner, hops)
          const tighter = await svm.send([
            computeUnits(1_400_000),
            mode === 'exactIn' ? make(amountIn, asked + 1n) : make(amountIn - 1n, asked),
          ])
          expect(readProgramError(program, tighter.programError ?? -1)).toBe('program/slippageExceeded')
          const before = balances()
          const instruction = make(amountIn, asked)
          const outcome = await svm.send([computeUnits(1_400_000), instruction])
          expect(outcome.logs.at(-1), outcome.logs.slice(-6).join('\n')).toContain('success')
          const moved = balances().map((balance, n) => balance - (before[n] as bigint))
          const [first, last] = [journey.tokens[0] as number, journey.tokens.at(-1) as number]
          expect(moved).toEqual(tokens.map((_, n) => (n === first ? -amountIn : n === last ? amountOut : 0n)))
          const units = quotes.reduce((sum, quote) => sum + quote.computeUnits, 0)
          expect(outcome.units).toBeLessThan(units + 40_000 + 40_000 * hops.length)
          const read = readEffects({
            ...{ program, accounts: (instruction.accounts ?? []).map(({ address }) => address) },
            data: Uint8Array.from(instruction.data ?? []),
          })
          expect(read).toMatchObject({
            takes: [{ account: tokens[first]?.account, mint: tokens[first]?.mint, max: amountIn }],
            brings: [{ account: tokens[last]?.account, mint: tokens[last]?.mint, min: asked }],
          })
          swapped++
        }),
        { numRuns: runsOf(400) },
      )
      expect(swapped).toBeGreaterThan(runsOf(400) / 4)
    },
  )

  it('fails for an exact output of a stable pool, or of an AMM v4 pool with an order book', async () => {
    const world = await startRouter(directory, true)
    const outOf = async (tokens: readonly number[]) => {
      const { quotes, hops, owner } = await planned(world, { tokens, amount: 1_000_000n }, 'exactOut')
      const instruction = encodeRouteExactOut({ owner, hops }, quotes[0]?.amountIn ?? 0n, 1_000_000n)
      const { error } = await world.svm.send([computeUnits(1_400_000), instruction])
      return { isServed: error === undefined, isOffered: hops.every(hasExactOut) }
    }
    for (const tokens of [
      [0, 1],
      [3, 4],
    ])
      expect(await outOf(tokens)).toEqual({ isServed: false, isOffered: false })
    for (const tokens of [
      [1, 2],
      [2, 3],
    ])
      expect(await outOf(tokens)).toEqual({ isServed: true, isOffered: true })
  })

  it('passes on a pool’s failure, which is a swap error: an amount that rounds to 0, or more than there is', async () => {
    const world = await startRouter(directory, false)
    let failures = 0
    for (const tokens of [
      [0, 1, 2],
      [3, 2, 1],
      [4, 3, 2],
      [1, 2, 3],
    ]) {
      const { hops, owner } = await planned(world, { tokens, amount: 1_000_000n }, 'exactIn')
      for (const amountIn of [1n, 10n ** 16n]) {
        const instruction = encoded('exactIn', owner, hops)(amountIn, 0n)
        const { programError } = await world.svm.send([computeUnits(1_400_000), instruction])
        if (programError === undefined) continue
        failures++
        const explained = explainFailure({ programs: [computeBudgetProgram, program] }, failureOf(programError))
        expect([tokens, amountIn, explained.message]).toEqual([tokens, amountIn, 'swap error'])
      }
    }
    expect(failures).toBeGreaterThan(4)
  })

  it('opens a middle account, and closes it again. It keeps the tokens of an existing account', async () => {
    const world = await startRouter(directory, false)
    const { svm, tokens } = world
    for (const mode of ['exactIn', 'exactOut'] as const) {
      const { quotes, hops, owner } = await planned(world, { tokens: [1, 2, 3], amount: 1_000_000n }, mode)
      svm.remove(tokens[2]?.account ?? expect.fail())
      const before = svm.read(owner)?.lamports ?? 0n
      const make = encoded(mode, owner, hops)
      const { error } = await svm.send([
        computeUnits(1_400_000),
        make(quotes[0]?.amountIn ?? 0n, mode === 'exactIn' ? (quotes[1]?.amountOut ?? 0n) : 1_000_000n),
      ])
      expect(error).toBeUndefined()
      expect(svm.read(tokens[2]?.account ?? expect.fail())).toBeNull()
      expect(before - (svm.read(owner)?.lamports ?? 0n)).toBe(5_000n)
    }
  })

  it('calls no other program. Without one, an exact output would take the middle token: a signer refuses these bytes', async () => {
    const world = await startRouter(directory, false)
    const { svm, tokens } = world
    const wrong = async (mode: 'exactIn' | 'exactOut', at: number) => {
      const { hops, owner } = await planned(world, { tokens: [1, 2, 3], amount: 1_000_000n }, mode)
      const instruction = encoded(mode, owner, hops)(10_000_000n, 100n)
      const strange = {
        ...instruction,
        accounts: (instruction.accounts ?? []).map(meta =>
          meta.address === hops[at]?.program ? { ...meta, address: memoProgram } : meta,
        ),
      }
      const named = {
        ...{ program, accounts: (strange.accounts ?? []).map(({ address }) => address) },
        data: Uint8Array.from(strange.data ?? []),
      }
      expect(
        readEffects({ ...named, accounts: (instruction.accounts ?? []).map(({ address }) => address) }),
      ).toBeDefined()
      return svm.send([computeUnits(1_400_000), strange])
    }
    const first = await wrong('exactIn', 0)
    // InvalidProgramAddress.
    expect(first.programError).toBe(1)
    const second = await wrong('exactIn', 1)
    expect(readProgramError(program, second.programError ?? -1)).toBe('program/swapError')
    const middle = tokens[2]?.account ?? expect.fail()
    const before = balanceOf(svm, middle)
    await wrong('exactOut', 0)
    expect(balanceOf(svm, middle)).toBeLessThanOrEqual(before)
  })
})
