import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Signature } from '@solana/kit'
import { buy, type Client, createClient, planBuy } from '@tern/client'
import { type Address, keyPairOwner, TernError } from '@tern/core'
import { type PracticeChain, startPracticeChain, type WorldToken } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { createClientRateLimit } from '../http/clientRateLimit.ts'
import type { Trade } from './candle.ts'
import { decodeEvents } from './decodeEvents.ts'
import { followAddress } from './follower.ts'
import { listPools } from './listing.ts'
import { createMarketStore, type MarketStore } from './marketStore.ts'
import { openMarkets } from './markets.ts'
import { createTransactionReader } from './transaction.ts'

/** Slow proofs run under `npm run proof` only. */
const isProof = process.env.PROOF === '1'

let practice: PracticeChain
let client: Client
let database: Database
let store: MarketStore
beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 50 })
  client = createClient({ rpc: practice.rpcUrl, owner: await keyPairOwner(practice.marketMaker) })
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-follower-')))
  store = createMarketStore(database)
})
afterAll(async () => {
  client.chain.close()
  await database.close()
  await practice.close()
})

const trade = async ({ mint, protocol, pool }: WorldToken): Promise<string> => {
  const request = { mint, pool: { protocol, address: pool }, amountIn: 10_000_000n, slippageBps: 500 }
  const receipt = await buy(client, await planBuy(client, { ...request, priorityFeeLamports: 0n }))
  expect(receipt.status).toBe('confirmed')
  return receipt.signature
}

/** A chain with a node that reports new transactions, but lists no transaction. */
function listingNothing(chain: Client['chain']): Client['chain'] {
  const getSignaturesForAddress = () => ({ send: async () => [] })
  const rpc = new Proxy(chain.rpc, {
    get: (rpc, name) => (name === 'getSignaturesForAddress' ? getSignaturesForAddress : Reflect.get(rpc, name)),
  })
  return { ...chain, rpc }
}

/** Follows its own pool, with a store whose failures the test controls. */
function follow(token: WorldToken, faulty: Partial<MarketStore>, chain = client.chain) {
  const ending = new AbortController()
  const recorded: Trade[] = []
  const faultyStore = { ...store, ...faulty }
  const ended = followAddress({
    chain,
    transactions: createTransactionReader(chain),
    blockTime: async () => undefined,
    store: faultyStore,
    address: token.pool,
    maxBack: 1_000,
    reads: 4,
    details: createClientRateLimit({ burst: 100, perSecond: 100 }),
    signal: ending.signal,
    async take(transactions) {
      const readAccounts = (addresses: readonly Address[]) => chain.readAccounts(addresses)
      const events = await Promise.all(transactions.map(one => decodeEvents(one, readAccounts)))
      const trades = events.flatMap(({ trades }) =>
        trades.flatMap(({ trade, price }) => (price === undefined ? [] : [{ ...trade, price }])),
      )
      recorded.push(...(await faultyStore.record(trades.filter(({ pool }) => pool === token.pool))))
    },
  })
  const stop = () => {
    ending.abort()
    return ended
  }
  return { recorded, stop }
}

const tokenAt = (at: number): WorldToken => {
  const found = practice.world[at]
  if (found === undefined) throw new RangeError('no such token')
  return found
}

/** A call of the store that fails as long as the test says. */
function failing<Name extends 'record' | 'readFollowed'>(name: Name) {
  const call = store[name] as (...given: unknown[]) => Promise<never>
  const state = { isFailing: true, failures: 0 }
  const faulty = async (...given: unknown[]) => {
    if (!state.isFailing) return call(...given)
    state.failures++
    throw new TernError('database/unavailable', { why: 'a test says so' })
  }
  return { state, faulty: { [name]: faulty } }
}

const patience = { timeout: 30_000 }
const signaturesOf = (trades: readonly Trade[]) => trades.map(({ signature }) => signature)

describe('a pool that is followed', () => {
  it('F43 misses no trade while the database refuses them, and reports each once: trades are reported within the process, so there is no LISTEN to lose', async () => {
    const token = tokenAt(0)
    const { state, faulty } = failing('record')
    state.isFailing = false
    const expected = [await trade(token)]
    const { recorded, stop } = follow(token, faulty)
    await expect.poll(() => signaturesOf(recorded), patience).toEqual(expected)
    state.isFailing = true
    expected.push(await trade(token), await trade(token))
    await expect.poll(() => state.failures).toBeGreaterThan(0)
    state.isFailing = false
    await expect.poll(() => signaturesOf(recorded), patience).toEqual(expected)
    expect(signaturesOf(await store.readTrades(token.pool, 10))).toEqual(expected.toReversed())
    await stop()
  })

  it('misses no trade that is reported during a catch-up, even if the node lists it late', async () => {
    const token = tokenAt(2)
    const { state, faulty } = failing('readFollowed')
    const { recorded, stop } = follow(token, faulty, listingNothing(client.chain))
    await expect.poll(() => state.failures, patience).toBeGreaterThan(0)
    const expected = [await trade(token)]
    state.isFailing = false
    await expect.poll(() => signaturesOf(recorded), patience).toEqual(expected)
    await stop()
  })

  it('finds earlier trades once the database answers', async () => {
    const token = tokenAt(1)
    const { state, faulty } = failing('readFollowed')
    const expected = [await trade(token)]
    const { recorded, stop } = follow(token, faulty)
    await expect.poll(() => state.failures, patience).toBeGreaterThan(1)
    state.isFailing = false
    await expect.poll(() => signaturesOf(recorded), patience).toEqual(expected)
    await stop()
  })
})

describe('a trade that was confirmed', () => {
  it.runIf(isProof)(
    'is deleted, and removed from the candles, once a fork has undone it for good',
    {
      timeout: 90_000,
    },
    async () => {
      const token = tokenAt(3)
      const kept = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-forked-')))
      const listings = await listPools(client.chain, [token.pool])
      const markets = await openMarkets(client.chain, kept, { listings, kind: 'practice' })
      const taken: string[] = []
      markets.rollbacks.listen(({ signatures }) => taken.push(...signatures))
      const known = async () => (await markets.markets.readTrades(token.mint, 99)).map(({ signature }) => signature)
      const status = async (signature: string) => {
        const asked = client.chain.rpc.getSignatureStatuses([signature as Signature], {
          searchTransactionHistory: true,
        })
        return (await asked.send()).value[0]?.confirmationStatus
      }
      const expected = [await trade(token)]
      await expect.poll(() => status(expected[0] ?? ''), patience).toBe('finalized')
      // On a busy machine, more slots may pass in between than the fork undoes.
      for (;;) {
        const signature = await trade(token)
        await expect.poll(known, patience).toContain(signature)
        await practice.rollback(30n).catch(() => {})
        if ((await status(signature)) === undefined) break
        expected.unshift(signature)
      }
      // Pages get the event after the database and the prices in memory have changed.
      await expect.poll(() => taken.length, patience).toBe(1)
      expect(await known()).toEqual(expected)
      const candles = await markets.markets.readCandles(token.mint, { intervalSeconds: 3_600, limit: 9 })
      const volume = candles.reduce((sum, { volumeLamports }) => sum + BigInt(volumeLamports), 0n)
      expect(volume).toBe(BigInt(expected.length) * 10_000_000n)
      const row = await markets.tokens.get(token.mint)
      expect(row).toMatchObject({ volume24hLamports: String(volume), buys5m: expected.length })
      await markets.stop()
      await kept.close()
    },
  )
})
