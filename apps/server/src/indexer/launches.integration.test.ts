import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buy, type Client, createClient, planBuy } from '@tern/client'
import { type Address, keyPairOwner } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { curveVenues, deriveKey } from '@tern/practice-chain/internal/makers'
import { bondingCurveAddress } from '@tern/venues/pumpfun'
import { migratedPoolAddress } from '@tern/venues/pumpfun/internal'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { landDeed } from '../practice/landDeed.ts'
import { type Markets, openMarkets } from './markets.ts'
import { createTokenStore } from './tokenStore.ts'

/** Slow proofs run under `npm run proof` only. */
const isProof = process.env.PROOF === '1'

const sol = 1_000_000_000n
const patience = { timeout: 30_000, interval: 50 }
const launcher = await deriveKey('a test', 'launcher')

let practice: PracticeChain
let client: Client
let database: Database
const opened: Markets[] = []

beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 50 })
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-launches-')))
  client = createClient({ rpc: practice.rpcUrl, owner: await keyPairOwner(launcher.keyPair) })
  await client.chain.rpc.requestAirdrop(launcher.address, (100n * sol) as never, { commitment: 'confirmed' }).send()
  const hasArrived = async () =>
    (await client.chain.readAccounts([launcher.address], { maxAgeMs: 0 })).get(launcher.address)
  await vi.waitUntil(hasArrived, patience)
})
afterAll(async () => {
  for (const markets of opened) await markets.stop()
  client.chain.close()
  await database.close()
  await practice.close()
})

async function open(maxLaunched = 10): Promise<Markets> {
  const describe = async () => 'A sentence.'
  const markets = await openMarkets(client.chain, database, { listings: [], kind: 'practice', describe, maxLaunched })
  opened.push(markets)
  return markets
}

const coins = curveVenues.find(({ seeds }) => seeds.some(({ protocol }) => protocol === 'pumpfun'))

async function launch(name: string, instruction: 'create' | 'create_v2' = 'create_v2') {
  const mint = await deriveKey('a test', name)
  const chance = instruction === 'create' ? 0 : 1
  // Invisible characters around a name are not part of it.
  const [padded, symbol] = [`\u3164${name}\u2800`, `${name.toUpperCase()}\u115F`]
  const deed = await coins?.launch({ seed: 'tern', mint, launcher, name: padded, symbol, chance })
  if (deed === undefined) expect.fail('nothing is launched')
  expect(await landDeed(client, deed, { priorityFeeLamports: 0n, signal: AbortSignal.timeout(20_000) })).toBe(true)
  return { mint: mint.address, pool: await bondingCurveAddress(mint.address) }
}

async function trade({ mint, pool }: Awaited<ReturnType<typeof launch>>, amountIn: bigint) {
  const request = { mint, pool: { protocol: 'pumpfun', address: pool }, amountIn, slippageBps: 500 } as const
  const receipt = await buy(client, await planBuy(client, { ...request, priorityFeeLamports: 0n }))
  expect(receipt.status).toBe('confirmed')
  return receipt
}

const listed = (markets: Markets) => markets.tokens.list().map(({ symbol }) => symbol)

describe('a launch', () => {
  it.each(['create', 'create_v2'] as const)('by %s is listed at once, and followed', async instruction => {
    const markets = await open()
    const name = instruction === 'create' ? 'Alpha' : 'Beta'
    const token = await launch(name, instruction)
    const row = () => markets.tokens.list().find(({ mint }) => mint === token.mint)
    await expect.poll(row, patience).toMatchObject({
      symbol: name.toUpperCase(),
      name,
      description: 'A sentence.',
      picture: `/pictures/${token.mint}.svg`,
      decimals: 6,
      protocol: 'pumpfun',
      pool: token.pool,
      mintAuthority: null,
      freezeAuthority: null,
      supply: '1000000000000000',
    })
    expect(Math.abs((row()?.createdAtSeconds ?? 0) - Date.now() / 1000)).toBeLessThan(60)
    await expect
      .poll(() => row()?.curve, patience)
      .toEqual({ stage: 'trading', progressPpm: 0, creator: launcher.address })
    const first = row()?.price
    const { amountIn, amountOut, signature } = await trade(token, sol)
    await expect.poll(() => row()?.curve?.progressPpm, patience).toBeGreaterThan(0)
    expect(row()?.price).not.toEqual(first)
    expect(BigInt(row()?.liquidityLamports ?? 0)).toBeGreaterThan((sol * 98n) / 100n)
    expect(BigInt(row()?.liquidityLamports ?? 0)).toBeLessThan(sol)
    expect(await markets.markets.readTrades(token.mint, 10)).toMatchObject([
      { signature, side: 'buy', lamports: String(amountIn), tokens: String(amountOut), owner: launcher.address },
    ])
    await markets.stop()
  })

  it('moves to the pool of its curve, with its history, after a restart too', async () => {
    const markets = await open()
    const token = await launch('Whole')
    const row = () => markets.tokens.list().find(({ mint }) => mint === token.mint)
    await trade(token, 95n * sol)
    await expect.poll(() => row()?.curve, patience).toMatchObject({ stage: 'complete', progressPpm: 1_000_000 })
    await expect.poll(() => row()?.price, patience).not.toBeNull()
    const price = row()?.price
    const read = (addresses: readonly Address[]) => client.chain.readAccounts(addresses)
    const program = (await read([token.mint])).get(token.mint)?.owner ?? expect.fail('no mint')
    for (const deed of (await coins?.migrate({ ...token, program }, { seed: 'a test', mover: launcher, read })) ?? [])
      expect(await landDeed(client, deed, { priorityFeeLamports: 0n, signal: AbortSignal.timeout(20_000) })).toBe(true)
    const pool = await migratedPoolAddress(token.mint)
    await expect.poll(row, patience).toMatchObject({ protocol: 'pumpamm', pool, curve: null })
    await expect.poll(() => BigInt(row()?.liquidityLamports ?? 0), patience).toBeGreaterThan(100n * sol)
    expect(row()?.price).not.toEqual(price)

    const request = { mint: token.mint, pool: { protocol: 'pumpamm', address: pool }, amountIn: sol } as const
    const planned = await planBuy(client, { ...request, slippageBps: 500, priorityFeeLamports: 0n })
    const { amountIn, amountOut, signature } = await buy(client, planned)
    const trades = () => markets.markets.readTrades(token.mint, 10)
    await expect.poll(async () => (await trades()).length, patience).toBe(2)
    expect(await trades()).toMatchObject([
      { signature, side: 'buy', lamports: String(amountIn), tokens: String(amountOut), owner: launcher.address },
      { side: 'buy' },
    ])
    const candles = await markets.markets.readCandles(token.mint, { intervalSeconds: 60, limit: 10 })
    expect(candles.reduce((sum, { volumeLamports }) => sum + BigInt(volumeLamports), 0n)).toBeGreaterThan(85n * sol)
    await markets.stop()

    const after = await open()
    const listedAfter = () => after.tokens.list().find(({ mint }) => mint === token.mint)
    await expect.poll(listedAfter, patience).toMatchObject({ protocol: 'pumpamm', pool, name: 'Whole' })
    expect(await after.markets.readTrades(token.mint, 10)).toHaveLength(2)
    expect(await after.markets.readTraders(token.mint)).toMatchObject({
      ...{ trades: 2, traders: [{ owner: launcher.address, buys: 2, sells: 0, realisedLamports: '0' }] },
    })
    expect(await after.markets.readTraders(launcher.address)).toBeUndefined()
    const kept = await createTokenStore(database).readTokens()
    expect(kept.find(({ mint }) => mint === token.mint)?.creator).toBe(launcher.address)
    const others = after.tokens.byDevOf(token.mint)
    expect(others?.creator).toBe(launcher.address)
    expect(others?.tokens.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['ALPHA', 'BETA']))
    await after.stop()
  })

  it('is listed after a restart, with the trades and launches in between', async () => {
    const before = await open()
    const kept = await launch('Kept')
    await expect.poll(() => listed(before), patience).toContain('KEPT')
    await before.stop()
    await trade(kept, sol)
    await launch('Meanwhile')
    const after = await open()
    expect(listed(after)).toContain('KEPT')
    await expect.poll(() => listed(after), patience).toContain('MEANWHILE')
    await expect.poll(() => after.markets.readTrades(kept.mint, 10), patience).toHaveLength(1)
    await after.stop()
  })

  it('leaves the list for newer ones, and opens by its address with its history', async () => {
    const markets = await open(1)
    const old = await launch('Old')
    const { signature } = await trade(old, sol)
    await expect.poll(() => listed(markets), patience).toEqual(['OLD'])
    await launch('Newer')
    await expect.poll(() => listed(markets), patience).toEqual(['NEWER'])
    expect(await markets.markets.readTrades(old.mint, 10)).toEqual([])
    expect(await markets.tokens.get(old.mint)).toMatchObject({ symbol: 'OLD', name: 'Old', pool: old.pool })
    await expect.poll(() => markets.markets.readTrades(old.mint, 10), patience).toMatchObject([{ signature }])
    expect(await markets.tokens.get(launcher.address)).toBeUndefined()
    await markets.stop()
  })

  it.runIf(isProof)('leaves the list when a fork undoes it', { timeout: 90_000 }, async () => {
    const markets = await open()
    const isOnChain = async (mint: Address) =>
      (await client.chain.readAccounts([mint], { maxAgeMs: 0 })).get(mint) != null
    let token: Awaited<ReturnType<typeof launch>>
    // On a busy machine, more slots may pass in between than the fork undoes.
    for (let i = 0; ; i++) {
      token = await launch(`Forked${i}`)
      await expect.poll(() => listed(markets), patience).toContain(`FORKED${i}`)
      await practice.rollback(30n).catch(() => {})
      if (!(await isOnChain(token.mint))) break
    }
    await expect.poll(() => markets.tokens.list().find(({ mint }) => mint === token.mint), patience).toBeUndefined()
    const kept = await createTokenStore(database).readTokens()
    expect(kept.map(({ mint }) => mint)).not.toContain(token.mint)
    await markets.stop()
  })
})
