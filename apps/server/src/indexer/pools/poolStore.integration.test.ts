import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@tern/core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../database/database.ts'
import { poolChanges, poolHours, pools } from '../../database/poolSchema.ts'
import { periodStarts } from './periods.ts'
import type { PoolChange } from './poolChanges.ts'
import { createPoolStore, type PoolStore } from './poolStore.ts'

const hour = 3_600
/** The begin of an hour. */
const now = 500_000 * hour
const [kite, moss] = ['KITE', 'MOSS'] as Address[] as [Address, Address]

let database: Database
let store: PoolStore
beforeAll(async () => {
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-pool-store-')))
  store = createPoolStore(database, { seconds: 2 * hour, changes: 2 })
})
afterAll(() => database.close())
beforeEach(async () => {
  for (const table of [pools, poolChanges, poolHours]) await database.query.delete(table)
})

function change(signature: string, given: Partial<PoolChange> = {}): PoolChange {
  const common = { signature, pool: kite, position: 0, slot: 10, timestampSeconds: now, isFinal: false }
  return { ...common, kind: 'swap', volume: 100n, fees: 2n, price: '1.5', ...given }
}
const dayOf = async (pool: string) => (await store.readSums(periodStarts(now))).get(pool)?.day

describe('the store of pools', () => {
  it('keeps pools in their order, each once', async () => {
    const one = { pool: moss, protocol: 'raydium_cpmm', mints: [kite, moss], countedToSlot: 0 } as const
    await store.keep([one, { ...one, pool: kite }])
    await store.keep([{ ...one, protocol: 'raydium_clmm' }])
    expect(await store.readPools()).toEqual([one, { ...one, pool: kite }])
    await store.forget(moss)
    expect((await store.readPools()).map(({ pool }) => pool)).toEqual([kite])
  })

  it('counts each change once, however often it is reported, and several swaps of a transaction', async () => {
    const changes = [change('a'), change('a', { position: 1, volume: 50n, fees: 1n }), change('b', { pool: moss })]
    const fresh = await store.record([...changes, change('a')])
    expect(fresh.toSorted((x, y) => (x.pool < y.pool ? -1 : 1))).toEqual([
      { pool: kite, startSeconds: now, volume: 150n, fees: 3n, swaps: 2 },
      { pool: moss, startSeconds: now, volume: 100n, fees: 2n, swaps: 1 },
    ])
    expect(await store.record(changes)).toEqual([])
    expect(await store.record([change('c', { volume: 2n ** 64n - 1n })])).toMatchObject([{ swaps: 1 }])
    expect(await dayOf(kite)).toEqual({ volume: 149n + 2n ** 64n, fees: 5n, swaps: 3 })
    expect(await dayOf('ELM')).toBeUndefined()
  })

  it('reports liquidity as a change without volume', async () => {
    const deposit = change('a', { kind: 'deposit', volume: 0n, fees: 0n, price: undefined })
    expect(await store.record([deposit])).toEqual([{ pool: kite, startSeconds: now, volume: 0n, fees: 0n, swaps: 0 }])
    expect(await dayOf(kite)).toBeUndefined()
    expect(await store.takeBack(['a'])).toEqual([kite])
  })

  it('sums up whole hours from each period’s first hour on', async () => {
    const ages = [0, 23, 24, 167, 168, 719, 720]
    await store.record(ages.map(age => change(`at ${age}`, { timestampSeconds: now - age * hour + 1 })))
    const sums = (await store.readSums(periodStarts(now + 1_800), [kite])).get(kite)
    expect([sums?.day.swaps, sums?.week.swaps, sums?.month.swaps]).toEqual([2, 4, 6])
  })

  it('finds the lowest and the highest price of each period, and no price without a swap', async () => {
    await store.record([
      change('a', { price: '0.000000000000000123', timestampSeconds: now - 30 * hour }),
      change('b', { price: '100', timestampSeconds: now - 2 * hour }),
      change('c', { price: '20.50' }),
      change('d', { price: undefined }),
    ])
    const { day, week } = await store.readPrices(periodStarts(now), kite)
    expect(day).toEqual({ min: '20.5', max: '100' })
    expect(week).toEqual({ min: '0.000000000000000123', max: '100' })
    expect((await store.readPrices(periodStarts(now), moss)).month).toBeNull()
  })

  it('takes back the changes of transactions, with their prices, and the hours that only these had', async () => {
    await store.record([
      change('a', { price: '1' }),
      change('b', { price: '9', volume: 30n, fees: 1n }),
      change('c', { timestampSeconds: now - hour }),
      change('d', { pool: moss }),
    ])
    expect((await store.takeBack(['b', 'c', 'unknown'])).toSorted()).toEqual([kite])
    expect(await dayOf(kite)).toEqual({ volume: 100n, fees: 2n, swaps: 1 })
    expect((await store.readPrices(periodStarts(now), kite)).day).toEqual({ min: '1', max: '1' })
    expect(await database.query.select().from(poolHours)).toHaveLength(2)
    // The transaction may land again.
    expect(await store.record([change('b', { slot: 12, price: '9' })])).toMatchObject([{ swaps: 1 }])
    expect((await store.readPrices(periodStarts(now), kite)).day).toEqual({ min: '1', max: '9' })
  })

  it('lists open transactions by their slot, until they are final', async () => {
    await store.record([
      change('late', { slot: 12 }),
      change('a', { slot: 11 }),
      change('a', { slot: 11, kind: 'deposit' }),
      change('b', { slot: 11, isFinal: true }),
    ])
    expect(await store.readOpen(12, 9)).toEqual([
      { signature: 'a', slot: 11 },
      { signature: 'late', slot: 12 },
    ])
    expect(await store.readOpen(11, 9)).toHaveLength(1)
    await store.setFinal(['a'])
    expect(await store.readOpen(12, 9)).toEqual([{ signature: 'late', slot: 12 }])
  })

  it('deletes old final changes beyond a number, and reports the slot up to which all are counted', async () => {
    await store.keep([{ pool: kite, protocol: 'raydium_cpmm', mints: [kite, moss], countedToSlot: 0 }])
    const old = { timestampSeconds: now - 3 * hour, isFinal: true }
    await store.record([
      ...[1, 2, 3, 4].map(slot => change(`old ${slot}`, { slot, ...old })),
      change('open', { slot: 1, timestampSeconds: now - 3 * hour }),
      change('new', { slot: 9, isFinal: true }),
      change('ancient', { slot: 1, timestampSeconds: now - 32 * 86_400 }),
    ])
    expect(await store.prune(now)).toEqual(new Map([[kite, 3]]))
    const left = await database.query.select({ signature: poolChanges.signature }).from(poolChanges)
    expect(left.map(({ signature }) => signature).toSorted()).toEqual(['ancient', 'new', 'old 3', 'old 4', 'open'])
    expect((await store.readPools())[0]?.countedToSlot).toBe(3)
    // The sums stay, apart from hours that no period needs.
    expect(await dayOf(kite)).toMatchObject({ swaps: 6 })
    expect(await database.query.select().from(poolHours)).toHaveLength(2)
  })

  it('keeps the prices of an hour if some of its other swaps are no longer stored', async () => {
    const old = { timestampSeconds: now - 3 * hour, isFinal: true }
    await store.record([
      change('low', { slot: 1, price: '1', ...old }),
      change('x', { slot: 2, price: '5', ...old }),
      change('y', { slot: 3, price: '6', ...old }),
      change('open', { slot: 4, price: '9', timestampSeconds: now - 3 * hour }),
    ])
    await store.prune(now)
    await store.takeBack(['open'])
    expect(await dayOf(kite)).toEqual({ volume: 300n, fees: 6n, swaps: 3 })
    expect((await store.readPrices(periodStarts(now), kite)).day).toEqual({ min: '1', max: '9' })
  })
})
