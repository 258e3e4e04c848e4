import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import type { Trade } from './candle.ts'
import { createMarketStore, type MarketStore } from './marketStore.ts'
import { profitOf, readTraders } from './traders.ts'

let database: Database
let store: MarketStore
beforeAll(async () => {
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-traders-')))
  store = createMarketStore(database)
})
afterAll(() => database.close())

let last = 0
const trade = (pool: string, owner: string | null, side: Trade['side'], lamports: bigint, tokens: bigint): Trade => ({
  signature: `t${++last}`,
  ...{
    tradedIn: pool,
    position: 0,
    pool,
    slot: last,
    timestampSeconds: 1_000 + last,
    side,
    lamports,
    tokens,
    owner,
    isFinal: true,
  },
  price: { numerator: 1n, denominator: 1n },
})

describe('the traders with the highest profit', () => {
  it('are found by their buys, their sales and the rest at the current price, with the number of trades', async () => {
    const begun = last + 1
    await store.record([
      trade('p', 'early', 'buy', 100n, 1_000n),
      trade('p', 'late', 'buy', 500n, 1_000n),
      trade('p', null, 'buy', 900n, 10n),
      trade('p', 'early', 'sell', 250n, 500n),
      trade('p', 'gifted', 'sell', 700n, 500n),
      trade('p', 'gifted', 'buy', 200n, 250n),
      trade('elsewhere', 'early', 'sell', 10_000n, 1n),
    ])
    const at = { numerator: 3n, denominator: 10n }
    const { traders, trades, sinceSeconds } = await readTraders(database, 'p', at)
    expect({ trades, sinceSeconds }).toEqual({ trades: 6, sinceSeconds: 1_000 + begun })
    expect(
      traders.map(({ owner, realisedLamports, unrealisedLamports }) => [owner, realisedLamports, unrealisedLamports]),
    ).toEqual([
      // They bought for 100 and sold half of the tokens for 250. The other half is worth 150 now.
      ['early', '200', '100'],
      // Half of the sold tokens were not bought here.
      ['gifted', '150', '0'],
      ['late', '0', '-200'],
    ])
    expect(traders[0]).toMatchObject({
      ...{ buys: 1, sells: 1, boughtLamports: '100', boughtTokens: '1000', soldLamports: '250', soldTokens: '500' },
    })
    const unpriced = await readTraders(database, 'p', undefined)
    expect(unpriced.traders.map(({ owner, unrealisedLamports }) => [owner, unrealisedLamports])).toEqual([
      ['early', null],
      ['gifted', null],
      ['late', null],
    ])
    expect(await readTraders(database, 'nothing', at)).toEqual({ traders: [], trades: 0, sinceSeconds: null })
  })

  it('are ordered by profit, up to the largest amounts, and limited to fifty', async () => {
    const u64 = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n })
    const one = fc.tuple(fc.integer({ min: 0, max: 69 }), fc.constantFrom<Trade['side']>('buy', 'sell'), u64, u64)
    const ratio = fc.record({ numerator: u64, denominator: u64 })
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 200 }), fc.option(ratio), async (made, found) => {
        const [pool, price] = [`r${++last}`, found ?? undefined]
        await store.record(made.map(([by, ...rest]) => trade(pool, `w${by}`, ...rest)))
        const { traders } = await readTraders(database, pool, price)
        expect(traders).toHaveLength(Math.min(50, new Set(made.map(([by]) => by)).size))
        const all = traders.map(({ realisedLamports, unrealisedLamports }) =>
          [realisedLamports, unrealisedLamports ?? '0'].reduce((sum, text) => sum + BigInt(text), 0n),
        )
        // The database divides with 16 digits and more, so almost equal profits may be in either order.
        for (const [at, profit] of all.entries()) {
          const before = all[at - 1] ?? profit
          const hair = 10n + (before < 0n ? -before : before) / 10n ** 12n
          expect(before + hair).toBeGreaterThanOrEqual(profit)
        }
      }),
      { numRuns: 15 },
    )
  })
})

it('realised and unrealised profit add up to the whole', () => {
  const amount = fc.bigInt({ min: 1n, max: 2n ** 70n })
  fc.assert(
    fc.property(amount, amount, amount, amount, amount, (boughtLamports, boughtTokens, soldLamports, sold, price) => {
      const soldTokens = sold % (boughtTokens + 1n)
      const sums = { boughtLamports, boughtTokens, soldLamports, soldTokens }
      const { realised, unrealised } = profitOf(sums, { numerator: price, denominator: 7n })
      const proceeds = soldTokens === 0n ? 0n : soldLamports
      const worth = ((boughtTokens - soldTokens) * price) / 7n
      expect(realised + (unrealised ?? 0n)).toBe(proceeds + worth - boughtLamports)
    }),
  )
})
