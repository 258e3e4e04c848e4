import { readdirSync } from 'node:fs'
import { createSignerFromKeyPair, type Instruction } from '@solana/kit'
import { type AccountSet, type Address, isTernError, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { Quote } from '@tern/venues'
import { type ClmmSwapRequest, program, raydiumClmm as venue } from '@tern/venues/raydiumClmm'
import {
  maxSqrtPriceX64,
  minSqrtPriceX64,
  poolStateLayout,
  sqrtPriceAtTick,
  swapV2Layout,
} from '@tern/venues/raydiumClmm/internal'
import { readEvents } from '@tern/venues/read'
import { describe, expect, it } from 'vitest'
import { amountIn, createAta, syncNative } from '../../../test/cpmm.ts'
import { type KeyPairSigner, sign, transfer } from '../../../test/transactions.ts'
import type { Bank, TransactionRecord } from '../../bank/bank.ts'
import { createBank } from '../../bank/createBank.ts'
import { computeBudget } from '../../world/history/instructions.ts'
import { createSeededWorld, type WorldToken } from '../../world/seededWorld.ts'

const programsDir = process.env.PROGRAMS_DIR
const hasBinary = programsDir !== undefined && readdirSync(programsDir).includes(`${program}.so`)
const beginsAt = 1_790_000_000n
const sol = 1_000_000_000n

interface Stage {
  readonly banks: readonly Bank[]
  readonly maker: KeyPairSigner
  readonly tokens: readonly WorldToken[]
  wait(seconds: number): Promise<void>
}

/** The world's pools on a chain. With `realToo`, also on a second chain with the real program. */
async function begin(realToo: boolean): Promise<Stage> {
  const { genesis, tokens, marketMaker } = await createSeededWorld('clmm', beginsAt)
  let now = Number(beginsAt) * 1_000
  const options = { slotMs: 0, now: () => now, genesis, genesisHash: 'GMMx4s5ePSD2D3zAYYbg5h9RwYnwHkZgpETvV6SgzUTX' }
  const simulated = await createBank(options)
  const banks =
    realToo && programsDir !== undefined ? [simulated, await createBank({ ...options, programsDir })] : [simulated]
  const stage: Stage = {
    banks,
    maker: await createSignerFromKeyPair(marketMaker.keyPair),
    tokens: tokens.filter(({ protocol }) => protocol === 'raydium_clmm'),
    async wait(seconds) {
      now += seconds * 1_000
      for (const bank of banks) await bank.tick()
    },
  }
  const create = await createAta(stage.maker.address, wrappedNativeMint, tokenProgram)
  const wrapped = create.accounts?.[1]?.address as Address
  await send(stage, [create, transfer(stage.maker.address, wrapped, 4_000n * sol), syncNative(wrapped)])
  return stage
}

/** The program's name for its error. The error numbers differ between the binary of 2025 and the simulated source. */
const nameOf = ({ logs }: TransactionRecord) => /Error Code: (\w+)\./.exec(logs.join(' '))?.[1]

/** Sends the same bytes to every chain, and checks that results, books and accounts are alike. */
async function send(stage: Stage, instructions: readonly Instruction[]): Promise<TransactionRecord> {
  const [first] = stage.banks
  const wire = await sign((first as Bank).latestBlockhash().blockhash, [stage.maker], [...instructions])
  const records: (TransactionRecord | null)[] = []
  for (const bank of stage.banks) {
    const result = await bank.submit(wire, { preflight: 'skip' })
    expect(result).toMatchObject({ accepted: true })
    records.push(result.accepted ? bank.transaction(result.signature) : null)
  }
  const [record, other = record] = records
  if (!record || !other) throw new TypeError('nothing landed')
  expect([record.err === null, nameOf(record)]).toEqual([other.err === null, nameOf(other)])
  expect(record.postTokenBalances).toEqual(other.postTokenBalances)
  const [simulated, real] = stage.banks
  for (const address of record.accounts)
    if (real !== undefined && simulated?.account(address)?.executable === false)
      expect(withoutTotals(simulated.account(address)), address).toEqual(withoutTotals(real.account(address)))
  await stage.wait(7)
  return record
}

/** Clears the total trade counts of the 2025 binary. The simulated source has unused bytes there. */
function withoutTotals(account: ReturnType<Bank['account']>): ReturnType<Bank['account']> {
  if (account === null || account.owner !== program || account.data.length !== poolStateLayout.size) return account
  const { padding5, padding6 } = poolStateLayout.offsets
  const data = Uint8Array.from(account.data)
  data.fill(0, padding5, padding5 + 64)
  data.fill(0, padding6, padding6 + 32)
  return { ...account, data }
}

async function openPool(bank: Bank, address: Address) {
  const read = new Map<Address, ReturnType<Bank['account']>>()
  for (let wanted = await venue.accountsToRead(address, read); wanted.length > 0; ) {
    for (const one of wanted) read.set(one, bank.account(one))
    wanted = await venue.accountsToRead(address, read)
  }
  return venue.open(address, read as AccountSet)
}

/** Quotes and trades without tolerance. */
async function trade(stage: Stage, token: WorldToken, request: ClmmSwapRequest): Promise<'whole' | 'partial'> {
  const { maker } = stage
  const [bank] = stage.banks as readonly [Bank]
  const pool = await openPool(bank, token.pool)
  const quote = pool.quote(request, bank.clock())
  const parties = await partiesOf(maker, quote)
  const before = [amountIn(bank, parties.tokenAccountIn), amountIn(bank, parties.tokenAccountOut)]
  const limit = 'exactIn' in request ? quote.amountOut : quote.amountIn
  const withinUnits = async (min: bigint) => {
    const [setLimit] = computeBudget(quote.computeUnits + 300, 0n)
    return [setLimit as Instruction, ...(await pool.swap(quote, min, parties))]
  }
  const tighter = await send(stage, await withinUnits('exactIn' in request ? limit + 1n : limit - 1n))
  expect(tighter.err).toEqual({ InstructionError: [1, { Custom: expect.any(Number) }] })
  const instructions = await withinUnits(limit)
  const record = await send(stage, instructions)
  expect(record.err).toBe(null)
  expect((before[0] ?? 0n) - amountIn(bank, parties.tokenAccountIn)).toBe(quote.amountIn)
  expect(amountIn(bank, parties.tokenAccountOut) - (before[1] ?? 0n)).toBe(quote.amountOut)
  const named = instructions.map(({ programAddress, accounts = [], data = [] }) => ({
    program: programAddress,
    accounts: accounts.map(({ address }) => address),
    data: Uint8Array.from(data),
  }))
  expect(await readEvents(program, { logs: record.logs, instructions: named })).toMatchObject([
    { kind: 'trade', pool: token.pool, amountIn: quote.amountIn, amountOut: quote.amountOut },
  ])
  return quote.filled
}

async function partiesOf({ address }: KeyPairSigner, { tokenIn, tokenOut }: Pick<Quote, 'tokenIn' | 'tokenOut'>) {
  const accountOf = async (mint: Address) =>
    (await createAta(address, mint, tokenProgram)).accounts?.[1]?.address as Address
  const [tokenAccountIn, tokenAccountOut] = [await accountOf(tokenIn), await accountOf(tokenOut)]
  return { owner: address, payer: address, tokenAccountIn, tokenAccountOut }
}

const stateOf = (bank: Bank, { pool }: WorldToken) => poolStateLayout.view(bank.account(pool)?.data ?? new Uint8Array())
const tickOf = (bank: Bank, token: WorldToken) => stateOf(bank, token).tick_current

/** Trades of all sizes in both directions and modes, across the ends of the ranges and back. */
async function tradeAround(stage: Stage): Promise<void> {
  const [bank] = stage.banks as readonly [Bank]
  for (const token of stage.tokens) {
    const seen = new Set<number>()
    for (const lamports of [12_345n, sol, 40n * sol, 150n * sol]) {
      const { mint } = token
      await trade(stage, token, { tokenIn: wrappedNativeMint, exactIn: lamports })
      seen.add(tickOf(bank, token))
      await trade(stage, token, { tokenIn: mint, exactOut: (lamports * 9n) / 10n })
      await trade(stage, token, { tokenIn: mint, exactIn: 1_000_000n + lamports })
      await trade(stage, token, { tokenIn: wrappedNativeMint, exactOut: 1_000_000n })
      seen.add(tickOf(bank, token))
    }
    expect(Math.max(...seen) - Math.min(...seen)).toBeGreaterThan(600)
  }
}

/** Trades to price limits within a range, at a multiple of the spacing and far away, in both directions and modes. */
async function tradeToLimits(stage: Stage): Promise<void> {
  const [bank] = stage.banks as readonly [Bank]
  for (const token of stage.tokens) {
    const tally = { whole: 0, partial: 0 }
    const [token0] = (await openPool(bank, token.pool)).tokens
    const trades = [7, 60, 700].flatMap(ticks =>
      [-ticks, ticks].map(ticksAway => ({ ticksAway, lamports: 150n * sol })),
    )
    for (const { ticksAway, lamports } of [
      ...trades,
      { ticksAway: -700, lamports: sol },
      { ticksAway: 700, lamports: sol },
    ])
      for (const mode of ['exactIn', 'exactOut'] as const) {
        const tokenIn = ticksAway < 0 === (token0.mint === wrappedNativeMint) ? wrappedNativeMint : token.mint
        const sqrtPriceLimitX64 =
          sqrtPriceAtTick(tickOf(bank, token) + ticksAway + (ticksAway > 0 ? 1 : 0)) + BigInt(ticksAway & 1)
        const to = { tokenIn, sqrtPriceLimitX64 }
        const filled = await trade(
          stage,
          token,
          mode === 'exactIn' ? { ...to, exactIn: lamports } : { ...to, exactOut: lamports },
        )
        expect(stateOf(bank, token).sqrt_price_x64 === sqrtPriceLimitX64).toBe(filled === 'partial')
        tally[filled]++
      }
    expect(tally.whole).toBeGreaterThan(2)
    expect(tally.partial).toBeGreaterThan(4)
  }
}

/** Sends swaps with a limit that is not ahead of the price. The program must report that fault, even if the swap has other faults. */
async function refuseLimits(stage: Stage): Promise<void> {
  const [bank] = stage.banks as readonly [Bank]
  const [token] = stage.tokens as readonly [WorldToken]
  const pool = await openPool(bank, token.pool)
  const price = stateOf(bank, token).sqrt_price_x64
  const wrong = [
    [price, price + 1n, minSqrtPriceX64, 1n],
    [price, price - 1n, maxSqrtPriceX64, 2n ** 128n - 1n],
  ] as const
  for (const side of [0, 1] as const) {
    const quote = pool.quote({ tokenIn: pool.tokens[side].mint, exactIn: sol }, bank.clock())
    const [swap] = await pool.swap(quote, 0n, await partiesOf(stage.maker, quote))
    const { accounts = [], ...rest } = swap as Instruction
    for (const sqrt_price_limit_x64 of wrong[side])
      for (const named of [accounts, accounts.slice(0, 13)]) {
        const asked = { amount: sol, other_amount_threshold: 0n, sqrt_price_limit_x64, is_base_input: true }
        const record = await send(stage, [{ ...rest, accounts: named, data: swapV2Layout.encode(asked) }])
        expect(nameOf(record)).toBe('SqrtPriceLimitOverflow')
      }
  }
}

describe('the simulated program', () => {
  it('pays and takes exactly the venue’s quote, across ticks, in both directions and modes', async () => {
    const stage = await begin(false)
    await tradeAround(stage)
    await Promise.all(stage.banks.map(bank => bank.close()))
  }, 60_000)

  it('ends a swap at its price limit, as the venue quotes it', async () => {
    const stage = await begin(false)
    await tradeToLimits(stage)
    await Promise.all(stage.banks.map(bank => bank.close()))
  }, 60_000)

  it('refuses price limits that are not ahead of the price before it checks tick arrays', async () => {
    const stage = await begin(false)
    await refuseLimits(stage)
    await Promise.all(stage.banks.map(bank => bank.close()))
  }, 60_000)

  it('refuses a swap of more than the pool has, during the swap', async () => {
    const stage = await begin(false)
    const [bank] = stage.banks as readonly [Bank]
    const [token] = stage.tokens as readonly [WorldToken]
    const pool = await openPool(bank, token.pool)
    const tokenIn = wrappedNativeMint
    expect(() => pool.quote({ tokenIn, exactOut: 10n ** 18n }, bank.clock())).toSatisfy((ask: () => unknown) => {
      try {
        ask()
        return false
      } catch (error) {
        return isTernError(error, 'quote/noLiquidity') || isTernError(error, 'quote/notEnoughTickArrays')
      }
    })
    await Promise.all(stage.banks.map(bank => bank.close()))
  })
})

describe.runIf(hasBinary)('the simulated program and the real program', () => {
  it('leave every account alike', async () => {
    const stage = await begin(true)
    await tradeAround(stage)
    await Promise.all(stage.banks.map(bank => bank.close()))
  }, 120_000)

  it('leave every account alike at price limits, and refuse alike', async () => {
    const stage = await begin(true)
    await tradeToLimits(stage)
    await refuseLimits(stage)
    await Promise.all(stage.banks.map(bank => bank.close()))
  }, 120_000)
})
