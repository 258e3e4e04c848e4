import { readdirSync } from 'node:fs'
import { type Address, wrappedNativeMint } from '@tern/core'
import type { Quote, SwapRequest } from '@tern/venues'
import { type AmmInfo, ammInfoLayout, poolStatus, program, raydiumStable as venue } from '@tern/venues/raydiumStable'
import { describe, expect, it } from 'vitest'
import { answersAnyInput, invocationOf } from '../../../test/anyInvocation.ts'
import { arenasOf, beginsAt, custom, holdingsOf, open, type PoolArena, sol, swapOf } from '../../../test/poolArena.ts'

const programsDir = process.env.PROGRAMS_DIR
const hasBinary = programsDir !== undefined && readdirSync(programsDir).includes(`${program}.so`)

const { start, stateOf } = arenasOf<AmmInfo>({
  ...{ seed: 'stable', protocol: 'raydium_stable', venue },
  layout: ammInfoLayout,
})

const bothWays = (mint: Address): readonly SwapRequest[] =>
  [mint, wrappedNativeMint].flatMap(tokenIn => [
    { tokenIn, exactIn: 987_654_321n },
    { tokenIn, exactIn: 30n * sol },
    { tokenIn, exactOut: 1_234_567n },
    { tokenIn, exactOut: 40n * sol },
  ])
const owing = { need_take_pnl_coin: 12_345n, need_take_pnl_pc: 6_789n }

/** Trades at the quote or a unit tighter. Returns the outcome, the trader's holdings and the pool's account. */
async function trade(arena: PoolArena, quote: Quote, tighter: bigint) {
  const limit = 'exactIn' in quote.request ? quote.amountOut + tighter : quote.amountIn - tighter
  const { err, logs } = await arena.land(...(await swapOf(arena, quote, { limit })))
  const holdings = await holdingsOf(arena, quote)
  return { err, logs, holdings, state: stateOf(arena) }
}

describe('the simulated program', () => {
  it('pays and takes exactly the quote, in both directions and modes, and refuses a unit less', async () => {
    const arena = await start(owing)
    for (const request of bothWays(arena.mint)) {
      const quote = (await open(arena)).quote(request, arena.bank.clock())
      const tight = await trade(arena, quote, 1n)
      expect(tight.err).toEqual(custom(26))
      const { err, logs, holdings } = await trade(arena, quote, 0n)
      expect(err, logs.join('\n')).toBe(null)
      const [given = 0n, got = 0n] = holdings.map((after, i) => after - (tight.holdings[i] ?? 0n))
      expect([-given, got]).toEqual([quote.amountIn, quote.amountOut])
    }
  })

  it.each([
    ['orderBookOnly', 'orderbook_to_init_time'],
    ['waitingTrade', 'pool_open_time'],
  ] as const)('opens a pool that is %s with its first swap after its time', async (status, time) => {
    const late = await start({ status: poolStatus[status], [time]: beginsAt + 10_000n })
    const quote = (await open(await start())).quote({ tokenIn: wrappedNativeMint, exactIn: sol }, late.bank.clock())
    expect((await late.land(...(await swapOf(late, quote, { limit: 1n })))).err).toEqual(custom(21))
    const open_ = await start({ status: poolStatus[status], [time]: 1n })
    expect((await open_.land(...(await swapOf(open_, quote, { limit: 1n })))).err).toBe(null)
    expect(stateOf(open_).status).toBe(poolStatus.initialized)
  })

  it('refuses statuses that do not swap, empty trades, foreign accounts, and a pool that would lose its balance', async () => {
    const arena = await start()
    const quote = (await open(arena)).quote({ tokenIn: wrappedNativeMint, exactIn: sol }, arena.bank.clock())
    for (const status of ['uninitialized', 'disabled', 'withdrawOnly', 'liquidityOnly'] as const) {
      const closed = await start({ status: poolStatus[status] })
      expect((await closed.land(...(await swapOf(closed, quote, { limit: 1n })))).err, status).toEqual(custom(21))
    }
    const [swap] = await swapOf(arena, quote, { limit: 1n })
    if (swap === undefined) throw new RangeError('a swap is an instruction')
    const { accounts = [], data = new Uint8Array() } = swap
    const swapped = (from: number, to: number) => accounts.map((one, i) => (i === from ? (accounts[to] ?? one) : one))
    for (const [from, to, code] of [
      [0, 1, 34],
      [1, 4, 1],
      [2, 1, 1],
      [3, 1, 10],
      [4, 5, 4],
      [5, 4, 5],
      [6, 1, 14],
      [7, 1, 12],
      [8, 1, 11],
      [16, 15, 34],
    ] as const)
      expect((await arena.land({ ...swap, accounts: swapped(from, to) })).err, `account ${from}`).toEqual(custom(code))
    const empty = { ...quote, amountIn: 0n }
    expect((await arena.land(...(await swapOf(arena, empty, { limit: 0n })))).err).toEqual(custom(25))
    const unknown = { ...swap, data: Uint8Array.of(99, ...data.slice(1)) }
    expect((await arena.land(unknown)).err).toEqual(custom(22))
    expect((await arena.land({ ...swap, accounts: accounts.slice(0, 17) })).err).toEqual(custom(23))
    const strict = await start({ abort_trade_factor: 1n })
    expect((await strict.land(...(await swapOf(strict, quote, { limit: 1n })))).err).toEqual(custom(52))
  })

  it('answers any input with a script or a failure of its own', async () => {
    const arena = await start()
    const pool = await open(arena)
    const swaps = await Promise.all(
      bothWays(arena.mint).map(request => swapOf(arena, pool.quote(request, arena.bank.clock()), { limit: 1n })),
    )
    const outcomes = answersAnyInput(
      swaps.flat().map(one => invocationOf(arena.bank, one)),
      2_000,
    )
    expect(outcomes.script).toBeGreaterThan(25)
    expect(outcomes.failed).toBeGreaterThan(50)
  })
})

describe.runIf(hasBinary)('the simulated program and the real program', () => {
  it('move the same amounts, keep the same books and refuse alike', async () => {
    for (const change of [owing, { status: poolStatus.waitingTrade, pool_open_time: 1n }]) {
      const [simulated, real] = [await start(change), await start(change, programsDir)]
      for (const request of bothWays(simulated.mint))
        for (const tighter of [1n, 0n]) {
          const quote = (await open(simulated)).quote(request, simulated.bank.clock())
          const { logs: _, ...ours } = await trade(simulated, quote, tighter)
          const { logs: __, ...theirs } = await trade(real, quote, tighter)
          expect(theirs).toEqual(ours)
          expect(ours.err).toEqual(tighter > 0n ? custom(26) : null)
        }
    }
  })
})
