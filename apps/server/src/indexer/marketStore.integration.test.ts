import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../database/database.ts'
import { candleRow, type Trade } from './candle.ts'
import { createMarketStore, type MarketStore } from './marketStore.ts'

let database: Database
let store: MarketStore
beforeAll(async () => {
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-market-')))
  store = createMarketStore(database)
})
afterAll(() => database.close())

/** At the price of its amounts, unless given. */
const trade = (of: Partial<Trade>): Trade => ({
  signature: 'one',
  tradedIn: of.pool ?? 'pool',
  position: 0,
  pool: 'pool',
  slot: 10,
  timestampSeconds: 3605,
  side: 'buy',
  lamports: 100n,
  tokens: 3n,
  owner: null,
  isFinal: true,
  price: { numerator: of.lamports ?? 100n, denominator: of.tokens ?? 3n },
  ...of,
})

describe('market store', () => {
  it('counts each trade once, however often it is found', async () => {
    const first = trade({ pool: 'once', signature: 'a' })
    const second = trade({ pool: 'once', signature: 'b', side: 'sell', lamports: 50n })
    expect(await store.record([first, first])).toEqual([first])
    expect(await store.record([first, second])).toEqual([second])
    expect(await store.record([first, second])).toEqual([])
    const [candle, ...others] = await store.readCandles('once', { intervalSeconds: 60, limit: 10 })
    expect(others).toEqual([])
    expect(candle).toMatchObject({ volumeLamports: 150n, buys: 1, sells: 1, startSeconds: 3600 })
  })

  it('distinguishes two swaps of one transaction', async () => {
    const both = [trade({ pool: 'two', signature: 't' }), trade({ pool: 'two', signature: 't', position: 1 })]
    expect(await store.record(both)).toHaveLength(2)
    expect((await store.readTrades('two', 10)).map(row => row.position)).toEqual([1, 0])
  })

  it('knows a transaction by its pool: a pool that is listed later still gets its swap', async () => {
    const [cpmm, clmm] = ['shared1', 'shared2'].map(pool => trade({ pool, signature: 'route' }))
    if (cpmm === undefined || clmm === undefined) throw new Error('two trades')
    await store.record([cpmm])
    const known = (pool: string) => store.readKnown(pool, ['route', 'other'])
    expect([await known('shared1'), await known('shared2')]).toEqual([new Set(['route']), new Set()])
    expect(await store.record([cpmm, clmm])).toEqual([clmm])
    // After a curve moved into the other pool, both swaps are kept.
    await store.move('shared1', 'shared2')
    expect(await store.readTrades('shared2', 10)).toMatchObject([{ tradedIn: 'shared2' }, { tradedIn: 'shared1' }])
    expect(await known('shared1')).toEqual(new Set(['route']))
  })

  it('separates an owner’s trades of a pool from the others, newest first', async () => {
    const by = (signature: string, owner: string | null, slot: number, pool = 'owned') =>
      trade({ pool, signature, owner, slot })
    await store.record([by('dev1', 'dev', 1), by('other1', 'other', 2), by('none1', null, 3), by('dev2', 'dev', 4)])
    await store.record([by('dev3', 'dev', 5, 'elsewhere')])
    const signatures = async (limit: number, of?: string) =>
      (await store.readTrades('owned', limit, of)).map(({ signature }) => signature)
    expect(await signatures(10, 'dev')).toEqual(['dev2', 'dev1'])
    expect(await signatures(1, 'dev')).toEqual(['dev2'])
    expect(await signatures(10, 'nobody')).toEqual([])
    expect(await signatures(10)).toHaveLength(4)
  })

  it('keeps amounts exact up to the largest, and prices exact', async () => {
    const max = 2n ** 64n - 1n
    // The square of the largest root of a price.
    const price = { numerator: (2n ** 128n - 1n) ** 2n, denominator: (2n ** 128n - 1n) ** 2n - 1n }
    await store.record([trade({ pool: 'u64', signature: 'm', lamports: max, tokens: max - 1n, price })])
    expect((await store.readTrades('u64', 1))[0]).toMatchObject({ lamports: max, tokens: max - 1n, price })
    const [candle] = await store.readCandles('u64', { intervalSeconds: 1, limit: 1 })
    expect(candle?.close).toEqual(price)
    expect(candle && candleRow(candle).close).toBe('1')
  })

  it('lets a late trade set the open of a candle, but never its close', async () => {
    const at = (slot: number, lamports: bigint) =>
      trade({ pool: 'late', signature: `s${slot}`, slot, lamports, tokens: 1n })
    await store.record([at(10, 10n), at(12, 12n)])
    await store.record([at(9, 99n)])
    await store.record([at(11, 1n)])
    const [candle] = await store.readCandles('late', { intervalSeconds: 3600, limit: 1 })
    expect(candle && candleRow(candle)).toEqual({
      t: 3600,
      open: '99',
      high: '99',
      low: '1',
      close: '12',
      volumeLamports: '122',
    })
  })

  it('reads the latest candles, oldest first, from a time on', async () => {
    const times = [100, 200, 300, 400]
    await store.record(
      times.map((timestampSeconds, i) => trade({ pool: 'order', signature: `o${i}`, slot: i, timestampSeconds })),
    )
    const starts = async (limit: number, from?: number) =>
      (await store.readCandles('order', { intervalSeconds: 1, limit, fromSeconds: from })).map(
        candle => candle.startSeconds,
      )
    expect(await starts(3)).toEqual([200, 300, 400])
    expect(await starts(10, 300)).toEqual([300, 400])
  })

  it('moves a pool’s history to another, whose own candles win', async () => {
    const on = (pool: string, signature: string, timestampSeconds: number, lamports = 100n) =>
      trade({ pool, signature, timestampSeconds, lamports })
    await store.record([on('curve', 'c1', 60), on('curve', 'c2', 7_300)])
    await store.record([on('amm', 'p1', 7_301, 7n)])
    await store.move('curve', 'amm')
    expect(await store.readTrades('curve', 10)).toEqual([])
    expect((await store.readTrades('amm', 10)).map(({ signature }) => signature).toSorted()).toEqual(['c1', 'c2', 'p1'])
    expect(await store.readCandles('curve', { intervalSeconds: 60, limit: 10 })).toEqual([])
    expect(await store.readCandles('amm', { intervalSeconds: 60, limit: 10 })).toMatchObject([
      { startSeconds: 60, volumeLamports: 100n },
      { startSeconds: 7_260, volumeLamports: 7n },
    ])
    await store.move('curve', 'amm')
  })

  it('deletes the trades of a transaction, and removes them from candles of every length', async () => {
    // Two pools with the same trades, except for the ones that are deleted.
    const times = [3_600, 3_600, 3_601, 3_607, 3_659, 3_660, 4_500, 7_199, 7_200]
    const made = (pool: string) =>
      times.map((timestampSeconds, i) =>
        trade({
          ...{ pool, signature: `${pool} ${i}`, slot: 100 + i, timestampSeconds, side: i % 2 === 0 ? 'buy' : 'sell' },
          lamports: BigInt(7 + ((i * 5) % 9)),
        }),
      )
    const gone = [1, 2, 5, 8]
    await store.record(made('forked'))
    await store.record(made('never').filter((_, i) => !gone.includes(i)))
    expect(await store.takeBack([...gone.map(i => `forked ${i}`), 'unknown'])).toEqual(['forked'])
    for (const seconds of [1, 5, 15, 60, 300, 900, 3_600]) {
      const [left, never] = await Promise.all(
        ['forked', 'never'].map(async pool =>
          (await store.readCandles(pool, { intervalSeconds: seconds, limit: 99 })).map(candle => ({
            ...candle,
            pool: '',
          })),
        ),
      )
      expect(left, `${seconds} s`).toEqual(never)
    }
    expect((await store.readTrades('forked', 99)).map(({ slot }) => slot)).toEqual([107, 106, 104, 103, 100])
    expect(await store.takeBack(['unknown'])).toEqual([])
  })

  it('knows the trades that a fork may still undo', async () => {
    const at = (slot: number, isFinal: boolean) => trade({ pool: 'open', signature: `open ${slot}`, slot, isFinal })
    await store.record([at(3, false), at(1, true), at(2, false), at(9, false)])
    const open = async () => (await store.readOpen(5, 9)).map(({ signature }) => signature)
    expect(await open()).toEqual(['open 2', 'open 3'])
    await store.setFinal(['open 2'])
    expect(await open()).toEqual(['open 3'])
  })

  it('remembers how far it has followed a pool', async () => {
    expect(await store.readFollowed('f')).toBeUndefined()
    await store.setFollowed('f', 'first', 1)
    await store.setFollowed('f', 'second', 2)
    expect(await store.readFollowed('f')).toBe('second')
  })

  it('prunes to the kept number', async () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      trade({ pool: 'many', signature: `many${i}`, slot: i, timestampSeconds: i }),
    )
    await store.record(many)
    await createMarketStore(database, { trades: 50, candles: 20 }).prune('many')
    expect(await store.readTrades('many', 100)).toHaveLength(50)
    expect(await store.readCandles('many', { intervalSeconds: 1, limit: 100 })).toHaveLength(20)
    expect(await store.readCandles('many', { intervalSeconds: 5, limit: 100 })).toHaveLength(12)
    expect((await store.readTrades('many', 1))[0]?.signature).toBe('many59')
    await store.prune('order')
    expect(await store.readTrades('order', 10)).toHaveLength(4)
  })
})
