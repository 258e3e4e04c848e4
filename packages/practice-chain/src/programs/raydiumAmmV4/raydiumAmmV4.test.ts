import { readdirSync } from 'node:fs'
import type { Instruction } from '@solana/kit'
import { type Address, wrappedNativeMint } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import type { SwapRequest } from '@tern/venues'
import { type AmmInfo, encodeSwapBaseInV2, program, raydiumAmmV4 as venue } from '@tern/venues/raydiumAmmV4'
import { ammInfoLayout, ammStatus } from '@tern/venues/raydiumAmmV4/internal'
import { describe, expect, it } from 'vitest'
import { answersAnyInput, invocationOf } from '../../../test/anyInvocation.ts'
import { arenasOf, beginsAt, custom, holdingsOf, open, type PoolArena, sol, swapOf } from '../../../test/poolArena.ts'

const programsDir = process.env.PROGRAMS_DIR
const hasBinary = programsDir !== undefined && readdirSync(programsDir).includes(`${program}.so`)

const { start, stateOf } = arenasOf<AmmInfo>({
  ...{ seed: 'ammv4', protocol: 'raydiumammv4', venue },
  layout: ammInfoLayout,
})

const bothWays = (mint: Address): readonly SwapRequest[] =>
  [mint, wrappedNativeMint].flatMap(tokenIn => [
    { tokenIn, exactIn: 987_654_321n },
    { tokenIn, exactOut: 1_234_567n },
  ])

describe('the simulated program', () => {
  it('pays and takes exactly the quote, in both forms, directions and modes, and refuses a unit less', async () => {
    const arena = await start({ need_take_pnl_coin: 12_345n, need_take_pnl_pc: 6_789n })
    for (const form of ['swapV2', 'swap'])
      for (const request of bothWays(arena.mint)) {
        const quote = (await open(arena)).quote(request, arena.bank.clock())
        const isExactIn = 'exactIn' in request
        const limit = isExactIn ? quote.amountOut : quote.amountIn
        const tight = await arena.land(
          ...(await swapOf(arena, quote, { limit: isExactIn ? limit + 1n : limit - 1n, form })),
        )
        expect(tight.err).toEqual(custom(30))
        const before = await holdingsOf(arena, quote)
        const { err, logs } = await arena.land(...(await swapOf(arena, quote, { limit, form })))
        expect(err, logs.join('\n')).toBe(null)
        const [given = 0n, got = 0n] = (await holdingsOf(arena, quote)).map((after, i) => after - (before[i] ?? 0n))
        expect([-given, got]).toEqual([quote.amountIn, quote.amountOut])
      }
  })

  it('opens a waiting pool with its first swap, and refuses statuses that do not swap', async () => {
    const waiting = await start({ status: ammStatus.waitingTrade, pool_open_time: 1n })
    const quoteOf = async (arena: PoolArena) =>
      (await open(arena)).quote({ tokenIn: wrappedNativeMint, exactIn: sol }, arena.bank.clock())
    const quote = await quoteOf(waiting)
    expect((await waiting.land(...(await swapOf(waiting, quote, { limit: 1n })))).err).toBe(null)
    expect(stateOf(waiting).status).toBe(6n)
    for (const change of [
      { status: ammStatus.disabled },
      { status: ammStatus.orderBookOnly },
      { status: ammStatus.waitingTrade, pool_open_time: beginsAt + 10_000n },
    ]) {
      const arena = await start(change)
      expect((await arena.land(...(await swapOf(arena, quote, { limit: 1n })))).err).toEqual(custom(22))
    }
  })

  it('refuses foreign vaults, empty trades, and instructions that it does not know', async () => {
    const arena = await start()
    const quote = (await open(arena)).quote({ tokenIn: wrappedNativeMint, exactIn: sol }, arena.bank.clock())
    const [swap] = await swapOf(arena, quote, { limit: 1n })
    if (swap === undefined) throw new RangeError('a swap is an instruction')
    const { accounts = [], data = new Uint8Array() } = swap
    const swapped = (from: number, to: number) => accounts.map((one, i) => (i === from ? (accounts[to] ?? one) : one))
    expect((await arena.land({ ...swap, accounts: swapped(3, 4) })).err).toEqual(custom(4))
    expect((await arena.land({ ...swap, accounts: swapped(6, 5) })).err).toEqual(custom(42))
    const named = (position: number) => accounts[position]?.address as Address
    const empty = encodeSwapBaseInV2(
      {
        ...{ amm: named(1), amm_coin_vault: named(3), amm_pc_vault: named(4), user_source: named(5) },
        ...{ user_destination: named(6), user_source_owner: named(7) },
      },
      0n,
      0n,
    )
    expect((await arena.land(empty)).err).toEqual(custom(29))
    const unknown = { ...swap, data: Uint8Array.of(99, ...data.slice(1)) }
    expect((await arena.land(unknown)).err).toEqual({ InstructionError: [0, 'InvalidInstructionData'] })
    expect((await arena.land({ ...swap, accounts: accounts.slice(0, 7) })).err).toEqual({
      InstructionError: [0, 'NotEnoughAccountKeys'],
    })
    const [first] = await swapOf(arena, quote, { limit: 1n, form: 'swap' })
    expect((await arena.land({ ...(first as Instruction), accounts: first?.accounts?.slice(1) ?? [] })).err).toEqual(
      custom(24),
    )
  })

  it('answers any input with a script or a failure of its own', async () => {
    const arena = await start()
    const quote = (await open(arena)).quote({ tokenIn: wrappedNativeMint, exactIn: sol }, arena.bank.clock())
    const swaps = [
      ...(await swapOf(arena, quote, { limit: 1n })),
      ...(await swapOf(arena, quote, { limit: 1n, form: 'swap' })),
    ]
    const outcomes = answersAnyInput(
      swaps.map(one => invocationOf(arena.bank, one)),
      2_000,
    )
    expect(outcomes.script).toBeGreaterThan(25)
    expect(outcomes.failed).toBeGreaterThan(50)
  })
})

describe.runIf(hasBinary)('the simulated program and the real program', () => {
  it('move the same amounts and refuse alike, in the form that both know', async () => {
    const change = { need_take_pnl_coin: 12_345n, need_take_pnl_pc: 6_789n }
    const [simulated, real] = [await start(change), await start(change, programsDir)]
    for (const request of bothWays(simulated.mint))
      for (const tighter of [1n, 0n]) {
        const quote = (await open(simulated)).quote(request, simulated.bank.clock())
        const limit = 'exactIn' in request ? quote.amountOut + tighter : quote.amountIn - tighter
        const ends = []
        for (const arena of [simulated, real]) {
          const { err } = await arena.land(...(await swapOf(arena, quote, { limit, form: 'swap' })))
          const holdings = await holdingsOf(arena, quote)
          const { coin_vault, pc_vault } = stateOf(arena)
          const vaults = [coin_vault, pc_vault].map(
            vault => tokenAccountLayout.decode(arena.bank.account(vault)?.data ?? new Uint8Array()).amount,
          )
          ends.push({ err, holdings, vaults })
        }
        expect(ends[1]).toEqual(ends[0])
        expect(ends[0]?.err).toEqual(tighter > 0n ? custom(30) : null)
      }
  })
})
