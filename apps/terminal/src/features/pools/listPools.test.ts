import type { Address } from '@tern/core'
import { describe, expect, it } from 'vitest'
import type { ListedPool } from '../../data/liquidity/listedPool.ts'
import { findPools, orderAfter, orderOf, type PoolWindow, sortPools } from './listPools.ts'
import { parsePoolsSearch } from './search.ts'

const pool = (address: string, change: Partial<ListedPool> = {}): ListedPool => ({
  ...{ address: address as Address, protocol: 'raydium_cpmm', type: 'standard', feePpm: 2_500, state: 'open' },
  ...{ opensAtSeconds: null, tokens: [] as never, pair: '', words: '', tvlLamports: null },
  ...{ day: null, week: null, month: null, ...change },
})
const period = (volumeLamports: bigint, aprBps: number | null = null) => ({ volumeLamports, feeLamports: 1n, aprBps })
const sorted = (pools: readonly ListedPool[], order: ReturnType<typeof orderOf>, window: PoolWindow) =>
  sortPools(pools, order, { window }).flatMap(place => pools[place] ?? [])
const names = (pools: readonly ListedPool[]) => pools.map(({ address }) => address).join(' ')

describe('the order of pools', () => {
  const pools = [pool('a', { tvlLamports: 5n }), pool('b'), pool('c', { tvlLamports: 10n ** 30n }), pool('d')]

  it('has unknown figures last in both directions', () => {
    expect(names(sorted(pools, orderOf(), 'day'))).toBe('c a b d')
    expect(names(sorted(pools, orderOf('liquidity'), 'day'))).toBe('a c b d')
  })

  it('follows the period', () => {
    const two = [
      pool('a', { day: period(9n), week: period(1n, 3) }),
      pool('b', { day: period(2n), week: period(8n, 2) }),
    ]
    expect(names(sorted(two, orderOf('-volume'), 'day'))).toBe('a b')
    expect(names(sorted(two, orderOf('-volume'), 'week'))).toBe('b a')
    expect(names(sorted(two, orderOf('-apr'), 'week'))).toBe('a b')
  })

  it('is the same from any order before', () => {
    const many = Array.from({ length: 200 }, (_, i) => pool(`p${i}`, { tvlLamports: BigInt((i * 7919) % 50) }))
    const fresh = sortPools(many, orderOf(), { window: 'day' })
    expect(sortPools(many, orderOf(), { window: 'day', before: fresh })).toEqual(fresh)
    expect(sortPools(many, orderOf(), { window: 'day', before: fresh.toReversed() })).toEqual(fresh)
    expect(sortPools(many, orderOf(), { window: 'day', before: [0, 1] })).toEqual(fresh)
  })

  it('turns around at a second press', () => {
    expect(orderAfter(orderOf(), 'apr')).toBe('-apr')
    expect(orderAfter(orderOf('-apr'), 'apr')).toBe('apr')
    expect(orderAfter(orderOf('apr'), 'apr')).toBe('-apr')
  })

  it('sorts 10,000 pools within 25 ms', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => pool(`p${i}`, { tvlLamports: BigInt((i * 7919) % 10_007) }))
    const timed = Array.from({ length: 10 }, () => {
      const began = performance.now()
      sortPools(many, orderOf('liquidity'), { window: 'day' })
      return performance.now() - began
    })
    // The shortest, because other work of the machine only adds time.
    expect(Math.min(...timed)).toBeLessThan(25)
  })
})

describe('the search of pools', () => {
  const address = '6iUTJXhaJaYpJ5mEzhFJx9oXBH2p8nMpDbkwaLKLHSg3'
  const pools = [
    pool('a', { words: 'kite/sol\nkite', type: 'standard' }),
    pool('b', { words: 'usdc/usdt', type: 'stable' }),
    pool('c', { words: `helm/sol\n${address.toLowerCase()}`, type: 'concentrated' }),
  ]

  it.each([
    ['', undefined, 'a b c'],
    ['sol kite', undefined, 'a'],
    ['KITE/SOL', undefined, 'a'],
    [address, undefined, 'c'],
    [`https://tern.example/pools/${address}`, undefined, 'c'],
    ['sol', 'concentrated', 'c'],
    ['', 'stable', 'b'],
    ['nothing', undefined, ''],
  ] as const)('for "%s" of type %s finds %s', (find, type, found) => {
    expect(names(findPools(pools, find, type))).toBe(found)
  })
})

it('the page’s address drops unknown values and defaults', () => {
  expect(parsePoolsSearch({ find: ' ', type: 'round', window: 'day', sort: '-liquidity' })).toEqual({})
  const known = { find: 'kite', type: 'stable', window: 'week', sort: 'apr' }
  expect(parsePoolsSearch({ ...known, more: 1 })).toEqual(known)
})
