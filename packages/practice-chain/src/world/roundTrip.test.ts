import { createSignerFromKeyPair } from '@solana/kit'
import { type AccountSet, type Address, associatedTokenAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { Pool, Protocol, SwapRequest, Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { readEvents, tradingPrograms } from '@tern/venues/read'
import { beforeAll, describe, expect, it } from 'vitest'
import { currentPriceOf } from '../../../venues/test/currentPrice.ts'
import { amountIn, createAta, syncNative } from '../../test/cpmm.ts'
import { type Instruction, type KeyPairSigner, sign, transfer } from '../../test/transactions.ts'
import type { Bank, TransactionRecord } from '../bank/bank.ts'
import { createBank } from '../bank/createBank.ts'
import { computeBudget } from './history/instructions.ts'
import { createSeededWorld, type WorldToken } from './seededWorld.ts'

const beginsAt = 1_790_000_000n
const sol = 1_000_000_000n

let bank: Bank
let maker: KeyPairSigner
let tokens: readonly WorldToken[]

beforeAll(async () => {
  const world = await createSeededWorld('round trip', beginsAt)
  let now = Number(beginsAt) * 1_000
  bank = await createBank({ slotMs: 0, now: () => (now += 400), genesis: world.genesis })
  maker = await createSignerFromKeyPair(world.marketMaker.keyPair)
  tokens = world.tokens
  const wrapped = await associatedTokenAddress(maker.address, wrappedNativeMint, tokenProgram)
  const create = await createAta(maker.address, wrappedNativeMint, tokenProgram)
  await land([create, transfer(maker.address, wrapped, 2_000n * sol), syncNative(wrapped)])
})

async function land(instructions: readonly Instruction[]): Promise<TransactionRecord> {
  await bank.tick()
  const result = await bank.submit(await sign(bank.latestBlockhash().blockhash, [maker], [...instructions]))
  expect(result).toMatchObject({ accepted: true })
  const record = result.accepted ? bank.transaction(result.signature) : null
  if (record === null) throw new TypeError('nothing landed')
  return record
}

const readAll = (addresses: readonly Address[]): AccountSet => new Map(addresses.map(one => [one, bank.account(one)]))
const readAccounts = async (addresses: readonly Address[]) => readAll(addresses)

async function open({ protocol, pool, mint }: WorldToken): Promise<Pool> {
  const venue: Venue = venues[protocol]
  let read: AccountSet = new Map()
  for (;;) {
    const wanted = (await venue.accountsToRead(pool, read, mint)).filter(one => !read.has(one))
    if (wanted.length === 0) return venue.open(pool, read, mint)
    read = new Map([...read, ...readAll(wanted)])
  }
}

/** Trades at the quote. `readTrades` reads all events that the trade's programs wrote. */
async function trade(token: WorldToken, request: SwapRequest) {
  const pool = await open(token)
  const quote = pool.quote(request, bank.clock())
  const accountOf = (mint: Address) => {
    const program = pool.tokens.find(one => one.mint === mint)?.program ?? tokenProgram
    return associatedTokenAddress(maker.address, mint, program)
  }
  const parties = {
    ...{ owner: maker.address, payer: maker.address },
    tokenAccountIn: await accountOf(quote.tokenIn),
    tokenAccountOut: await accountOf(quote.tokenOut),
  }
  const missing = new Set((await pool.opens(quote.tokenIn, parties, new Map())).map(({ address }) => address))
  for (const address of missing) if (bank.account(address) !== null) missing.delete(address)
  const limit = 'exactIn' in request ? quote.amountOut : quote.amountIn
  const instructions = await pool.swap(quote, limit, { ...parties, missing })
  const record = await land([...computeBudget(1_000_000, 0n), ...instructions])
  expect(record.err).toBe(null)
  return { quote, readTrades: () => eventsOf(record, instructions) }
}

async function eventsOf(record: TransactionRecord, outer: readonly Instruction[]) {
  const { accounts, logs, innerInstructions, postTokenBalances } = record
  const inner = innerInstructions.flatMap(({ instructions }) =>
    instructions.map(({ programIdIndex, accounts: at, data }) => ({
      program: accounts[programIdIndex] as Address,
      accounts: [...at].map(index => accounts[index] as Address),
      data,
    })),
  )
  const named = outer.map(({ programAddress, accounts: metas = [], data = [] }) => ({
    program: programAddress,
    accounts: metas.map(({ address }) => address),
    data: Uint8Array.from(data),
  }))
  const mints = new Map(postTokenBalances.map(({ accountIndex, mint }) => [accounts[accountIndex] as Address, mint]))
  const balances = new Map(
    postTokenBalances.map(({ accountIndex, amount }) => [accounts[accountIndex] as Address, amount]),
  )
  const executed = { logs, inner, instructions: [...named, ...inner], mints, balances }
  return (await Promise.all(tradingPrograms.map(one => readEvents(one, executed, readAccounts)))).flat()
}

describe('a round trip', () => {
  it('reports each pool’s price after each trade, on every venue', async () => {
    const tried = new Set<Protocol>()
    for (const token of tokens) {
      const { mint, pool, protocol, program } = token
      const { curve } = await open(token)
      if (curve !== undefined && curve.stage !== 'trading') continue
      await land([await createAta(maker.address, mint, program)])
      const held = await associatedTokenAddress(maker.address, mint, program)
      const landed: (() => Promise<void>)[] = []
      for (const way of ['buy', 'sell'] as const) {
        const request =
          way === 'buy'
            ? { tokenIn: wrappedNativeMint, exactIn: sol / 3n }
            : { tokenIn: mint, exactIn: amountIn(bank, held) }
        const { quote, readTrades } = await trade(token, request)
        const opened = await open(token)
        const expected = {
          ...{ kind: 'trade', pool, mintIn: quote.tokenIn, mintOut: quote.tokenOut },
          priceAfter: currentPriceOf(opened, quote.tokenIn, bank.clock()),
        }
        const compare = async () => expect(await readTrades(), `${protocol} ${way}`).toMatchObject([expected])
        await compare()
        landed.push(compare)
      }
      // An indexer may read a trade when the pool has long traded again.
      for (const compare of landed) await compare()
      tried.add(protocol)
    }
    // No token of a new world trades on PumpSwap. `pumpAmm.test.ts` compares its prices.
    const others = Object.keys(venues).filter(protocol => protocol !== 'pumpamm')
    expect([...tried].toSorted()).toEqual(others.toSorted())
  }, 120_000)
})
