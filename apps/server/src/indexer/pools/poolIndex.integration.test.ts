import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buy, type Client, createClient, execute, planBuy, planDeposit, planSell, sell } from '@tern/client'
import { type Address, formatDecimal, keyPairOwner, tokenProgram, wrappedNativeMint } from '@tern/core'
import { type PracticeChain, startPracticeChain, type WorldToken } from '@tern/practice-chain'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { configAddress, lpMintAddress, program, raydiumCpmm } from '@tern/venues/raydiumCpmm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openCpmmPool, recordTokens } from '../../../../../packages/client/test/ownPools.ts'
import type { PoolDetailRow, PoolRow } from '../../data/poolRows.ts'
import { type Database, openDatabase } from '../../database/database.ts'
import { type Listing, listWorld } from '../listing.ts'
import { type Markets, openMarkets } from '../markets.ts'
import { poolTypeOf } from './poolFacts.ts'

const sol = 1_000_000_000n
const red = 1_000_000n
const patience = { timeout: 30_000, interval: 50 }
const maker = await deriveKey('a test of the index of pools', 'maker')
const mint = (await deriveKey('a test of the index of pools', 'red')).address

let practice: PracticeChain
let client: Client
let database: Database
let snapshotsDir: string
const opened: Markets[] = []

beforeAll(async () => {
  snapshotsDir = await recordTokens([mint], maker.address)
  practice = await startPracticeChain({ slotMs: 50, snapshotsDir })
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-pools-')))
  client = createClient({ rpc: practice.rpcUrl, owner: await keyPairOwner(maker.keyPair) })
})
// A database has a single writer.
afterEach(async () => {
  for (const markets of opened.splice(0)) await markets.stop()
})
afterAll(async () => {
  client.chain.close()
  await database.close()
  await practice.close()
  rmSync(snapshotsDir, { recursive: true })
})

async function open(kind: 'practice' | 'cluster' = 'practice', listings: readonly Listing[] = []): Promise<Markets> {
  const own = kind === 'practice' ? database : await openDatabase(mkdtempSync(join(tmpdir(), 'tern-pools-')))
  const markets = await openMarkets(client.chain, own, { listings, kind })
  opened.push(markets)
  return markets
}

async function detailOf({ pools }: Markets, pool: string): Promise<PoolDetailRow> {
  const answer = await pools.get(pool as never)
  return answer.kind === 'pool' ? answer.pool : expect.fail(`${pool} is ${answer.kind}`)
}

async function done(traded: Promise<{ readonly status: string }>): Promise<void> {
  expect(await traded).toMatchObject({ status: 'confirmed' })
}

describe('the index of pools', () => {
  it('shows the figures of a pool that a person can work out by hand', async () => {
    const markets = await open()
    const changed: PoolRow[] = []
    markets.changedPools.listen(rows => changed.push(...rows))
    // A new pool: 40 SOL and 400,000 RED. Traders pay 0.25%, of which 16% go to Raydium, so providers earn 0.21%.
    const pool = await openCpmmPool(client, maker, {
      sides: sidesOf(400_000n, 40n),
    })
    const row = () => markets.pools.list().pools.find(({ address }) => address === pool)
    const inOrder = <One>(ofRed: One, ofSol: One) => {
      const { mints } = row() ?? expect.fail('not listed')
      return mints[0] === mint ? [ofRed, ofSol] : [ofSol, ofRed]
    }
    await expect.poll(row, patience).toMatchObject({
      ...{ protocol: 'raydium_cpmm', type: 'standard', feePpm: 2_500, tvlLamports: String(80n * sol), state: 'open' },
      ...{ day: null, week: null, month: null },
    })
    const request = { mint, pool: { protocol: 'raydium_cpmm', address: pool }, slippageBps: 500 } as const
    const fees = { priorityFeeLamports: 0n }

    // A buy for 2 SOL pays 0.005 SOL. The pool keeps 0.0042 of it; Raydium's 0.0008 SOL are not the providers'.
    await done(buy(client, await planBuy(client, { ...request, ...fees, amountIn: 2n * sol })))
    // Fees of 0.0042 SOL for 2 · 41.9992 SOL: 0.0042 · 365 / 83.9984 = 1.825% a year by the day, a seventh by the week.
    await expect.poll(row, patience).toMatchObject({
      tvlLamports: '83998400000',
      day: { volumeLamports: '2000000000', feeLamports: '4200000', aprBps: 182 },
      week: { volumeLamports: '2000000000', feeLamports: '4200000', aprBps: 26 },
      month: { volumeLamports: '2000000000', feeLamports: '4200000', aprBps: 6 },
    })

    // 1.995 SOL of the buy bought 400,000 − 400,000 · 40 / 41.995 = 19,002.262174 RED, so 380,997.737826 are left.
    const { reserves } = await detailOf(markets, pool)
    expect(reserves).toEqual(inOrder('380997737826', '41999200000'))

    // A sale of 10,000 RED: 25 are the fee, and 9,975 bring 41.9992 · 9,975 / 390,972.737826 = 1.071537678 SOL.
    await done(sell(client, await planSell(client, { ...request, ...fees, amountIn: 10_000n * red })))
    // Volume 3.071537678 SOL; fees 0.0042 + 0.21% of the sale = 0.006450229 SOL; TVL 2 · 40.927662322 SOL.
    await expect.poll(row, patience).toMatchObject({
      tvlLamports: '81855324644',
      day: { volumeLamports: '3071537678', feeLamports: '6450229', aprBps: 287 },
      month: { volumeLamports: '3071537678', feeLamports: '6450229', aprBps: 9 },
    })

    // 0.5 SOL more, with as many RED as the price asks. Liquidity is no volume.
    const before = await detailOf(markets, pool)
    const planned = await planDeposit(client, {
      ...request,
      mint: wrappedNativeMint,
      amount: sol / 2n,
      slippageBps: 100,
    })
    expect((await execute(client, planned)).steps.map(({ status }) => status)).toEqual(['confirmed'])
    await expect.poll(async () => (await detailOf(markets, pool)).lpSupply, patience).not.toBe(before.lpSupply)
    const after = await detailOf(markets, pool)
    expect(Number(after.tvlLamports) / 1e9).toBeCloseTo(81.855324644 + 1, 6)
    expect(BigInt(after.lpSupply ?? 0)).toBe(BigInt(before.lpSupply ?? 0) + (planned.quote?.lpAmount ?? 0n))
    expect(after.day).toMatchObject({ volumeLamports: '3071537678', feeLamports: '6450229' })
    expect(after).toMatchObject({
      program,
      config: await configAddress(0),
      lpMint: await lpMintAddress(pool),
      providersFeePpm: 2_100,
      tokens: inOrder({ mint, decimals: 6 }, { mint: wrappedNativeMint, symbol: 'SOL', decimals: 9 }),
    })
    expect((await markets.pools.ofLpMints([mint, after.lpMint ?? ''])).map(({ address }) => address)).toEqual([pool])
    await expect.poll(() => changed.findLast(({ address }) => address === pool), patience).toEqual(row())

    // The prices after the buy and after the sale, which returned 9,996 of its RED to the pool.
    const prices = [inOrder(380_997_737_826n, 41_999_200_000n), inOrder(390_993_737_826n, 40_927_662_322n)].map(
      ([first = 1n, second = 1n]) =>
        formatDecimal({ numerator: second, denominator: first }, { significant: 18 }, { rounding: 'floor' }),
    )
    const [min, max] = prices.toSorted((a, b) => Number(a) - Number(b))
    expect(after.prices).toEqual({ day: { min, max }, week: { min, max }, month: { min, max } })
  })

  it('has every listed token’s pool, of each protocol, with its liquidity and its fee', async () => {
    const markets = await open('practice', await listWorld(client.chain, practice.world.map(worldFacts)))
    const wanted = practice.world.filter(({ protocol }) => poolTypeOf(protocol) !== undefined)
    expect(new Set(wanted.map(({ protocol }) => protocol)).size).toBeGreaterThan(4)
    const rows = () => new Map(markets.pools.list().pools.map(row => [row.address, row] as const))
    await expect.poll(() => wanted.every(({ pool }) => rows().get(pool)?.tvlLamports != null), patience).toBe(true)
    for (const { pool, mint, protocol } of wanted) {
      const row = rows().get(pool) ?? expect.fail(`${protocol} is missing`)
      const { liquidityLamports } = markets.tokens.list().find(one => one.mint === mint) ?? expect.fail('not listed')
      const twice = BigInt(liquidityLamports ?? 0)
      expect(row, protocol).toMatchObject({ protocol, type: poolTypeOf(protocol), state: 'open' })
      expect(row.mints).toContain(mint)
      expect(row.feePpm, protocol).toBeGreaterThan(0)
      // Twice the SOL, as the token's row has it. A concentrated pool has less or more SOL.
      const tvl = BigInt(row.tvlLamports ?? 0)
      if (row.type === 'standard')
        expect(100n * (tvl > twice ? tvl - twice : twice - tvl), protocol).toBeLessThan(twice)
    }
    const { tokens, pools } = markets.pools.list()
    const named = new Set(tokens.map(token => token.mint))
    expect(pools.every(({ mints }) => mints.every(one => named.has(one)))).toBe(true)
  })

  it('names the kind of an account that is no pool', async () => {
    const markets = await open()
    const curve = practice.world.find(({ stage }) => stage === 'curve') ?? expect.fail('no curve')
    expect(await markets.pools.get(curve.pool)).toEqual({ kind: 'curve', mint: curve.mint })
    expect(await markets.pools.get(await lpMintAddress(mint))).toEqual({ kind: 'missing' })
    expect(await markets.pools.get(mint)).toEqual({ kind: 'foreign', owner: tokenProgram })
    // An account of a trading program that is no pool.
    expect(await markets.pools.get(await configAddress(0))).toEqual({ kind: 'foreign', owner: program })
  })

  it('follows a pool of a cluster from the first look on, with its past trades', async () => {
    const pool = await openCpmmPool(client, maker, {
      config: await configAddress(1),
      sides: sidesOf(100_000n, 10n),
    })
    // The client's clock runs on between its readings, so the program's clock may be two seconds behind.
    const opensAt = async () => {
      const [opened, clock] = await Promise.all([
        client.chain.read(raydiumCpmm, pool, { maxAgeMs: 0 }),
        client.chain.readClock({ slotMs: 0 }),
      ])
      return opened.opensAtSeconds?.({ ...clock, unixTimestamp: clock.unixTimestamp - 2n })
    }
    await expect.poll(opensAt, patience).toBeUndefined()
    const request = {
      mint,
      pool: { protocol: 'raydium_cpmm', address: pool },
      slippageBps: 500,
      priorityFeeLamports: 0n,
    } as const
    await done(buy(client, await planBuy(client, { ...request, amountIn: sol })))
    const markets = await open('cluster')
    expect(markets.pools.list().pools).toEqual([])
    // The config's fee is 1%, of which providers earn 84%.
    expect(await detailOf(markets, pool)).toMatchObject({ feePpm: 10_000, providersFeePpm: 8_400, state: 'open' })
    const day = () => markets.pools.list().pools[0]?.day
    await expect.poll(day, patience).toMatchObject({ volumeLamports: '1000000000', feeLamports: '8400000' })
    await done(buy(client, await planBuy(client, { ...request, amountIn: sol })))
    await expect.poll(day, patience).toMatchObject({ volumeLamports: '2000000000', feeLamports: '16800000' })
    expect(markets.tokens.list()).toEqual([])
  })
})

describe('a pool whose creation a fork undid', () => {
  it('leaves the list', async () => {
    const markets = await open()
    const isListed = (pool: Address) => markets.pools.list().pools.some(({ address }) => address === pool)
    let made: Address | undefined
    for (let n = 0; made === undefined; n++) {
      const at = await deriveKey('a test of the index of pools', `forked ${n}`)
      await openCpmmPool(client, maker, { sides: sidesOf(1_000n, 1n), at })
      await expect.poll(() => isListed(at.address), patience).toBe(true)
      await practice.rollback(30n).catch(() => {})
      const account = (await client.chain.rpc.getAccountInfo(at.address, { encoding: 'base64' }).send()).value
      // A block that is final stays.
      if (account === null) made = at.address
    }
    await expect.poll(() => isListed(made), patience).toBe(false)
    client.chain.close()
    client = createClient({ rpc: practice.rpcUrl, owner: await keyPairOwner(maker.keyPair) })
  })
})

/** The sides of a new pool: whole RED against whole SOL. */
const sidesOf = (tokens: bigint, sols: bigint) =>
  [
    { mint, program: tokenProgram, amount: tokens * red },
    { mint: wrappedNativeMint, program: tokenProgram, amount: sols * sol },
  ] as const

const worldFacts = ({ mint, symbol, name, protocol, pool }: WorldToken) => ({
  ...{ mint, symbol, name, protocol, pool },
  ...{ description: '', createdAtSeconds: 0 },
})
