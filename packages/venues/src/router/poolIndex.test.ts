import { type Address, isTernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import {
  anyGraph,
  anyClock as clock,
  type Market,
  marketGraph,
  numberedAddress,
  randomFrom,
  relabelled,
} from '../../test/poolGraphs.ts'
import { cpmmClock, makeCpmmPool } from '../../test/raydiumCpmmPools.ts'
import type { Pool } from '../venue.ts'
import { createPoolIndex, type Route } from './index.ts'
import { quoteWhole } from './quoteWhole.ts'

const [tokenCount, poolCount] = [24, 200]

function indexOf({ pools }: Market) {
  const index = createPoolIndex()
  for (const pool of pools) index.put(pool, clock)
  return index
}

/** A pool, and the token that is paid to it. */
interface Step {
  readonly pool: Pool
  readonly tokenIn: Address
}

/** Lists every path of up to three hops that passes no token twice. */
function everyPath(pools: readonly Pool[], from: Address, to: Address): readonly (readonly Step[])[] {
  const at = new Map<Address, Pool[]>()
  for (const pool of pools) for (const { mint } of pool.tokens) at.set(mint, [...(at.get(mint) ?? []), pool])
  const found: (readonly Step[])[] = []
  const extend = (token: Address, path: readonly Step[], passed: readonly Address[]): void => {
    for (const pool of at.get(token) ?? []) {
      const next = (pool.tokens[0].mint === token ? pool.tokens[1] : pool.tokens[0]).mint
      if (passed.includes(next)) continue
      const longer = [...path, { pool, tokenIn: token }]
      if (next === to) found.push(longer)
      else if (longer.length < 3) extend(next, longer, [...passed, next])
    }
  }
  extend(from, [], [from])
  return found
}

function outputOf(path: readonly Step[], exactIn: bigint): bigint | undefined {
  let given: bigint | undefined = exactIn
  for (const { pool, tokenIn } of path)
    if (given !== undefined) given = quoteWhole(pool, { tokenIn, exactIn: given }, clock)?.amountOut
  return given
}

function inputOf(path: readonly Step[], exactOut: bigint): bigint | undefined {
  let wanted: bigint | undefined = exactOut
  for (const { pool, tokenIn } of path.toReversed())
    if (wanted !== undefined) wanted = quoteWhole(pool, { tokenIn, exactOut: wanted }, clock)?.amountIn
  return wanted
}

const highest = (amounts: readonly (bigint | undefined)[]) =>
  amounts.reduce((best, one) => (one !== undefined && (best === undefined || one > best) ? one : best), undefined)
const lowest = (amounts: readonly (bigint | undefined)[]) =>
  amounts.reduce((best, one) => (one !== undefined && (best === undefined || one < best) ? one : best), undefined)

function routesOf(ask: () => readonly Route[]): readonly Route[] {
  try {
    return ask()
  } catch (error) {
    if (isTernError(error, 'route/noRoute') || isTernError(error, 'route/cannotFill')) return []
    throw error
  }
}

/** Queries of every magnitude. */
function queries({ tokens }: Market, seed: number, count: number, bits: readonly [number, number]) {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const tokenIn = tokens[Math.floor(random() * tokens.length)] as Address
    let tokenOut = tokenIn
    while (tokenOut === tokenIn) tokenOut = tokens[Math.floor(random() * tokens.length)] as Address
    const amount = BigInt(Math.floor(2 ** (bits[0] + random() * (bits[1] - bits[0]))))
    return { tokenIn, tokenOut, amount }
  })
}

const graphs = process.env.PROOF === '1' ? 40 : 3

describe.each([
  ['of every venue, at any price', anyGraph, [3, 60]],
  ['of a market', marketGraph, [16, 42]],
] as const)('the best single path among 200 pools %s', (_, makeGraph, bits) => {
  it('equals brute force to the unit, for an exact input', () => {
    for (let seed = 1; seed <= graphs; seed++) {
      const market = makeGraph(seed, tokenCount, poolCount)
      const index = indexOf(market)
      for (const { tokenIn, tokenOut, amount } of queries(market, seed, 8, bits)) {
        const best = highest(everyPath(market.pools, tokenIn, tokenOut).map(path => outputOf(path, amount)))
        const found = routesOf(() => index.bestRoutes({ tokenIn, tokenOut, exactIn: amount }, clock, { split: false }))
        expect({ seed, tokenIn, tokenOut, amount, out: found[0]?.amountOut }).toEqual({
          seed,
          tokenIn,
          tokenOut,
          amount,
          out: best,
        })
      }
    }
  })

  it('equals brute force to the unit, for an exact output', () => {
    for (let seed = 1; seed <= graphs; seed++) {
      const market = makeGraph(seed, tokenCount, poolCount)
      const index = indexOf(market)
      for (const { tokenIn, tokenOut, amount } of queries(market, seed + 100, 8, bits)) {
        const best = lowest(everyPath(market.pools, tokenIn, tokenOut).map(path => inputOf(path, amount)))
        const found = routesOf(() => index.bestRoutes({ tokenIn, tokenOut, exactOut: amount }, clock))
        expect({ seed, tokenIn, tokenOut, amount, in: found[0]?.amountIn }).toEqual({
          seed,
          tokenIn,
          tokenOut,
          amount,
          in: best,
        })
      }
    }
  })
})

describe('the best single path among pools that change and leave', () => {
  it('equals brute force to the unit', () => {
    for (let seed = 1; seed <= graphs; seed++) {
      const market = marketGraph(seed, tokenCount, poolCount)
      const random = randomFrom(seed + 300)
      const index = createPoolIndex()
      // Each pool first has another price and another depth.
      for (const { address, tokens } of market.pools) {
        const reserves = [
          10n ** BigInt(6 + Math.floor(random() * 9)),
          10n ** BigInt(6 + Math.floor(random() * 9)),
        ] as const
        index.put(relabelled(makeCpmmPool({ reserves }), address, [tokens[0].mint, tokens[1].mint]), cpmmClock)
      }
      const staying = market.pools.filter(() => random() < 0.7)
      for (const pool of market.pools) index.put(pool, clock)
      for (const pool of market.pools) if (!staying.includes(pool)) index.remove(pool.address)
      for (const { tokenIn, tokenOut, amount } of queries(market, seed + 300, 8, [16, 42])) {
        const best = highest(everyPath(staying, tokenIn, tokenOut).map(path => outputOf(path, amount)))
        for (const split of [false, true]) {
          const found = routesOf(() => index.bestRoutes({ tokenIn, tokenOut, exactIn: amount }, clock, { split }))
          expect({ seed, split, out: found.at(-1)?.amountOut }).toEqual({ seed, split, out: best })
        }
      }
    }
  })
})

describe('a split over two paths', () => {
  it('is never worse than the best path, and close to the best pair of the best 100 paths', () => {
    const shortfalls: number[] = []
    for (let seed = 1; seed <= graphs; seed++) {
      const market = marketGraph(seed, tokenCount, poolCount)
      const index = indexOf(market)
      for (const { tokenIn, tokenOut, amount } of queries(market, seed + 200, 5, [24, 42])) {
        const [route, single = route] = routesOf(() => index.bestRoutes({ tokenIn, tokenOut, exactIn: amount }, clock))
        if (route === undefined || single === undefined) continue
        expect(route.amountOut).toBeGreaterThanOrEqual(single.amountOut)
        const pools = route.paths.flatMap(path => path.hops.map(({ pool }) => pool.address))
        expect(new Set(pools).size).toBe(pools.length)
        expect(route.paths.reduce((sum, path) => sum + path.amountIn, 0n)).toBe(amount)
        const pair = bestPair(everyPath(market.pools, tokenIn, tokenOut), amount)
        const best = pair > single.amountOut ? pair : single.amountOut
        shortfalls.push(Number(((best - route.amountOut) * 1_000_000n) / best) / 1_000_000)
      }
    }
    const far = shortfalls.filter(one => one > 0.0005)
    expect(shortfalls.length).toBeGreaterThan(graphs * 3)
    expect(far.length / shortfalls.length).toBeLessThanOrEqual(0.05)
  }, 600_000)
})

/** The best pair among the best 100 paths, without a common pool, at shares in steps of 1%. */
function bestPair(paths: readonly (readonly Step[])[], amount: bigint): bigint {
  const ranked = paths
    .map(path => ({ path, output: outputOf(path, amount) ?? 0n }))
    .sort((a, b) => (a.output > b.output ? -1 : a.output < b.output ? 1 : 0))
    .slice(0, 100)
  const shares = ranked.map(({ path }) =>
    Array.from({ length: 101 }, (_, percent) =>
      percent === 0 ? undefined : outputOf(path, (amount * BigInt(percent)) / 100n),
    ),
  )
  let best = 0n
  for (let i = 0; i < ranked.length; i++)
    for (let j = i + 1; j < ranked.length; j++) {
      const [one, other] = [ranked[i]?.path ?? [], ranked[j]?.path ?? []]
      if (one.some(({ pool }) => other.some(step => step.pool === pool))) continue
      for (let percent = 1; percent < 100; percent++) {
        const [a, b] = [shares[i]?.[percent], shares[j]?.[100 - percent]]
        if (a !== undefined && b !== undefined && a + b > best) best = a + b
      }
    }
  return best
}

describe('a pool index', () => {
  const [a, b, c] = [0, 1, 2].map(n => numberedAddress('token', n)) as [Address, Address, Address]
  const poolOf = (n: number, tokens: readonly [Address, Address], reserves: readonly [bigint, bigint], status = 0) =>
    relabelled(makeCpmmPool({ reserves, state: { status } }), numberedAddress('pool', n), tokens)
  const refusal = (code: string) => expect.objectContaining({ name: 'TernError', code })
  const thrownBy = (act: () => unknown) => {
    try {
      return act()
    } catch (error) {
      return error
    }
  }
  const request = { tokenIn: a, tokenOut: c, exactIn: 1_000_000n }

  it('states the amounts, price impact and compute units of a route, and the quote of each hop', () => {
    const index = createPoolIndex()
    index.put(poolOf(0, [a, b], [1_000_000_000n, 500_000_000n]), cpmmClock)
    index.put(poolOf(1, [c, b], [2_000_000_000n, 400_000_000n]), cpmmClock)
    const [route] = index.bestRoutes(request, cpmmClock)
    const [path] = route.paths
    // 497,006 · 2,000,000,000 / 400,497,006, after a fee of 1,246.
    expect(route).toMatchObject({ mode: 'exactIn', amountIn: 1_000_000n, amountOut: 2_481_946n, computeUnits: 100_000 })
    expect([route.tokenIn.mint, route.tokenOut.mint]).toEqual([a, c])
    // The pools' impacts, 997,500 / 1,000,997,500 and 497,006 / 400,497,006, one after the other.
    expect(Number(route.priceImpact.numerator) / Number(route.priceImpact.denominator)).toBeCloseTo(0.0022362424, 9)
    expect(path).toMatchObject({ sharePercent: 100, amountIn: 1_000_000n, amountOut: 2_481_946n })
    expect(path?.hops.map(({ pool, quote }) => [pool.address, quote.amountIn, quote.amountOut])).toEqual([
      [numberedAddress('pool', 0), 1_000_000n, 498_252n],
      [numberedAddress('pool', 1), 498_252n, 2_481_946n],
    ])
  })

  it('finds routes through the newest state of each pool, and through no pool that was removed', () => {
    const index = createPoolIndex()
    index.put(poolOf(0, [a, c], [1_000_000_000n, 500_000_000n]), cpmmClock)
    index.put(poolOf(1, [a, c], [1_000_000_000n, 400_000_000n]), cpmmClock)
    const used = () => index.bestRoutes(request, cpmmClock, { split: false })[0].paths[0]?.hops[0]?.pool.address
    expect([index.size, used()]).toEqual([2, numberedAddress('pool', 0)])
    index.put(poolOf(1, [a, c], [1_000_000_000n, 600_000_000n]), cpmmClock)
    expect([index.size, used()]).toEqual([2, numberedAddress('pool', 1)])
    index.put(poolOf(1, [a, c], [1_000_000_000n, 60_000_000_000_000n]), cpmmClock)
    expect(used()).toBe(numberedAddress('pool', 1))
    index.remove(numberedAddress('pool', 1))
    expect([index.size, used(), index.pool(numberedAddress('pool', 1))]).toEqual([
      1,
      numberedAddress('pool', 0),
      undefined,
    ])
    index.put(poolOf(2, [c, b], [1_000_000_000n, 600_000_000n]), cpmmClock)
    index.remove(numberedAddress('pool', 0))
    expect(thrownBy(used)).toEqual(refusal('route/noRoute'))
  })

  it('says why there is no route', () => {
    const index = createPoolIndex()
    index.put(poolOf(0, [a, b], [1_000_000_000n, 500_000_000n]), cpmmClock)
    index.put(poolOf(1, [b, c], [1_000_000_000n, 500_000_000n]), cpmmClock)
    const ask = (asked: Parameters<typeof index.bestRoutes>[0], maxHops: 1 | 2 = 2) =>
      thrownBy(() => index.bestRoutes(asked, cpmmClock, { maxHops }))
    expect(ask(request, 1)).toEqual(refusal('route/noRoute'))
    expect(ask({ ...request, tokenOut: numberedAddress('token', 9) })).toEqual(refusal('route/noRoute'))
    expect(ask({ tokenIn: a, tokenOut: c, exactOut: 500_000_001n })).toEqual(refusal('route/cannotFill'))
    expect(ask({ tokenIn: a, tokenOut: a, exactIn: 1n })).toEqual(refusal('route/sameToken'))
    expect(ask({ tokenIn: a, tokenOut: c, exactIn: 0n })).toEqual(refusal('quote/zeroAmount'))
    expect(ask({ tokenIn: a, tokenOut: c, exactIn: 2n ** 64n })).toEqual(refusal('amount/outOfRange'))
  })

  it('leaves out a paused pool until it trades', () => {
    const index = createPoolIndex()
    index.put(poolOf(0, [a, c], [1_000_000_000n, 500_000_000n], 4), cpmmClock)
    expect(thrownBy(() => index.bestRoutes(request, cpmmClock))).toEqual(refusal('route/cannotFill'))
    index.put(poolOf(0, [a, c], [1_000_000_000n, 500_000_000n]), cpmmClock)
    expect(index.bestRoutes(request, cpmmClock)[0].amountOut).toBe(498_252n)
  })
})
