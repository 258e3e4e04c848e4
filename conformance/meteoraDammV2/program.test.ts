import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Address, encodeBase58, isTernError, token2022Program, tokenProgram } from '@tern/core'
import type { Pool, Quote, SwapRequest } from '@tern/venues'
import { readProgramError } from '@tern/venues/internal/programErrors'
import { meteoraDammV2, type PoolState, program } from '@tern/venues/meteoraDammV2'
import type { BaseFee } from '@tern/venues/meteoraDammV2/internal'
import { readEvents } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { currentPriceOf } from '../../packages/venues/test/currentPrice.ts'
import { placeTokenAccount } from '../src/cpmmWorld.ts'
import {
  alterPool,
  createPool,
  type DammV2World,
  type NewPool,
  readPool,
  startDammV2,
  startSeconds,
  startSlot,
} from '../src/dammV2World.ts'
import { proves } from '../src/evidence.ts'
import { balanceOf, type TransferFees } from '../src/svm.ts'

const directory = process.env.PROGRAMS_DIR
/**
 * `deployed`: release 0.1.8, built for mainnet.
 * `later`: the vendor's own build of release 0.2, the first release with compounding pools.
 * Apart from shorter waiting times, it is the same code.
 */
const binaries = {
  deployed: join(directory ?? '', `${program}.so`),
  later: join(directory ?? '', 'vendor-builds', `${program}.so`),
} as const
const isAtHand = (which: keyof typeof binaries) => directory !== undefined && existsSync(binaries[which])
const evidence = proves('meteora_damm_v2')
const bothModes = ['exactIn', 'exactOut'] as const

const plain = { program: tokenProgram }
const charging = (bps: number, newerBps: number, maximum: bigint) => {
  const fees: TransferFees = { bps, newerBps, sinceEpoch: 200n, maximum }
  return { program: token2022Program, fees }
}
const amounts = [1n, 7n, 999n, 10_007n, 1_000_003n, 77_777_777n, 5_000_000_001n, 61_234_567_891n, 10n ** 16n]

async function open({ svm, pool }: DammV2World): Promise<Pool> {
  const first = svm.readAll([pool])
  const rest = await meteoraDammV2.accountsToRead(pool, first)
  const read = new Map([...first, ...svm.readAll(rest)])
  expect(await meteoraDammV2.accountsToRead(pool, read)).toEqual([])
  return meteoraDammV2.open(pool, read)
}

/** The pool's booked fees, in the pool's order. */
function booked({ svm, pool }: DammV2World): readonly [protocol: readonly bigint[], providers: readonly bigint[]] {
  const { protocol_a_fee, protocol_b_fee, total_lp_a_fee, total_lp_b_fee } = readPool(svm, pool)
  return [
    [protocol_a_fee, protocol_b_fee],
    [total_lp_a_fee, total_lp_b_fee],
  ]
}

/**
 * Quotes and trades on the real program, without a unit of tolerance.
 * The moved amounts, the booked fees and the event must equal the quote. Then a trade for a unit more must fail for
 * slippage.
 */
async function tradeExactly(world: DammV2World, request: SwapRequest): Promise<Quote> {
  const { svm, mints, accounts } = world
  const pool = await open(world)
  const quote = pool.quote(request, svm.clock())
  const [accountIn, accountOut] = request.tokenIn === mints[0] ? accounts : [accounts[1], accounts[0]]
  const owner = svm.payer.address
  const parties = { owner, payer: owner, tokenAccountIn: accountIn, tokenAccountOut: accountOut }
  const limit = 'exactIn' in request ? quote.amountOut : quote.amountIn
  const tighter = 'exactIn' in request ? limit + 1n : limit - 1n

  const refused = await svm.send(await pool.swap(quote, tighter, parties))
  expect(readProgramError(program, refused.programError ?? -1)).toBe('program/slippageExceeded')

  const before = [balanceOf(svm, accountIn), balanceOf(svm, accountOut)] as const
  const [protocolBefore, providersBefore] = booked(world)
  const instructions = await pool.swap(quote, limit, parties)
  const outcome = await svm.send(instructions)
  expect(outcome.error, outcome.logs.join('\n')).toBeUndefined()
  expect(outcome.units).toBeLessThanOrEqual(quote.computeUnits)
  expect(before[0] - balanceOf(svm, accountIn)).toBe(quote.amountIn)
  expect(balanceOf(svm, accountOut) - before[1]).toBe(quote.amountOut)
  const { tokenIn, tokenOut, amountIn, amountOut } = quote
  const executed = {
    logs: outcome.logs,
    inner: outcome.inner.map(data => ({ program, data })),
    instructions: instructions.map(({ accounts: metas = [], data = [] }) => ({
      ...{ program, accounts: metas.map(({ address }) => address), data: Uint8Array.from(data) },
    })),
  }
  expect(await readEvents(program, executed)).toEqual([
    {
      ...{ kind: 'trade', protocol: 'meteora_damm_v2', pool: pool.address, trader: owner },
      ...{ mintIn: tokenIn, mintOut: tokenOut, amountIn, amountOut },
      priceAfter: currentPriceOf(await open(world), tokenIn, svm.clock()) ?? expect.anything(),
    },
  ])
  const feesOf = (kind: string) =>
    mints.map(mint =>
      quote.fees.filter(fee => fee.kind === kind && fee.mint === mint).reduce((sum, fee) => sum + fee.amount, 0n),
    )
  const [protocolAfter, providersAfter] = booked(world)
  expect(protocolAfter.map((fee, i) => fee - (protocolBefore[i] ?? 0n))).toEqual(feesOf('protocol'))
  expect(providersAfter.map((fee, i) => fee - (providersBefore[i] ?? 0n))).toEqual(feesOf('trade'))
  return quote
}

interface Tally {
  whole: number
  partial: number
  refused: number
}

/** Trades each amount in both directions and modes, and counts the results. */
async function tradeAll(world: DammV2World, each: readonly bigint[] = amounts): Promise<Tally> {
  const tally: Tally = { whole: 0, partial: 0, refused: 0 }
  for (const amount of each)
    for (const tokenIn of world.mints)
      for (const request of [
        { tokenIn, exactIn: amount },
        { tokenIn, exactOut: amount },
      ]) {
        try {
          tally[(await tradeExactly(world, request)).filled]++
        } catch (error) {
          const isAnswer = isTernError(error) && /^quote\/(nothingOut|beyondReserves|noLiquidity)$/.test(error.code)
          if (!isAnswer) throw error
          tally.refused++
        }
      }
  return tally
}

const scheduler = (mode: 'timeLinear' | 'timeExponential'): BaseFee => ({
  ...{ mode, cliff_fee_numerator: 500_000_000n, number_of_period: 100, period_frequency: 60n },
  reduction_factor: mode === 'timeLinear' ? 4_900_000n : 321n,
})
const marketCap = (mode: 'marketCapLinear' | 'marketCapExponential'): BaseFee => ({
  ...{ mode, cliff_fee_numerator: 400_000_000n, number_of_period: 80, sqrt_price_step_bps: 7 },
  ...{ scheduler_expiration_duration: 5_000, reduction_factor: mode === 'marketCapLinear' ? 4_000_001n : 456n },
})
const limiter: BaseFee = {
  ...{ mode: 'rateLimiter', cliff_fee_numerator: 10_000_000n, fee_increment_bps: 150, max_limiter_duration: 1_000 },
  ...{ max_fee_bps: 5_000, reference_amount: 1_000_000_000n },
}
const dynamicFee = {
  ...{ bin_step: 1, bin_step_u128: 1_844_674_407_370_955n, filter_period: 10, decay_period: 120 },
  ...{ reduction_factor: 5_000, max_volatility_accumulator: 14_460_000, variable_fee_control: 95_600 },
}
const narrow = { sqrt_min_price: (1n << 64n) - (1n << 59n), sqrt_max_price: (1n << 64n) + (1n << 58n) }
const bothPlain = [plain, plain] as const

const kinds: Readonly<Record<string, NewPool>> = {
  'a flat fee': { tokens: bothPlain },
  'a flat fee in token B': { parameters: { collect_fee_mode: 1 }, tokens: bothPlain },
  'a narrow range': { parameters: narrow, tokens: bothPlain },
  'a narrow range, fees in token B': { parameters: { ...narrow, collect_fee_mode: 1 }, tokens: bothPlain },
  'a linear scheduler': { baseFee: scheduler('timeLinear'), tokens: bothPlain },
  'an exponential scheduler': {
    ...{ baseFee: scheduler('timeExponential'), tokens: bothPlain },
    parameters: { collect_fee_mode: 1 },
  },
  'a scheduler by slots': {
    ...{ baseFee: scheduler('timeExponential'), tokens: bothPlain },
    parameters: { activation_type: 0 },
  },
  'a linear market-cap scheduler': { baseFee: marketCap('marketCapLinear'), tokens: bothPlain },
  'an exponential market-cap scheduler': {
    ...{ baseFee: marketCap('marketCapExponential'), tokens: bothPlain },
    parameters: { collect_fee_mode: 1 },
  },
  'a dynamic fee': { parameters: { dynamic_fee: dynamicFee }, tokens: bothPlain },
  'a dynamic fee on a scheduler, in token B': {
    ...{ baseFee: scheduler('timeLinear'), tokens: bothPlain },
    parameters: { dynamic_fee: dynamicFee, collect_fee_mode: 1 },
  },
  'a rate limiter': { baseFee: limiter, parameters: { collect_fee_mode: 1 }, tokens: bothPlain },
  'a rate limiter with a narrow range': {
    ...{ baseFee: limiter, tokens: bothPlain },
    parameters: { ...narrow, collect_fee_mode: 1, dynamic_fee: dynamicFee },
  },
  'a transfer fee on token A': { tokens: [charging(123, 77, 5_000_000n), plain] },
  'a transfer fee on token B': {
    ...{ tokens: [plain, charging(250, 10, 10n ** 15n)], parameters: { collect_fee_mode: 1 } },
  },
  'transfer fees on both tokens, a narrow range': {
    ...{ tokens: [charging(250, 10, 10n ** 15n), charging(1, 9_999, 10n ** 15n)], parameters: narrow },
  },
}
const compounding = { collect_fee_mode: 2, compounding_fee_bps: 3_333 }
const compoundingKinds: Readonly<Record<string, NewPool>> = {
  'a flat fee that compounds': { parameters: compounding, tokens: bothPlain },
  'a market-cap scheduler and a dynamic fee that compound': {
    ...{ baseFee: marketCap('marketCapLinear'), tokens: bothPlain },
    parameters: { ...compounding, dynamic_fee: dynamicFee },
  },
  'transfer fees and a fee that compounds': {
    ...{ tokens: [charging(123, 77, 5_000_000n), charging(3, 500, 10n ** 15n)], parameters: compounding },
  },
}

/** Trades at the opening, after some time, after the schedulers' end, and with the mints' newer transfer fees. */
async function tradeOverTime(path: string, kind: NewPool): Promise<Tally> {
  const world = await createPool(await startDammV2(path), kind)
  const total: Tally = { whole: 0, partial: 0, refused: 0 }
  for (const [seconds, epoch] of [
    [0n, 100n],
    [137n, 100n],
    [1_000n, 100n],
    [4_000n, 200n],
    [9_000n, 200n],
  ] as const) {
    world.svm.setClock({ slot: startSlot + seconds, unixTimestamp: startSeconds + seconds, epoch })
    const each = await tradeAll(world)
    for (const key of ['whole', 'partial', 'refused'] as const) total[key] += each[key]
  }
  return total
}

function suite(which: keyof typeof binaries, all: Readonly<Record<string, NewPool>>, name: string) {
  describe.skipIf(!isAtHand(which))(`${name} (PROGRAMS_DIR)`, () => {
    for (const [kind, shape] of Object.entries(all)) {
      const specialCases = kind in compoundingKinds ? (['laterRelease'] as const) : []
      const against = evidence(`${name}, ${kind}`, bothModes, 'PROGRAMS_DIR', undefined, specialCases)
      it(`pays exactly the quote: ${kind}`, against, async () => {
        const { whole, partial } = await tradeOverTime(binaries[which], shape)
        expect(whole).toBeGreaterThan(60)
        if (shape.parameters?.sqrt_min_price !== undefined) expect(partial).toBeGreaterThan(4)
      })
    }
  })
}

suite('deployed', kinds, 'real program')
suite('later', { ...kinds, ...compoundingKinds }, "vendor's build of release 0.2")

it.skipIf(!isAtHand('deployed'))('the real program (PROGRAMS_DIR) pays a referrer the quoted share', async () => {
  for (const collect_fee_mode of [0, 1])
    for (const inIndex of [0, 1] as const) {
      const svm = await startDammV2(binaries.deployed)
      const world = await createPool(svm, { parameters: { collect_fee_mode }, tokens: bothPlain })
      const pool = await open(world)
      const request = { tokenIn: world.mints[inIndex], exactIn: 77_777_777n, referralPpm: 1n }
      const quote = pool.quote(request, svm.clock())
      const paid = quote.fees.find(({ kind }) => kind === 'referral') ?? expect.fail('nobody is paid')
      const referral = encodeBase58(new Uint8Array(32).fill(77)) as Address
      placeTokenAccount(svm, referral, paid.mint, program, 0n)
      const owner = svm.payer.address
      const [tokenAccountIn, tokenAccountOut] = inIndex === 0 ? world.accounts : [world.accounts[1], world.accounts[0]]
      const parties = { owner, payer: owner, tokenAccountIn, tokenAccountOut, referral }
      expect((await svm.send(await pool.swap(quote, quote.amountOut, parties))).error).toBeUndefined()
      expect(balanceOf(svm, referral)).toBe(paid.amount)
      const kept = quote.fees.find(({ kind }) => kind === 'protocol')
      const [protocol] = booked(world)
      expect(protocol[world.mints.indexOf(paid.mint)]).toBe(kept?.amount)
    }
})

describe.skipIf(!isAtHand('deployed'))('the real program (PROGRAMS_DIR) refuses', () => {
  /** Sends a quoted trade after `change`. Returns the program's error and the error of a new quote. */
  async function after(world: DammV2World, change: () => void) {
    const request = { tokenIn: world.mints[0], exactIn: 1_000_000n }
    const pool = await open(world)
    const owner = world.svm.payer.address
    const [tokenAccountIn, tokenAccountOut] = world.accounts
    const parties = { owner, payer: owner, tokenAccountIn, tokenAccountOut }
    const instructions = await pool.swap(pool.quote(request, world.svm.clock()), 0n, parties)
    change()
    const { programError, error } = await world.svm.send(instructions)
    expect(error).toBeDefined()
    let code: string | undefined
    try {
      ;(await open(world)).quote(request, world.svm.clock())
    } catch (thrown) {
      code = isTernError(thrown) ? thrown.code : String(thrown)
    }
    return { says: readProgramError(program, programError ?? -1), code }
  }
  const start = async (kind: NewPool = { tokens: bothPlain }) => createPool(await startDammV2(binaries.deployed), kind)
  const altered = (world: DammV2World, change: Partial<PoolState>) => () => alterPool(world.svm, world.pool, change)

  it('a pool that is disabled', async () => {
    const world = await start()
    expect(await after(world, altered(world, { pool_status: 1 }))).toEqual({
      ...{ says: 'program/notApproved', code: 'quote/paused' },
    })
  })

  it('a pool that is not open yet, and opens on the second or the slot', async () => {
    for (const activation_type of [0, 1]) {
      const world = await start({ parameters: { activation_type }, tokens: bothPlain })
      const activation_point = (activation_type === 0 ? startSlot : startSeconds) + 1n
      expect(await after(world, altered(world, { activation_point }))).toEqual({
        ...{ says: 'program/notApproved', code: 'quote/notOpen' },
      })
      world.svm.setClock({ slot: startSlot + 1n, unixTimestamp: startSeconds + 1n, epoch: 100n })
      await tradeExactly(world, { tokenIn: world.mints[0], exactIn: 1_000n })
    }
  })

  it('two trades at once under a rate limiter', async () => {
    const world = await start({ baseFee: limiter, parameters: { collect_fee_mode: 1 }, tokens: bothPlain })
    const pool = await open(world)
    const owner = world.svm.payer.address
    const quote = pool.quote({ tokenIn: world.mints[1], exactIn: 1_000_000n }, world.svm.clock())
    const [tokenAccountOut, tokenAccountIn] = world.accounts
    const [swap] = await pool.swap(quote, 0n, { owner, payer: owner, tokenAccountIn, tokenAccountOut })
    if (swap === undefined) return expect.fail('no swap')
    const { programError } = await world.svm.send([swap, swap])
    expect(readProgramError(program, programError ?? -1)).toBe('program/notApproved')
    expect((await world.svm.send([swap])).error).toBeUndefined()
  })
})
