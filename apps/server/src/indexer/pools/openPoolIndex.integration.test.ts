import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Chain } from '@tern/chain'
import { type Address, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { Pool } from '@tern/venues'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { relabelled } from '../../../../../packages/venues/test/poolGraphs.ts'
import { cpmmClock, makeCpmmPool } from '../../../../../packages/venues/test/raydiumCpmmPools.ts'
import { type Database, openDatabase } from '../../database/database.ts'
import { createQueue } from '../../database/queue.ts'
import type { Launched, Listing } from '../listing.ts'
import { openPoolIndex, type PoolIndex } from './openPoolIndex.ts'
import type { FoundChange } from './poolChanges.ts'

const hour = 3_600
const [address, kite] = ['POOL', 'KITE'] as Address[] as [Address, Address]
const lamports = 10n ** 9n

let database: Database
beforeAll(async () => {
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-pool-index-')))
})
afterAll(() => database.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** A node with the pool: 40 SOL, and a fee of 0.25%, of which providers earn 84%. */
function nodeOf(pool: () => Pool): Chain {
  const known = { readMany: async () => [{ value: pool() }], readClock: async () => cpmmClock }
  return known as unknown as Chain
}

const describeAll = async (launched: readonly Launched[]) =>
  launched.map(
    ({ mint }) => ({ mint, symbol: 'KITE', name: 'Kite', decimals: 6, program: tokenProgram, scaling: {} }) as Listing,
  )

const opened: PoolIndex[] = []
afterEach(async () => {
  for (const index of opened.splice(0)) await index.stop()
})

async function open(now: () => number, pool: () => Pool): Promise<PoolIndex> {
  const index = await openPoolIndex({
    ...{ chain: nodeOf(pool), database, kind: 'practice', readMs: 60_000, queue: createQueue(), now },
    solPrice: () => undefined,
    listingOf: () => undefined,
    describe: describeAll,
  })
  opened.push(index)
  return index
}

const made = (slot: bigint, reserve: bigint): Pool => ({
  ...relabelled(makeCpmmPool({ reserves: [reserve, 10n ** 12n] }), address, [wrappedNativeMint, kite]),
  slot,
})

const swap = (signature: string, slot: number, timestampSeconds: number): FoundChange => ({
  ...{ signature, pool: address, kind: 'swap', position: 0, slot, timestampSeconds, isFinal: true },
  protocol: 'raydium_cpmm',
  swap: { mintIn: wrappedNativeMint, mintOut: kite, amountIn: lamports, amountOut: 1_000n },
})

describe('an index of pools', () => {
  it('leaves hours behind as time passes, reports the changed rows, and continues after a restart', async () => {
    const begin = 500_000 * hour
    let now = begin
    const pool = () => made(1n, 40n * lamports)
    const index = await open(() => now, pool)
    const reported: unknown[] = []
    index.changed.listen(rows => reported.push(...rows))
    await index.take([swap('a', 1, begin), swap('b', 2, begin - hour), swap('a', 1, begin)])
    const row = (of: PoolIndex) => of.book.list().pools[0]
    const figures = (of: PoolIndex) =>
      [row(of)?.day, row(of)?.week, row(of)?.month].map(one => one?.volumeLamports ?? null)
    expect(figures(index)).toEqual(['2000000000', '2000000000', '2000000000'])
    expect(row(index)).toMatchObject({
      day: { feeLamports: '4200000', aprBps: 191 },
      tvlLamports: String(80n * lamports),
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reported).toEqual([row(index)])

    now = begin + 23 * hour
    await vi.advanceTimersByTimeAsync(10_000)
    await expect.poll(() => figures(index)).toEqual(['1000000000', '2000000000', '2000000000'])
    now = begin + 24 * hour
    await vi.advanceTimersByTimeAsync(11_000)
    await expect.poll(() => figures(index)).toEqual([null, '2000000000', '2000000000'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(reported.at(-1)).toEqual(row(index))
    now = begin + 7 * 24 * hour
    const again = await open(() => now, pool)
    expect(figures(again)).toEqual([null, null, '2000000000'])
    expect(again.book.list().tokens.map(({ symbol }) => symbol)).toEqual(['SOL', 'KITE'])
    // A transaction that is reported again after the restart.
    await again.take([swap('a', 1, begin), swap('c', 3, now)])
    expect(figures(again)).toEqual(['1000000000', '1000000000', '3000000000'])
    expect(await again.takeBack(['c', 'b'])).toBeUndefined()
    expect(figures(again)).toEqual([null, null, '1000000000'])
  })

  it('does not go back to an older state of a pool, which a node that is behind may show', async () => {
    let current = made(5n, 40n * lamports)
    const index = await open(
      () => 0,
      () => current,
    )
    await index.meet(current)
    const tvl = () => index.book.list().pools[0]?.tvlLamports
    expect(tvl()).toBe(String(80n * lamports))
    current = made(7n, 50n * lamports)
    await index.meet(current)
    await index.meet(made(6n, 30n * lamports))
    expect(tvl()).toBe(String(100n * lamports))
  })

  it('names the pools of a token, the most liquid first', async () => {
    const index = await open(
      () => 0,
      () => made(1n, lamports),
    )
    const meet = (name: string, mint: string, reserve: bigint) => {
      const pool = makeCpmmPool({ reserves: [reserve, 10n ** 12n] })
      return index.meet(relabelled(pool, name as Address, [wrappedNativeMint, mint as Address]))
    }
    await meet('SMALL', kite, 20n * lamports)
    await meet('LARGE', kite, 60n * lamports)
    await meet('OTHER', 'GLOW', 90n * lamports)
    // The tests above left a pool, which this index has not read yet.
    expect(index.book.ofToken(kite).map(({ pool }) => pool)).toEqual(['LARGE', 'SMALL', address])
  })
})
