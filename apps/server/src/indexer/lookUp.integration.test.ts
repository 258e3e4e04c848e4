import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buy, type Client, createClient, planBuy } from '@tern/client'
import { encodeBase58, keyPairOwner, tokenProgram, usdcMint } from '@tern/core'
import { type PracticeChain, startPracticeChain, type WorldToken } from '@tern/practice-chain'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openCpmmPool, recordTokens } from '../../../../packages/client/test/ownPools.ts'
import type { TokenRow, TradeRow } from '../appRouter.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../database/database.ts'
import { type RunningServer, startServer } from '../startServer.ts'
import { openMarkets } from './markets.ts'

const patience = { timeout: 60_000, interval: 100 }
const DATA_DIR = mkdtempSync(join(tmpdir(), 'tern-look-up-'))

const protocols = [
  ...['raydium_cpmm', 'pumpfun', 'raydium_launchlab', 'bonk', 'meteora_dbc', 'believe'],
  ...['meteora_damm_v2', 'raydium_clmm'],
]

const holder = await deriveKey('a test', 'holder')
const { address: inUsdc } = await deriveKey('a test', 'in USDC')

let chain: PracticeChain
let client: Client
let server: RunningServer
let given: WorldToken
let others: readonly WorldToken[]
const faults: unknown[] = []

/** A server of a cluster with a single pool in its settings. */
const start = () =>
  startServer(readConfig({ PORT: '0', DATA_DIR, RPC_URL: chain.rpcUrl, POOLS: given.pool }), {
    onFault: error => faults.push(error),
  })

beforeAll(async () => {
  chain = await startPracticeChain({
    seed: 'tern',
    snapshotsDir: await recordTokens([inUsdc, usdcMint], holder.address),
  })
  client = createClient({ rpc: chain.rpcUrl, owner: await keyPairOwner(chain.marketMaker) })
  const trading = chain.world.filter(({ stage }) => stage !== 'graduated')
  const [first, ...more] = protocols.flatMap(one => trading.find(({ protocol }) => protocol === one) ?? [])
  if (first === undefined || more.length < protocols.length - 1) throw new RangeError('the world lacks tokens')
  given = first
  others = more
  // No index lists its pool, so the search finds it by its trades.
  await trade(others.find(({ protocol }) => protocol === 'meteora_dbc'))
  server = await start()
})
afterAll(async () => {
  await server?.close()
  client?.chain.close()
  await chain?.close()
})

async function query(name: string, input?: unknown) {
  const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  return (await fetch(`http://127.0.0.1:${server.port}/api/trpc/${name}${search}`)).json()
}
async function trade(token: WorldToken | undefined) {
  if (token === undefined) expect.fail('no token')
  const pool = { protocol: token.protocol, address: token.pool }
  const wish = { mint: token.mint, pool, amountIn: 10_000_000n, slippageBps: 500, priorityFeeLamports: 0n }
  return buy(client, await planBuy(client, wish))
}
const listed = async (): Promise<readonly string[]> =>
  (await query('tokens.list')).result.data.map(({ mint }: TokenRow) => mint)

it('lists a cluster’s token that a client asks for by its mint, and follows it from then on', async () => {
  expect(await listed()).toEqual([given.mint])
  for (const { mint, pool, protocol } of others) {
    const asked = Array.from({ length: 5 }, () => query('tokens.get', { mint }))
    for (const { result } of await Promise.all(asked))
      expect(result.data).toMatchObject({ mint, pool, protocol, picture: null, description: null })
  }
  const all = [given, ...others].map(({ mint }) => mint).sort()
  await expect.poll(async () => (await listed()).toSorted(), patience).toEqual(all)

  const { signature } = await trade(others[0])
  const tape = async () =>
    (await query('markets.trades', { mint: others[0]?.mint, limit: 9 })).result.data.map(
      (row: TradeRow) => row.signature,
    )
  await expect.poll(tape, patience).toContain(signature)
})

it('lists it after a restart, with its trades', async () => {
  await server.close()
  server = await start()
  const all = [given, ...others].map(({ mint }) => mint).sort()
  await expect.poll(async () => (await listed()).toSorted(), patience).toEqual(all)
  const { result } = await query('markets.trades', { mint: others[0]?.mint, limit: 9 })
  expect(result.data).toHaveLength(1)
  expect(faults).toEqual([])
})

it('opens the token of a pool, listed or not', async () => {
  const { result } = await query('tokens.get', { mint: given.pool })
  expect(result.data.mint).toBe(given.mint)
  const database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-look-up-')))
  const { tokens, stop } = await openMarkets(client.chain, database, { listings: [], kind: 'cluster' })
  for (const { mint, pool } of others) expect(await tokens.get(pool)).toMatchObject({ mint, pool })
  await stop()
  await database.close()
})

it('lists no token without a pool, and limits the searches on the node', async () => {
  const nobody = encodeBase58(new Uint8Array(32).fill(77))
  const codes = async (mints: readonly string[]) => {
    const answers = await Promise.all(mints.map(mint => query('tokens.get', { mint })))
    return answers.map(({ error }) => error?.data.code)
  }
  // All requests share a single search.
  expect(await codes(Array(20).fill(nobody))).toEqual(Array(20).fill('NOT_FOUND'))
  const many = Array.from({ length: 20 }, (_, i) => encodeBase58(new Uint8Array(32).fill(100 + i)))
  const reported = await codes(many)
  expect(reported).toContain('TOO_MANY_REQUESTS')
  expect(new Set(reported)).toEqual(new Set(['NOT_FOUND', 'TOO_MANY_REQUESTS']))
  // Listed tokens are answered all the same.
  expect((await query('tokens.get', { mint: given.mint })).result.data.mint).toBe(given.mint)
  expect(await listed()).not.toContain(nobody)
})

it('names the pools of a token that does not trade for SOL', async () => {
  const side = (mint: typeof inUsdc) => ({ mint, program: tokenProgram, amount: 10n ** 9n })
  const pool = await openCpmmPool(client, holder, { sides: [side(inUsdc), side(usdcMint)] })
  const database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-look-up-')))
  const { tokens, stop } = await openMarkets(client.chain, database, { listings: [], kind: 'cluster' })
  expect(await tokens.get(inUsdc)).toBeUndefined()
  const others = [{ quoteMint: usdcMint, protocol: 'raydium_cpmm', pool }]
  expect(await tokens.otherMarkets(inUsdc)).toEqual(others)
  expect(await tokens.get(pool)).toBeUndefined()
  expect(await tokens.otherMarkets(pool)).toEqual(others)
  await stop()
  await database.close()

  // The searches above used up the limit, so this search waits.
  const reported = async () => (await query('tokens.otherMarkets', { mint: inUsdc })).result?.data
  await expect.poll(reported, patience).toEqual(others)
  expect((await query('tokens.get', { mint: inUsdc })).error.data.code).toBe('NOT_FOUND')
  expect((await query('tokens.otherMarkets', { mint: given.mint })).result.data).toEqual([])
})

it('has limited room, drops the token that was quiet for longest, and finds it again', async () => {
  const database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-look-up-')))
  const markets = await openMarkets(client.chain, database, { listings: [], kind: 'cluster', maxLaunched: 1 })
  const [one, other] = others
  if (one === undefined || other === undefined) expect.fail('no tokens')
  const mints = () => markets.tokens.list().map(({ mint }) => mint)
  for (const { mint } of [one, other, one]) {
    expect(await markets.tokens.get(mint)).toMatchObject({ mint })
    await expect.poll(mints, patience).toEqual([mint])
  }
  expect(await markets.markets.readTrades(other.mint, 9)).toEqual([])
  await markets.stop()
  await database.close()
})

it('reports that its node does not answer, which is not its own fault', async () => {
  const known = faults.length
  await chain.close()
  const nobody = encodeBase58(new Uint8Array(32).fill(201))
  for (const [name, mint] of [
    ['tokens.facts', given.mint],
    ['tokens.get', nobody],
  ] as const) {
    const why = /^(The node cannot be reached|failed to get info for multiple accounts, RPC_ERROR)$/
    // Accounts that were read just before the node stopped are still answered.
    await expect
      .poll(() => query(name, { mint }), patience)
      .toMatchObject({
        error: { data: { code: 'SERVICE_UNAVAILABLE' }, message: expect.stringMatching(why) },
      })
  }
  expect(faults.slice(known)).toEqual([])
})
