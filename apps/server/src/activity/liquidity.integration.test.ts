import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buy,
  type Client,
  createClient,
  execute,
  type Planned,
  planBuy,
  planCreatePool,
  planDeposit,
  planWithdrawLiquidity,
} from '@tern/client'
import { type Address, keyPairOwner, wrappedNativeMint } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { configAddress } from '@tern/venues/raydiumCpmm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordTokens } from '../../../../packages/client/test/ownPools.ts'
import type { ActivityRow } from '../data/rows.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { type Activity, openActivity } from './openActivity.ts'

const sol = 1_000_000_000n
const maker = await deriveKey('a test of activity', 'maker')
const [red, taxed] = await Promise.all(
  ['red', 'taxed'].map(async name => (await deriveKey('a test of activity', name)).address),
)
if (red === undefined || taxed === undefined) expect.fail('no mints')

let practice: PracticeChain
let client: Client
let database: Database
let open: Activity
let snapshotsDir: string
beforeAll(async () => {
  // 2.5% of each transfer.
  snapshotsDir = await recordTokens([red], maker.address, new Map([[taxed, 250]]))
  practice = await startPracticeChain({ slotMs: 50, snapshotsDir })
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-liquidity-')))
  client = createClient({ rpc: practice.rpcUrl, owner: await keyPairOwner(maker.keyPair) })
  open = openActivity(client.chain, database, { kind: 'practice' })
})
afterAll(async () => {
  await open.stop()
  client.chain.close()
  await database.close()
  await practice.close()
  rmSync(snapshotsDir, { recursive: true })
})

async function newest(): Promise<ActivityRow> {
  const [row] = (await open.activity.list('somebody', { owner: maker.address, limit: 1 })).rows
  return row ?? expect.fail('no row')
}

async function done<Quote>(planned: Planned<unknown, Quote>, status = 'confirmed'): Promise<Quote> {
  expect(planned.reasons).toEqual([])
  expect((await execute(client, planned as never)).steps.map(step => step.status)).toEqual([status])
  return planned.quote ?? expect.fail('no quote')
}

async function create(mint: Address, other: Address) {
  const tokens = [
    { mint, amount: 10n ** 9n },
    { mint: other, amount: 3n * sol },
  ] as const
  return done(await planCreatePool(client, { protocol: 'raydium_cpmm', config: await configAddress(0), tokens }))
}

const of = (sides: readonly { mint: Address }[], amountOf: (mint: Address) => bigint) =>
  sides.map(({ mint }) => ({ mint, amount: String(amountOf(mint)) }))

describe('liquidity', () => {
  it.each([
    ['a token against SOL', red, wrappedNativeMint],
    ['two tokens, one of them with a transfer fee', red, taxed],
  ])('is read from transfers, with the pool, both amounts and the LP tokens: %s', async (_, mint, other) => {
    const { pool, lpMint, lpAmount, amounts } = await create(mint, other)
    const created = await newest()
    expect(created).toMatchObject({ kind: 'createPool', counterparty: null, trade: null })
    expect(created.liquidity).toMatchObject({
      ...{ protocol: 'raydium_cpmm', pool },
      sides: of(amounts, one => (one === mint ? -(10n ** 9n) : -3n * sol)),
      share: { mint: lpMint, decimals: 9, amount: String(lpAmount) },
    })

    const name = { protocol: 'raydium_cpmm', address: pool } as const
    const deposit = await done(await planDeposit(client, { pool: name, mint, amount: 10n ** 8n, slippageBps: 100 }))
    const added = await newest()
    expect(added).toMatchObject({ kind: 'addLiquidity', counterparty: null })
    const sent = (one: Address) => deposit.amounts.find(side => side.mint === one)?.sent ?? expect.fail('no side')
    expect(added.liquidity).toMatchObject({
      pool,
      sides: of(deposit.amounts, one => -sent(one)),
      share: { mint: lpMint, amount: String(deposit.lpAmount) },
    })

    const back = await done(await planWithdrawLiquidity(client, { pool: name, lpAmount: 'all', slippageBps: 100 }))
    const arrived = (one: Address) => back.amounts.find(side => side.mint === one)?.received ?? expect.fail('no side')
    const removed = await newest()
    expect(removed).toMatchObject({ kind: 'removeLiquidity', counterparty: null })
    expect(removed.liquidity).toMatchObject({
      pool,
      sides: of(back.amounts, arrived),
      share: { mint: lpMint, amount: String(-back.lpAmount) },
    })
  })

  it('keeps its kind and its pool if the transaction fails', async () => {
    const token = practice.world.find(({ protocol }) => protocol === 'raydium_cpmm') ?? expect.fail('no pool')
    const pool = { protocol: token.protocol, address: token.pool }
    const trade = (amountIn: bigint) =>
      ({ mint: token.mint, pool, amountIn, slippageBps: 500, priorityFeeLamports: 0n }) as const
    await buy(client, await planBuy(client, trade(sol)))
    const planned = await planDeposit(client, { pool, mint: wrappedNativeMint, amount: sol / 100n, slippageBps: 0 })
    await buy(client, await planBuy(client, trade(2n * sol)))
    await done(planned, 'failed')
    const row = await newest()
    expect(row).toMatchObject({
      kind: 'addLiquidity',
      liquidity: { protocol: 'raydium_cpmm', pool: token.pool, sides: [], share: null },
    })
    expect(row.failure).not.toBeNull()
  })
})
