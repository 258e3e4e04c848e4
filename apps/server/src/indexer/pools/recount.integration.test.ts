import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { accountsNamed } from '@tern/chain/internal'
import {
  buy,
  type Client,
  createClient,
  execute,
  planBuy,
  planDeposit,
  planSell,
  planWithdrawLiquidity,
  readLiquidity,
  sell,
} from '@tern/client'
import { type Address, associatedTokenAddress, keyPairOwner, tokenProgram, wrappedNativeMint } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { raydiumCpmm, vaultAddress } from '@tern/venues/raydiumCpmm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { land, openCpmmPool, recordTokens } from '../../../../../packages/client/test/ownPools.ts'
import { type Database, openDatabase } from '../../database/database.ts'
import { type Markets, openMarkets } from '../markets.ts'
import { countedSide } from './poolFacts.ts'
import { createPoolStore } from './poolStore.ts'

/** Random steps. `npm run proof` takes more. */
const steps = 200
/** The index must equal the chain after this many steps, and at the end. */
const stepsBetweenChecks = 10
const sol = 1_000_000_000n
const unit = 1_000_000n
/** The config's part for providers: 84% of 0.25%. */
const providersPpm = 2_100n
const patience = { timeout: 60_000, interval: 200 }

const maker = await deriveKey('a recount', 'maker')
const [red, blue] = await Promise.all(['red', 'blue'].map(async name => (await deriveKey('a recount', name)).address))
if (red === undefined || blue === undefined) expect.fail('no mints')

interface OwnPool {
  readonly address: Address
  readonly mints: readonly [Address, Address]
}

let practice: PracticeChain
let client: Client
let database: Database
let markets: Markets | undefined
let snapshotsDir: string
let pools: readonly OwnPool[]

const newClient = async () => createClient({ rpc: practice.rpcUrl, owner: await keyPairOwner(maker.keyPair) })

beforeAll(async () => {
  snapshotsDir = await recordTokens([red, blue], maker.address)
  practice = await startPracticeChain({ slotMs: 50, snapshotsDir })
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-recount-')))
  client = await newClient()
  const sideOf = (mint: Address) => ({
    ...{ mint, program: tokenProgram },
    amount: mint === wrappedNativeMint ? 20n * sol : 1_000_000n * unit,
  })
  const made: OwnPool[] = []
  for (const [a, b] of [
    [red, wrappedNativeMint],
    [blue, wrappedNativeMint],
    [red, blue],
  ] as const) {
    const address = await openCpmmPool(client, maker, { sides: [sideOf(a), sideOf(b)] })
    const [first, second] = (await client.chain.read(raydiumCpmm, address)).tokens
    made.push({ address, mints: [first.mint, second.mint] })
  }
  pools = made
  // A pool opens a second after its creation.
  await new Promise(resolve => setTimeout(resolve, 1_500))
})
afterAll(async () => {
  await markets?.stop()
  client.chain.close()
  await database.close()
  await practice.close()
  rmSync(snapshotsDir, { recursive: true })
})

type Step =
  | { readonly kind: 'buy' | 'sell' | 'deposit' | 'withdraw'; readonly pool: number; readonly size: number }
  | { readonly kind: 'rollback'; readonly slots: number }
  | { readonly kind: 'restart'; readonly isDown: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constantFrom('buy' as const, 'sell' as const, 'deposit' as const, 'withdraw' as const),
      pool: fc.nat(2),
      size: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('rollback' as const), slots: fc.integer({ min: 1, max: 12 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), isDown: fc.boolean() }) },
)

/** Carries out a step. A transaction that a fork made impossible changes nothing. */
async function take(next: Step): Promise<void> {
  if (next.kind === 'rollback') {
    await practice.rollback(BigInt(next.slots)).catch(() => {})
    // The client remembers blocks that are gone.
    client.chain.close()
    client = await newClient()
  } else if (next.kind === 'restart') {
    await markets?.stop()
    markets = next.isDown ? undefined : await openMarkets(client.chain, database, { listings: [], kind: 'practice' })
  } else await change(next).catch(() => {})
}

async function change({ kind, pool: at, size }: Extract<Step, { size: number }>): Promise<void> {
  const { address, mints } = pools[at] ?? expect.fail('no pool')
  const pool = { protocol: 'raydium_cpmm', address } as const
  const mint = mints.find(one => one !== wrappedNativeMint) ?? expect.fail('no token')
  const slippageBps = 5_000
  if (kind === 'deposit') {
    const amount = BigInt(size) * unit * 100n
    await execute(client, await planDeposit(client, { pool, mint, amount, slippageBps }))
  } else if (kind === 'withdraw') {
    const { lpSupply } = (await readLiquidity(client, pool)).pool
    const lpAmount = (lpSupply * BigInt(size)) / 1_000n
    await execute(client, await planWithdrawLiquidity(client, { pool, lpAmount, slippageBps }))
  } else if (mints.includes(wrappedNativeMint)) {
    const request = { mint, pool, slippageBps, priorityFeeLamports: 0n }
    const amountIn = kind === 'buy' ? (BigInt(size) * sol) / 50n : BigInt(size) * unit * 500n
    if (kind === 'buy') await buy(client, await planBuy(client, { ...request, amountIn }))
    else await sell(client, await planSell(client, { ...request, amountIn }))
  } else await swapTokens(address, kind === 'buy' ? mints : [mints[1], mints[0]], BigInt(size) * unit * 500n)
}

/** Swaps in a pool of two tokens. */
async function swapTokens(pool: Address, [tokenIn, tokenOut]: OwnPool['mints'], exactIn: bigint): Promise<void> {
  const [open, clock] = await Promise.all([
    client.chain.read(raydiumCpmm, pool, { maxAgeMs: 0 }),
    client.chain.readClock(),
  ])
  const parties = {
    ...{ owner: maker.address, payer: maker.address },
    tokenAccountIn: await associatedTokenAddress(maker.address, tokenIn, tokenProgram),
    tokenAccountOut: await associatedTokenAddress(maker.address, tokenOut, tokenProgram),
  }
  await land(client, [maker], await open.swap(open.quote({ tokenIn, exactIn }, clock), 1n, parties))
}

/** Counts a pool's swaps anew, from the balances of its vaults before and after each transaction on the chain. */
async function recount({ address, mints }: OwnPool) {
  const vaults = await Promise.all(mints.map(mint => vaultAddress(address, mint)))
  const { rpc } = client.chain
  const listed = await rpc.getSignaturesForAddress(address, { commitment: 'confirmed', limit: 1_000 }).send()
  const side = countedSide(mints)
  let [volume, fees] = [0n, 0n]
  for (const { signature, err } of listed) {
    if (err !== null) continue
    const found = await rpc
      .getTransaction(signature, { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 })
      .send()
    if (found?.meta == null) throw new TypeError(`${signature} is gone`)
    const { preTokenBalances = [], postTokenBalances = [] } = found.meta
    const accounts = accountsNamed({ ...found, meta: found.meta })
    const [own = 0n, other = 0n] = [vaults[side], vaults[1 - side]].map(vault => {
      const amountIn = (list: typeof preTokenBalances) =>
        BigInt(list.find(one => accounts[one.accountIndex] === vault)?.uiTokenAmount.amount ?? 0)
      return amountIn(postTokenBalances) - amountIn(preTokenBalances)
    })
    // Liquidity moves both vaults in the same direction.
    if (own === 0n || own > 0n === other > 0n) continue
    const size = own > 0n ? own : -own
    volume += size
    fees += (size * providersPpm) / 1_000_000n
  }
  const { pool } = await readLiquidity(client, { protocol: 'raydium_cpmm', address })
  return { volume, fees, reserves: pool.reserves.map(String), lpSupply: String(pool.lpSupply) }
}

/** Returns the index's figures. The sums are from its store, because no price values a pool of two tokens in SOL. */
async function indexed({ address }: OwnPool) {
  const answer = await markets?.pools.get(address)
  if (answer?.kind !== 'pool') return undefined
  const { reserves, lpSupply } = answer.pool
  const sums = await createPoolStore(database).readSums({ day: 0, week: 0, month: 0 }, [address])
  const { volume = 0n, fees = 0n } = sums.get(address)?.month ?? {}
  return { volume, fees, reserves, lpSupply }
}

async function compare(): Promise<void> {
  markets ??= await openMarkets(client.chain, database, { listings: [], kind: 'practice' })
  for (const pool of pools)
    await expect
      .poll(async () => {
        const [found, counted] = [await indexed(pool), await recount(pool)]
        return isDeepStrictEqual(found, counted) ? 'equal' : { found, counted }
      }, patience)
      .toBe('equal')
  // In memory, the sums of pools against SOL are the same.
  for (const { address, month } of markets.pools.list().pools)
    if (month !== null) {
      const { volume, fees } =
        (await createPoolStore(database).readSums({ day: 0, week: 0, month: 0 })).get(address)?.month ?? {}
      expect(month).toMatchObject({ volumeLamports: String(volume), feeLamports: String(fees) })
    }
}

describe('the index of pools', () => {
  it('equals a recount of the chain after random trades, deposits, forks and restarts', {
    timeout: 600_000,
  }, async () => {
    const [taken = []] = fc.sample(fc.array(step, { minLength: steps, maxLength: steps }), 1)
    for (const [i, next] of taken.entries()) {
      await take(next)
      if ((i + 1) % stepsBetweenChecks === 0) await compare()
    }
    await compare()
  })
})
