import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Instruction } from '@solana/kit'
import { type Address, isTernError, tokenProgram } from '@tern/core'
import { mintLayout, tokenAccountLayout } from '@tern/core/internal'
import type { Pool, Quote, SwapRequest } from '@tern/venues'
import { readProgramError } from '@tern/venues/internal/programErrors'
import { meteoraDammV1, type PoolState, program } from '@tern/venues/meteoraDammV1'
import { program as vaultProgram } from '@tern/venues/meteoraVault'
import { unlockedAmount, vaultLayout } from '@tern/venues/meteoraVault/internal'
import { type Executed, readEvents } from '@tern/venues/read'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currentPriceOf } from '../../packages/venues/test/currentPrice.ts'
import {
  alterPool,
  alterVault,
  type DammV1World,
  type NewPool,
  type NewVault,
  placePool,
  readPool,
  startDammV1,
  startSeconds,
  startSlot,
} from '../src/dammV1World.ts'
import { proves } from '../src/evidence.ts'
import { balanceOf, type Svm } from '../src/svm.ts'

const directory = process.env.PROGRAMS_DIR ?? ''
const binaries = [join(directory, `${program}.so`), join(directory, `${vaultProgram}.so`)] as const
const isAtHand = directory !== '' && binaries.every(path => existsSync(path))
const evidence = proves('meteora_damm_v1')
const bothModes = ['exactIn', 'exactOut'] as const

const splStakePool = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy' as Address
const stakePool = 'Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb' as Address

async function open({ svm, pool }: DammV1World): Promise<Pool> {
  const read = new Map()
  for (;;) {
    const next = await meteoraDammV1.accountsToRead(pool, read)
    if (next.length === 0) return meteoraDammV1.open(pool, read)
    for (const [address, account] of svm.readAll(next)) read.set(address, account)
  }
}

function partiesOf({ svm, mints, accounts }: DammV1World, tokenIn: Address) {
  const [tokenAccountIn, tokenAccountOut] = tokenIn === mints[0] ? accounts : ([accounts[1], accounts[0]] as const)
  return { owner: svm.payer.address, payer: svm.payer.address, tokenAccountIn, tokenAccountOut }
}

/** Some trades on stable curves need more units than an instruction has by default. */
const manyUnits: Instruction = {
  programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
  data: Uint8Array.of(2, 0xc0, 0x5c, 0x15, 0),
}
const send = (svm: Svm, instructions: readonly Instruction[]) => svm.send([manyUnits, ...instructions])

/** Reads the error that a failed trade's program reports. */
const says = (number: number | undefined) => readProgramError(program, number ?? -1)

/** An exact input, so that a swap can be encoded with another limit. */
const inputOf = ({ tokenIn, amountIn }: Quote): SwapRequest => ({ tokenIn, exactIn: amountIn })

/**
 * Returns how many units above the paid output a minimum must be before the program refuses it. The program compares the
 * minimum with its curve's output. Then the vault rounds that output down, to shares and back to tokens.
 */
function roundingOf({ svm, vaults }: DammV1World, side: 0 | 1): bigint {
  const vault = vaultLayout.decode(svm.read(vaults[side])?.data ?? new Uint8Array(), 'atLeast')
  const supply = mintLayout.decode(svm.read(vault.lp_mint)?.data ?? new Uint8Array(), 'atLeast').supply
  const amount = unlockedAmount(vault, svm.clock().unixTimestamp)
  return amount === supply ? 1n : amount / supply + 2n
}

/** A transaction that just ended, as a node reports it: with the balances of the token accounts that it names. */
function executedOf(svm: Svm, instructions: readonly Instruction[], logs: readonly string[]): Executed {
  const named = instructions.map(({ accounts = [], data = new Uint8Array() }) => ({
    ...{ program, accounts: accounts.map(({ address }) => address), data: Uint8Array.from(data) },
  }))
  const isHolding = (address: Address) => {
    const account = svm.read(address)
    return account?.owner === tokenProgram && account.data.length === tokenAccountLayout.size
  }
  const holding = named.flatMap(({ accounts }) => accounts.filter(isHolding))
  return { logs, instructions: named, balances: new Map(holding.map(address => [address, balanceOf(svm, address)])) }
}

/**
 * Quotes and trades on the real programs, without a unit of tolerance: the moved amounts, the fees and the event equal the
 * quote. First checks that the program refuses a trade that pays a unit less, or asks for a unit more than the output
 * that the program compares.
 */
async function tradeExactly(world: DammV1World, request: SwapRequest): Promise<Quote> {
  const { svm, mints, feeAccounts } = world
  const pool = await open(world)
  const quote = pool.quote(request, svm.clock())
  const parties = partiesOf(world, request.tokenIn)
  const side = request.tokenIn === mints[0] ? 0 : 1
  const limit = 'exactIn' in request ? quote.amountOut : quote.amountIn
  const step = roundingOf(world, side === 0 ? 1 : 0)
  const tight =
    'exactIn' in request
      ? await pool.swap(quote, limit + step, parties)
      : await pool.swap(
          { ...quote, amountIn: limit - 1n, request: inputOf(quote) },
          request.exactOut + step - 1n,
          parties,
        )
  const refused = await send(svm, tight)
  // An input of 0 changes nothing.
  if (quote.amountIn > 1n || 'exactIn' in request)
    expect(says(refused.programError)).toMatch(/^program\/(slippageExceeded|amountTooSmall|mathOverflow)$/)

  const pending = side === 0 ? 'pending_fee_a' : 'pending_fee_b'
  const before = [balanceOf(svm, parties.tokenAccountIn), balanceOf(svm, parties.tokenAccountOut)] as const
  const [feesBefore, pendingBefore] = [balanceOf(svm, feeAccounts[side]), readPool(world)[pending]]
  const instructions = await pool.swap(quote, limit, parties)
  const outcome = await send(svm, instructions)
  expect(outcome.error, outcome.logs.join('\n')).toBeUndefined()
  expect(outcome.units).toBeLessThanOrEqual(quote.computeUnits)
  expect(before[0] - balanceOf(svm, parties.tokenAccountIn)).toBe(quote.amountIn)
  expect(balanceOf(svm, parties.tokenAccountOut) - before[1]).toBe(quote.amountOut)
  const feeOf = (kind: string) => quote.fees.find(fee => fee.kind === kind)?.amount ?? 0n
  expect(balanceOf(svm, feeAccounts[side]) - feesBefore).toBe(feeOf('protocol') + feeOf('platform'))
  expect(readPool(world)[pending] - pendingBefore).toBe(feeOf('platform'))

  const executed = executedOf(svm, instructions, outcome.logs)
  const { tokenIn, tokenOut, amountIn, amountOut } = quote
  const [event] = await readEvents(program, executed, async addresses => svm.readAll(addresses))
  expect(event).toMatchObject({
    ...{ kind: 'trade', protocol: 'meteora_damm_v1', pool: pool.address, trader: svm.payer.address },
    ...{ mintIn: tokenIn, mintOut: tokenOut, amountIn, amountOut },
  })
  return quote
}

interface Tally {
  traded: number
  refused: number
}

/** Trades each amount in both directions and modes, and counts the results. */
async function tradeAll(world: DammV1World, each: readonly bigint[], tally: Tally): Promise<void> {
  for (const amount of each)
    for (const tokenIn of world.mints)
      for (const request of [
        { tokenIn, exactIn: amount },
        { tokenIn, exactOut: amount },
      ])
        try {
          await tradeExactly(world, request)
          tally.traded++
        } catch (error) {
          const isAnswer = isTernError(error) && /^quote\/(nothingOut|beyondReserves|noLiquidity)$/.test(error.code)
          if (!isAnswer) throw error
          tally.refused++
        }
}

const between = (bits: readonly [number, number]) =>
  fc.integer({ min: bits[0], max: bits[1] }).chain(n => fc.bigInt(1n << BigInt(n - 1), (1n << BigInt(n)) - 1n))

/** Vaults with earnings and losses, locked profit and loans. Half of the vaults are plain. */
const anyVault = (bits: readonly [number, number]): fc.Arbitrary<NewVault> =>
  fc.oneof(
    between(bits).map(total => ({ total, supply: total, share: total })),
    fc
      .record({
        supply: between(bits),
        // A pool holds at most all shares, also after the division.
        sharePpm: fc.bigInt(1_000n, 999_999n),
        earnedPpm: fc.bigInt(-50_000n, 900_000n),
        lentPpm: fc.bigInt(0n, 900_000n),
        lockedPpm: fc.bigInt(0n, 50_000n),
        secondsAgo: fc.bigInt(0n, 25_000n),
        degradation: fc.constantFrom(0n, 46_296_296n, 277_777_777n),
      })
      .map(({ supply, sharePpm, earnedPpm, lentPpm, lockedPpm, secondsAgo, degradation }) => {
        const total = (supply * (1_000_000n + earnedPpm)) / 1_000_000n
        return {
          ...{ total, supply, share: (supply * sharePpm) / 1_000_000n + 1n },
          unlent: (total * (1_000_000n - lentPpm)) / 1_000_000n,
          state: {
            ...{ last_updated_locked_profit: (total * lockedPpm) / 1_000_000n, last_report: startSeconds - secondsAgo },
            locked_profit_degradation: degradation,
          },
        }
      }),
  )

const anyRates = fc.record({
  trade_fee_numerator: fc.oneof(fc.constantFrom(0n, 10n, 250n, 2_500n), fc.bigInt(1n, 15_000n)),
  protocol_trade_fee_numerator: fc.constantFrom(0n, 20_000n, 50_000n),
  partner_fee_numerator: fc.constantFrom(0n, 33_333n),
})

const kinds: Readonly<Record<string, fc.Arbitrary<NewPool>>> = {
  'constant product': fc
    .record({ a: anyVault([20, 56]), b: anyVault([20, 56]), rates: anyRates })
    .map(({ a, b, rates }) => ({ vaults: [a, b], state: rates })),
  'stable curve': fc
    .record({ a: anyVault([30, 44]), b: anyVault([38, 54]), rates: anyRates, amp: fc.bigInt(1n, 10_000n) })
    .map(({ a, b, rates, amp }) => ({ vaults: [a, b], state: rates, stable: { amp } })),
  'stable curve of a staked token, with a stored price': staked(0n),
  'stable curve of a staked token, with a new price': staked(601n),
}

/** Pools of a staked token with a price that was stored `ago` seconds ago. */
function staked(ago: bigint): fc.Arbitrary<NewPool> {
  return fc
    .record({ a: anyVault([30, 50]), b: anyVault([30, 50]), rates: anyRates, price: fc.bigInt(900_000n, 2_000_000n) })
    .map(({ a, b, rates, price }) => ({
      ...{ vaults: [a, b], state: { ...rates, stake: stakePool } },
      stable: {
        ...{ token_a_multiplier: 1n, depeg_type: 3, base_virtual_price: price },
        base_cache_updated: startSeconds - ago,
      },
    }))
}

function placeStakePool(svm: Svm, lamports: bigint, supply: bigint): void {
  const data = new Uint8Array(611)
  const view = new DataView(data.buffer)
  data[0] = 1
  view.setBigUint64(258, lamports, true)
  view.setBigUint64(266, supply, true)
  svm.place(stakePool, splStakePool, data)
}

describe.skipIf(!isAtHand)('the real programs (PROGRAMS_DIR)', () => {
  for (const [kind, pools] of Object.entries(kinds))
    it(`pay exactly the quote: ${kind}`, evidence(`real program, ${kind}`, bothModes, 'PROGRAMS_DIR'), async () => {
      const svm = await startDammV1(...binaries)
      placeStakePool(svm, 1_187_654_321n, 1_000_000_000n)
      const tally: Tally = { traded: 0, refused: 0 }
      const run = fc.asyncProperty(
        pools,
        fc.array(between([1, 54]), { minLength: 5, maxLength: 5 }),
        async (pool, each) => {
          svm.setClock({ slot: startSlot, unixTimestamp: startSeconds, epoch: 100n })
          const world = await placePool(svm, pool)
          await tradeAll(world, each.slice(0, 3), tally)
          // Later, more of the profit is unlocked, and stored prices are old.
          svm.setClock({ slot: startSlot + 2_000n, unixTimestamp: startSeconds + 4_321n, epoch: 100n })
          await tradeAll(world, each.slice(3), tally)
        },
      )
      await fc.assert(run, { numRuns: 24, endOnFailure: true })
      expect(tally.traded).toBeGreaterThan(120)
      expect(tally.refused).toBeGreaterThan(0)
    })

  it('leave the price that the event reports', async () => {
    const svm = await startDammV1(...binaries)
    const whole = (total: bigint) => ({ total, supply: total, share: total })
    const earned = { total: 1_234_567_890_123n, supply: 1_111_111_111_111n, share: 400_000_000_000n }
    for (const stable of [undefined, { amp: 200n }])
      for (const side of [0, 1] as const) {
        const world = await placePool(svm, { vaults: [earned, whole(3n * 10n ** 14n)], ...(stable && { stable }) })
        const tokenIn = world.mints[side]
        const before = await open(world)
        const quote = before.quote({ tokenIn, exactIn: 1_000_000_000n }, svm.clock())
        const instructions = await before.swap(quote, 0n, partiesOf(world, tokenIn))
        const { logs } = await send(svm, instructions)
        const executed = executedOf(svm, instructions, logs)
        const [event] = await readEvents(program, executed, async addresses => svm.readAll(addresses))
        const after = currentPriceOf(await open(world), tokenIn, svm.clock())
        expect(event).toMatchObject({ kind: 'trade', priceAfter: after ?? expect.anything() })
      }
  })
})

describe.skipIf(!isAtHand)('the real programs (PROGRAMS_DIR) refuse', () => {
  const whole = (total: bigint) => ({ total, supply: total, share: total })
  const start = async (pool: Partial<NewPool> = {}) =>
    placePool(await startDammV1(...binaries), { vaults: [whole(10n ** 12n), whole(5n * 10n ** 11n)], ...pool })

  /** Sends a quoted trade after `change`. Returns the program's error and the error of a new quote. */
  async function after(world: DammV1World, change: () => void, side: 0 | 1 = 0) {
    const request = { tokenIn: world.mints[side], exactIn: 1_000_000n }
    const pool = await open(world)
    const parties = partiesOf(world, request.tokenIn)
    const instructions = await pool.swap(pool.quote(request, world.svm.clock()), 0n, parties)
    change()
    const { programError, error } = await send(world.svm, instructions)
    let code: string | undefined
    try {
      ;(await open(world)).quote(request, world.svm.clock())
    } catch (thrown) {
      code = isTernError(thrown) ? thrown.code : String(thrown)
    }
    return { says: error === undefined ? undefined : says(programError), code }
  }
  const altered = (world: DammV1World, change: Partial<PoolState>) => () => alterPool(world, change)

  it('a pool that is disabled', async () => {
    const world = await start()
    expect(await after(world, altered(world, { enabled: false }))).toEqual({
      ...{ says: 'program/notApproved', code: 'quote/paused' },
    })
  })

  it('a pool that is not open yet, and open on the second or the slot, with either curve', async () => {
    for (const stable of [undefined, {}])
      for (const activation_type of [0, 1]) {
        const world = await start({ state: { activation_type }, ...(stable && { stable }) })
        const activation_point = (activation_type === 0 ? startSlot : startSeconds) + 1n
        expect(await after(world, altered(world, { activation_point }))).toEqual({
          ...{ says: 'program/notApproved', code: 'quote/notOpen' },
        })
        world.svm.setClock({ slot: startSlot + 1n, unixTimestamp: startSeconds + 1n, epoch: 100n })
        await tradeExactly(world, { tokenIn: world.mints[0], exactIn: 1_000_000n })
      }
  })

  it('deposits in a disabled vault, which still pays', async () => {
    const world = await start()
    const disable = () => alterVault(world.svm, world.vaults[0], { enabled: 0 })
    expect(await after(world, disable)).toMatchObject({ code: 'quote/paused' })
    expect(await after(world, () => {}, 1)).toEqual({ says: undefined, code: undefined })
  })

  it('more than the vault has at hand', async () => {
    const vaults = (unlent: bigint) => [whole(10n ** 12n), { ...whole(10n ** 12n), unlent }] as const
    const world = await start({ vaults: vaults(997n) })
    await tradeExactly(world, { tokenIn: world.mints[0], exactIn: 1_000n })
    const short = await start({ vaults: vaults(996n) })
    const pool = await open(short)
    expect(() => pool.quote({ tokenIn: short.mints[0], exactIn: 1_000n }, short.svm.clock())).toThrow()
  })
})
