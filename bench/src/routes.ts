import { isTernError } from '@tern/core'
import type { Pool } from '@tern/venues'
import { createPoolIndex, type PoolIndex, type RouteOptions } from '@tern/venues/router'
import { numberedAddress, randomFrom, relabelled } from '../../packages/venues/test/poolGraphs.ts'
import { cpmmClock as clock, makeCpmmPool } from '../../packages/venues/test/raydiumCpmmPools.ts'
import { median, percentile, type Target } from './target.ts'

/** A chain's shape: a few tokens that most others trade against. */
const [poolCount, tokenCount, hubCount] = [100_000, 60_000, 4]
const updates = 10_000

/** Makes pools whose prices agree apart from a percent. */
function makePools(random: () => number) {
  const values = Array.from({ length: tokenCount }, () => 10 ** (random() * 4 - 2))
  const worthOf = (token: number) => values[token] as number
  const ordinary = () => hubCount + Math.floor(random() * (tokenCount - hubCount))
  const hub = () => Math.floor(random() * hubCount)
  const pools = Array.from({ length: poolCount }, (_, n): Pool => {
    const a = random() < 0.95 ? hub() : ordinary()
    let b = random() < 0.01 ? hub() : ordinary()
    if (a === b) b = hubCount + ((b + 1) % (tokenCount - hubCount))
    const price = (worthOf(a) / worthOf(b)) * (1 + (random() - 0.5) / 50)
    const depth = 10 ** (8 + random() ** 2 * 6) / worthOf(a)
    const reserves = [BigInt(Math.floor(depth)) + 1_000n, BigInt(Math.floor(depth * price)) + 1_000n] as const
    const pair = [numberedAddress('token', a), numberedAddress('token', b)] as const
    return relabelled(makeCpmmPool({ reserves }), numberedAddress('pool', n), pair)
  })
  return { pools, worthOf, ordinary, hub }
}

/** The milliseconds of each query that has a route. */
function timesOf(
  index: PoolIndex,
  queries: readonly (readonly [number, number, bigint])[],
  options: RouteOptions,
): readonly number[] {
  return queries.flatMap(([a, b, exactIn]) => {
    const request = { tokenIn: numberedAddress('token', a), tokenOut: numberedAddress('token', b), exactIn }
    const began = performance.now()
    try {
      index.bestRoutes(request, clock, options)
    } catch (error) {
      if (isTernError(error, 'route/noRoute') || isTernError(error, 'route/cannotFill')) return []
      throw error
    }
    return [performance.now() - began]
  })
}

/** Measures the search for routes among 100,000 pools of a constant product. */
export async function* measureRoutes(): AsyncGenerator<Target> {
  const random = randomFrom(1)
  const { pools, worthOf, ordinary, hub } = makePools(random)
  const index = createPoolIndex()
  for (const pool of pools) index.put(pool, clock)
  const picked = Array.from({ length: updates }, () => pools[Math.floor(random() * poolCount)] as Pool)
  const began = performance.now()
  for (const pool of picked) index.put(pool, clock)
  const update = ((performance.now() - began) * 1_000) / updates
  const detail = `${updates} updates of ${poolCount} pools`
  yield { name: 'route index, update of a pool', unit: 'µs', value: update, detail, target: 20, is: 'atMost' }

  const queries = (count: number, pick: () => number) =>
    Array.from({ length: count }, () => {
      const a = pick()
      let b = pick()
      while (b === a) b = pick()
      return [a, b, BigInt(Math.floor(10 ** (6 + random() * 4) / worthOf(a))) + 1_000n] as const
    })
  const [ordinaryPairs, hubPairs] = [queries(600, ordinary), queries(24, hub)]
  timesOf(index, [...ordinaryPairs.slice(0, 100), ...hubPairs.slice(0, 4)], {})
  const wide = timesOf(index, ordinaryPairs, {})
  const found = `${wide.length} routes of three hops, with a split`
  yield {
    name: 'route, ordinary pair, median',
    unit: 'ms',
    value: median(wide),
    detail: found,
    target: 1,
    is: 'atMost',
  }
  const slow = percentile(wide, 95)
  yield { name: 'route, ordinary pair, p95', unit: 'ms', value: slow, detail: found, target: 20, is: 'atMost' }
  const between = timesOf(index, hubPairs, {})
  const hubs = `${between.length} routes of three hops, with a split`
  yield {
    name: 'route, hub to hub, median',
    unit: 'ms',
    value: median(between),
    detail: hubs,
    target: 50,
    is: 'atMost',
  }
}
