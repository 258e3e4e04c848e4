import { readdirSync } from 'node:fs'
import { createSignerFromKeyPair, type Instruction, type KeyPairSigner } from '@solana/kit'
import { type Address, associatedTokenAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import type { Quote, SwapRequest } from '@tern/venues'
import { type AmmInfo, encodeSwapBaseInV2, program, raydiumAmmV4 as venue } from '@tern/venues/raydiumAmmV4'
import { ammInfoLayout, ammStatus } from '@tern/venues/raydiumAmmV4/internal'
import { describe, expect, it } from 'vitest'
import { answersAnyInput, invocationOf } from '../../../test/anyInvocation.ts'
import { amountIn, createAta, syncNative } from '../../../test/cpmm.ts'
import { sign, transfer } from '../../../test/transactions.ts'
import type { Bank } from '../../bank/bank.ts'
import { createBank } from '../../bank/createBank.ts'
import { type Genesis, placeAccount } from '../../world/genesis.ts'
import { createSeededWorld } from '../../world/seededWorld.ts'

const beginsAt = 1_790_000_000n
const sol = 1_000_000_000n
const genesisHash = 'GMMx4s5ePSD2D3zAYYbg5h9RwYnwHkZgpETvV6SgzUTX'
const programsDir = process.env.PROGRAMS_DIR
const hasBinary = programsDir !== undefined && readdirSync(programsDir).includes(`${program}.so`)

interface Arena {
  readonly bank: Bank
  readonly maker: KeyPairSigner
  readonly pool: Address
  readonly mint: Address
  land(...instructions: Instruction[]): Promise<{ readonly err: unknown; readonly logs: readonly string[] }>
}

/** Starts a chain with a market maker that holds wrapped SOL and the token of an AMM v4 pool. */
async function start(change: Partial<AmmInfo> = {}, binaries?: string): Promise<Arena> {
  const { genesis, tokens, marketMaker } = await createSeededWorld('ammv4', beginsAt)
  const token = tokens.find(({ protocol }) => protocol === 'raydiumammv4') ?? expect.fail('no pool in the world')
  alter(genesis, token.pool, change)
  let now = Number(beginsAt) * 1_000
  const options = { slotMs: 0, now: () => (now += 400), genesis, genesisHash }
  const bank = await createBank({ ...options, ...(binaries === undefined ? {} : { programsDir: binaries }) })
  const maker = await createSignerFromKeyPair(marketMaker.keyPair)
  async function land(...instructions: Instruction[]) {
    await bank.tick()
    const wire = await sign(bank.latestBlockhash().blockhash, [maker], instructions)
    const result = await bank.submit(wire, { preflight: 'skip' })
    return (result.accepted && bank.transaction(result.signature)) || expect.fail('the chain did not take it')
  }
  const create = await createAta(maker.address, wrappedNativeMint, tokenProgram)
  const wrapped = create.accounts?.[1]?.address as Address
  await land(create, transfer(maker.address, wrapped, 1_000n * sol), syncNative(wrapped))
  return { bank, maker, land, pool: token.pool, mint: token.mint }
}

function alter(genesis: Genesis, pool: Address, change: Partial<AmmInfo>): void {
  const account = genesis.get(pool) ?? expect.fail('no pool')
  placeAccount(genesis, pool, {
    owner: program,
    data: ammInfoLayout.encode({ ...ammInfoLayout.decode(account.data), ...change }),
  })
}

async function open({ bank, pool }: Pick<Arena, 'bank' | 'pool'>) {
  const first = new Map([[pool, bank.account(pool)]])
  const rest = await venue.accountsToRead(pool, first)
  return venue.open(pool, new Map([...first, ...rest.map(one => [one, bank.account(one)] as const)]))
}

async function swapOf(arena: Arena, quote: Quote, limit: bigint, form?: string) {
  const owner = arena.maker.address
  const accountOf = (mint: Address) => associatedTokenAddress(owner, mint, tokenProgram)
  const [tokenAccountIn, tokenAccountOut] = [await accountOf(quote.tokenIn), await accountOf(quote.tokenOut)]
  const pool = await open(arena)
  return pool.swap(quote, limit, { owner, payer: owner, tokenAccountIn, tokenAccountOut, form })
}

const bothWays = (mint: Address): readonly SwapRequest[] =>
  [mint, wrappedNativeMint].flatMap(tokenIn => [
    { tokenIn, exactIn: 987_654_321n },
    { tokenIn, exactOut: 1_234_567n },
  ])
const custom = (code: number) => ({ InstructionError: [0, { Custom: code }] })

describe('the simulated program', () => {
  it('pays and takes exactly the quote, in both forms, directions and modes, and refuses a unit less', async () => {
    const arena = await start({ need_take_pnl_coin: 12_345n, need_take_pnl_pc: 6_789n })
    const { bank, maker } = arena
    for (const form of ['swapV2', 'swap'])
      for (const request of bothWays(arena.mint)) {
        const quote = (await open(arena)).quote(request, bank.clock())
        const isExactIn = 'exactIn' in request
        const limit = isExactIn ? quote.amountOut : quote.amountIn
        const tight = await arena.land(...(await swapOf(arena, quote, isExactIn ? limit + 1n : limit - 1n, form)))
        expect(tight.err).toEqual(custom(30))
        const held = async (mint: Address) =>
          amountIn(bank, await associatedTokenAddress(maker.address, mint, tokenProgram))
        const before = [await held(quote.tokenIn), await held(quote.tokenOut)] as const
        const { err, logs } = await arena.land(...(await swapOf(arena, quote, limit, form)))
        expect(err, logs.join('\n')).toBe(null)
        expect(before[0] - (await held(quote.tokenIn))).toBe(quote.amountIn)
        expect((await held(quote.tokenOut)) - before[1]).toBe(quote.amountOut)
      }
  })

  it('opens a waiting pool with its first swap, and refuses statuses that do not swap', async () => {
    const waiting = await start({ status: ammStatus.waitingTrade, pool_open_time: 1n })
    const quoteOf = async (arena: Arena) =>
      (await open(arena)).quote({ tokenIn: wrappedNativeMint, exactIn: sol }, arena.bank.clock())
    const quote = await quoteOf(waiting)
    expect((await waiting.land(...(await swapOf(waiting, quote, 1n)))).err).toBe(null)
    expect(ammInfoLayout.decode(waiting.bank.account(waiting.pool)?.data ?? new Uint8Array()).status).toBe(6n)
    for (const change of [
      { status: ammStatus.disabled },
      { status: ammStatus.orderBookOnly },
      { status: ammStatus.waitingTrade, pool_open_time: beginsAt + 10_000n },
    ]) {
      const arena = await start(change)
      expect((await arena.land(...(await swapOf(arena, quote, 1n)))).err).toEqual(custom(22))
    }
  })

  it('refuses foreign vaults, empty trades, and instructions that it does not know', async () => {
    const arena = await start()
    const quote = (await open(arena)).quote({ tokenIn: wrappedNativeMint, exactIn: sol }, arena.bank.clock())
    const [swap] = await swapOf(arena, quote, 1n)
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
    const [first] = await swapOf(arena, quote, 1n, 'swap')
    expect((await arena.land({ ...(first as Instruction), accounts: first?.accounts?.slice(1) ?? [] })).err).toEqual(
      custom(24),
    )
  })

  it('answers any input with a script or a failure of its own', async () => {
    const arena = await start()
    const quote = (await open(arena)).quote({ tokenIn: wrappedNativeMint, exactIn: sol }, arena.bank.clock())
    const swaps = [...(await swapOf(arena, quote, 1n)), ...(await swapOf(arena, quote, 1n, 'swap'))]
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
          const { err } = await arena.land(...(await swapOf(arena, quote, limit, 'swap')))
          const holdings = await Promise.all(
            [quote.tokenIn, quote.tokenOut].map(async mint =>
              amountIn(arena.bank, await associatedTokenAddress(arena.maker.address, mint, tokenProgram)),
            ),
          )
          const { coin_vault, pc_vault } = ammInfoLayout.decode(
            arena.bank.account(arena.pool)?.data ?? new Uint8Array(),
          )
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
