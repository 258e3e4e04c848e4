import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Address,
  associatedTokenAddress,
  isTernError,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { Pool, Quote, SwapRequest } from '@tern/venues'
import { readProgramError } from '@tern/venues/internal/programErrors'
import { configAddress, program, raydiumCpmm } from '@tern/venues/raydiumCpmm'
import { poolStateLayout } from '@tern/venues/raydiumCpmm/internal'
import { readEvents } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { currentPriceOf } from '../../packages/venues/test/currentPrice.ts'
import { alterPool, type CpmmWorld, createPool, placeTokenAccount, type Rates, startCpmm } from '../src/cpmmWorld.ts'
import { proves } from '../src/evidence.ts'
import { readRecorded } from '../src/fixtures.ts'
import { balanceOf, type TransferFees } from '../src/svm.ts'

const binary = process.env.PROGRAMS_DIR === undefined ? undefined : join(process.env.PROGRAMS_DIR, `${program}.so`)
const isAtHand = binary !== undefined && existsSync(binary)
const evidence = proves('raydium_cpmm')
const bothModes = ['exactIn', 'exactOut'] as const

const rates: Rates = { tradeFeeRate: 2_500n, creatorFeeRate: 700n }
const plain = { program: tokenProgram, amount: 3_141_592_653_589n }
const charging = (bps: number, newerBps: number, maximum: bigint) => {
  const fees: TransferFees = { bps, newerBps, sinceEpoch: 200n, maximum }
  return { program: token2022Program, fees, amount: 271_828_182_845n }
}
const amounts = [2n, 3n, 999n, 10_007n, 1_000_003n, 77_777_777n, 5_000_000_001n, 123_456_789_012n]

async function open({ svm, pool }: CpmmWorld): Promise<Pool> {
  const first = svm.readAll([pool])
  const rest = await raydiumCpmm.accountsToRead(pool, first)
  const read = new Map([...first, ...svm.readAll(rest)])
  expect(await raydiumCpmm.accountsToRead(pool, read)).toEqual([])
  return raydiumCpmm.open(pool, read)
}

/** The waiting fees: protocol with fund, then creator; each in the pool's order. */
function waitingFees({ svm, pool }: CpmmWorld): readonly bigint[] {
  const state = poolStateLayout.decode(svm.read(pool)?.data ?? new Uint8Array())
  return [
    state.protocol_fees_token_0 + state.fund_fees_token_0,
    state.protocol_fees_token_1 + state.fund_fees_token_1,
    state.creator_fees_token_0,
    state.creator_fees_token_1,
  ]
}

/**
 * Quotes and trades on the real program, without a unit of tolerance.
 * The moved amounts, the booked fees and the event must equal the quote. Then a trade for a unit more must fail for
 * slippage.
 */
async function tradeExactly(world: CpmmWorld, request: SwapRequest): Promise<Quote> {
  const { svm, mints, accounts } = world
  const pool = await open(world)
  const quote = pool.quote(request, svm.clock())
  const inIndex = request.tokenIn === mints[0] ? 0 : 1
  const [accountIn, accountOut] = inIndex === 0 ? accounts : [accounts[1], accounts[0]]
  const owner = svm.payer.address
  const parties = { owner, payer: owner, tokenAccountIn: accountIn, tokenAccountOut: accountOut }
  const limit = 'exactIn' in request ? quote.amountOut : quote.amountIn

  const refused = await svm.send(await pool.swap(quote, 'exactIn' in request ? limit + 1n : limit - 1n, parties))
  expect(readProgramError(program, refused.programError ?? -1)).toBe('program/slippageExceeded')

  const before = [balanceOf(svm, accountIn), balanceOf(svm, accountOut)] as const
  const feesBefore = waitingFees(world)
  const outcome = await svm.send(await pool.swap(quote, limit, parties))
  expect(outcome.error).toBeUndefined()
  expect(outcome.units).toBeLessThanOrEqual(quote.computeUnits)
  expect(before[0] - balanceOf(svm, accountIn)).toBe(quote.amountIn)
  expect(balanceOf(svm, accountOut) - before[1]).toBe(quote.amountOut)
  const { protocol, address } = pool
  const { tokenIn, tokenOut, amountIn, amountOut } = quote
  const priceAfter = currentPriceOf(await open(world), tokenIn, svm.clock())
  const readAccounts = async (addresses: readonly Address[]) => svm.readAll(addresses)
  expect(await readEvents(program, { logs: outcome.logs }, readAccounts)).toEqual([
    { kind: 'trade', protocol, pool: address, mintIn: tokenIn, mintOut: tokenOut, amountIn, amountOut, priceAfter },
  ])
  const feeOf = (kind: string, mint: Address | undefined) =>
    quote.fees.filter(fee => fee.kind === kind && fee.mint === mint).reduce((sum, fee) => sum + fee.amount, 0n)
  expect(waitingFees(world).map((fee, i) => fee - (feesBefore[i] ?? 0n))).toEqual([
    feeOf('protocol', mints[0]),
    feeOf('protocol', mints[1]),
    feeOf('creator', mints[0]),
    feeOf('creator', mints[1]),
  ])
  return quote
}

/** Trades each amount in both directions and modes. Counts the impossible trades. */
async function tradeAll(world: CpmmWorld, each: readonly bigint[]): Promise<{ traded: number; refused: number }> {
  let traded = 0
  let refused = 0
  for (const amount of each)
    for (const tokenIn of world.mints)
      for (const request of [
        { tokenIn, exactIn: amount },
        { tokenIn, exactOut: amount },
      ]) {
        try {
          await tradeExactly(world, request)
          traded++
        } catch (error) {
          if (!isTernError(error, 'quote/nothingOut') && !isTernError(error, 'quote/beyondReserves')) throw error
          refused++
        }
      }
  return { traded, refused }
}

const recordedNames = ['pool', 'ammConfig', 'solVault', 'usdcVault', 'observationState', 'authority', 'usdcMint']
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address
const recordedPool = '7JuwJuNU88gurFnyWeiyGKbFmExMWcmRZntn9imEzdny' as Address

/** The recorded SOL/USDC pool, and a trader with plenty of both. */
async function startRecorded(path: string): Promise<CpmmWorld> {
  const svm = await startCpmm(path, rates)
  for (const [address, { owner, data, lamports }] of readRecorded('raydiumCpmm', [...recordedNames, 'wrappedSolMint']))
    svm.place(address, owner, data, lamports)
  const { address: payer } = svm.payer
  const accounts = await Promise.all(
    [wrappedNativeMint, usdc].map(async mint => {
      const account = await associatedTokenAddress(payer, mint, tokenProgram)
      placeTokenAccount(svm, account, mint, payer, 10n ** 17n)
      return account
    }),
  )
  return { svm, pool: recordedPool, mints: [wrappedNativeMint, usdc], accounts: accounts as [Address, Address] }
}

describe.skipIf(!isAtHand)('the real program (PROGRAMS_DIR)', () => {
  const path = binary ?? ''
  const against = (what: string) => evidence(`real program, ${what}`, bothModes, 'PROGRAMS_DIR')

  it('pays exactly the quote from the recorded SOL/USDC pool', against('recorded SOL/USDC pool'), async () => {
    for (const amount of [50n, 1_001n, 12_345n, 999_999n, 7_654_321n, 33_000_000n, 400_000_000n, 9_000_000_000n]) {
      const world = await startRecorded(path)
      await tradeAll(world, [amount])
    }
    const world = await startRecorded(path)
    const { traded } = await tradeAll(world, [7n, 100n, 5_000n, 60_000n, 700_000n, 8_000_000n, 1_000_000n, 30_000n])
    expect(traded).toBeGreaterThan(25)
  })

  const kinds = {
    'plain tokens': [plain, { ...plain, amount: 1_000_000_007n }],
    'a transfer fee on one token': [plain, charging(123, 77, 5_000_000n)],
    'transfer fees on both tokens': [charging(250, 10, 10n ** 15n), charging(1, 9_999, 10n ** 15n)],
  } as const
  const creatorFees = { 'no creator fee': undefined, both: 0, 'only token A': 1, 'only token B': 2 }

  for (const [kind, tokens] of Object.entries(kinds))
    for (const [side, creatorFeeOn] of Object.entries(creatorFees))
      it(
        `pays exactly the quote: ${kind}, creator fee: ${side}`,
        against(`pools of every creator fee, ${kind}`),
        async () => {
          const svm = await startCpmm(path, rates)
          const world = await createPool(svm, tokens)
          if (creatorFeeOn !== undefined)
            alterPool(svm, world.pool, { enable_creator_fee: true, creator_fee_on: creatorFeeOn })
          const early = await tradeAll(world, amounts)
          expect(early.traded).toBeGreaterThan(12)
          svm.setClock({ ...svm.clock(), epoch: 200n })
          const late = await tradeAll(world, amounts)
          expect(late.traded).toBeGreaterThan(12)
        },
      )

  describe('refuses', () => {
    const parties = (world: CpmmWorld) => {
      const owner = world.svm.payer.address
      return { owner, payer: owner, tokenAccountIn: world.accounts[0], tokenAccountOut: world.accounts[1] }
    }
    /** Sends a quoted trade after `change`. Returns the program's error and the error of a new quote. */
    async function after(world: CpmmWorld, amount: bigint, change: () => void) {
      const request = { tokenIn: world.mints[0], exactIn: amount }
      const pool = await open(world)
      const quote = { ...pool.quote({ ...request, exactIn: 1_000_000n }, world.svm.clock()), amountIn: amount }
      const instructions = await pool.swap(quote, 0n, parties(world))
      change()
      const { programError, error } = await world.svm.send(instructions)
      expect(error).toBeDefined()
      const changed = await open(world)
      let code: string | undefined
      try {
        changed.quote(request, world.svm.clock())
      } catch (thrown) {
        code = isTernError(thrown) ? thrown.code : String(thrown)
      }
      return { says: readProgramError(program, programError ?? -1), code }
    }
    const world = async (tradeRates = rates) => createPool(await startCpmm(path, tradeRates), [plain, plain])

    it('a pool with disabled swaps', async () => {
      const one = await world()
      const switchOff = () => alterPool(one.svm, one.pool, { status: 4 })
      expect(await after(one, 1_000n, switchOff)).toEqual({ says: 'program/notApproved', code: 'quote/paused' })
    })

    it('a pool before its opening, but not at its opening second', async () => {
      const one = await world()
      const { unixTimestamp, epoch } = one.svm.clock()
      const postpone = () => alterPool(one.svm, one.pool, { open_time: unixTimestamp + 1n })
      expect(await after(one, 1_000n, postpone)).toEqual({ says: 'program/notApproved', code: 'quote/notOpen' })
      one.svm.setClock({ unixTimestamp: unixTimestamp + 1n, epoch })
      await tradeExactly(one, { tokenIn: one.mints[0], exactIn: 1_000n })
    })

    it('amounts with an output of zero', async () => {
      const one = await world()
      const nothing = () => undefined
      expect(await after(one, 1n, nothing)).toEqual({ says: undefined, code: 'quote/nothingOut' })
      expect(await after(one, 0n, nothing)).toEqual({ says: undefined, code: 'quote/zeroAmount' })
    })

    // `split_creator_fee` (curve/fees.rs) then divides by zero, and the program reports zero trading tokens.
    it('every trade if the config has no fee and the creator is paid from the input', async () => {
      const one = await world({ tradeFeeRate: 1n, creatorFeeRate: 0n })
      const free = await startCpmm(path, { tradeFeeRate: 0n, creatorFeeRate: 0n })
      const address = await configAddress(7)
      const waive = () => one.svm.place(address, program, free.read(address)?.data ?? new Uint8Array())
      expect(await after(one, 1_000n, waive)).toEqual({ says: 'program/amountTooSmall', code: 'quote/paused' })
      alterPool(one.svm, one.pool, { creator_fee_on: 1 })
      await tradeExactly(one, { tokenIn: one.mints[1], exactIn: 1_000n })
    })

    it('an account that is not the pool’s', async () => {
      const one = await world()
      const other = await createPool(one.svm, [plain, plain])
      const pool = await open(one)
      const quote = pool.quote({ tokenIn: one.mints[0], exactIn: 1_000n }, one.svm.clock())
      const [instruction] = await pool.swap(quote, 0n, parties(one))
      const accounts = instruction?.accounts?.map(meta =>
        meta.address === one.pool ? { ...meta, address: other.pool } : meta,
      )
      const { error } = await one.svm.send(
        instruction === undefined || accounts === undefined ? [] : [{ ...instruction, accounts }],
      )
      expect(error).toBeDefined()
    })
  })
})
