import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type AccountSnapshot, type Address, isTernError } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { directionLength } from '@tern/venues/internal/router'
import { createPoolIndex, type PoolIndex, type RouteOptions } from '@tern/venues/router'
import { numberedAddress, randomFrom } from '../../packages/venues/test/poolGraphs.ts'
import { cpmmClock as clock, cpmmAddresses, makeCpmmPool } from '../../packages/venues/test/raydiumCpmmPools.ts'
import { listForSdk, openSdkSearch, type ReservePool, type SdkSearch } from './routesOfSdk.ts'
import { raydiumSdkName } from './sdk.ts'
import { median, percentile, type Target } from './target.ts'

/** A chain's shape: a few tokens that most others trade against. */
const [poolCount, tokenCount, hubCount] = [100_000, 60_000, 4]
const updates = 10_000
const updateRounds = 7

/** Opens a pool of given tokens and reserves from its accounts. */
function openPool(n: number, mints: readonly [Address, Address], reserves: readonly [bigint, bigint]): ReservePool {
  const { venue, accounts } = makeCpmmPool({
    reserves,
    state: { token_0_mint: mints[0], token_1_mint: mints[1] },
  })
  const address = numberedAddress('pool', n)
  const madeUp = (one: Address): AccountSnapshot => accounts.get(one) as AccountSnapshot
  accounts.set(address, madeUp(cpmmAddresses.pool))
  for (const [side, mint] of mints.entries()) {
    const vault = cpmmAddresses.vaults[side] as Address
    // The mint comes first in a token account.
    madeUp(vault).data.set(addressBytes(mint))
    accounts.set(mint, madeUp(cpmmAddresses.mints[side] as Address))
  }
  return { pool: venue.open(address, accounts), reserves, data: madeUp(address).data }
}

/** Makes pools whose prices agree apart from a percent. */
function makePools(random: () => number) {
  const values = Array.from({ length: tokenCount }, () => 10 ** (random() * 4 - 2))
  const worthOf = (token: number) => values[token] as number
  const ordinary = () => hubCount + Math.floor(random() * (tokenCount - hubCount))
  const hub = () => Math.floor(random() * hubCount)
  const pools = Array.from({ length: poolCount }, (_, n) => {
    const a = random() < 0.95 ? hub() : ordinary()
    let b = random() < 0.01 ? hub() : ordinary()
    if (a === b) b = hubCount + ((b + 1) % (tokenCount - hubCount))
    const price = (worthOf(a) / worthOf(b)) * (1 + (random() - 0.5) / 50)
    const depth = 10 ** (8 + random() ** 2 * 6) / worthOf(a)
    const reserves = [BigInt(Math.floor(depth)) + 1_000n, BigInt(Math.floor(depth * price)) + 1_000n] as const
    return openPool(n, [numberedAddress('token', a), numberedAddress('token', b)], reserves)
  })
  return { pools, worthOf, ordinary, hub }
}

/** The milliseconds of each query that has a route. */
function timesOf(index: PoolIndex, queries: readonly Query[], options: RouteOptions): readonly number[] {
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

/** A search for the best route of up to two pools, by both. */
const twoHops: RouteOptions = { maxHops: 2, split: false }
/** Tern's searches for each search of the SDK. Their median counts. */
const repeats = 21

type Query = readonly [number, number, bigint]

/**
 * Races the search for routes of up to two pools against the SDK's own, over the same pools and queries, in turns.
 * Both must find the same output.
 */
function raceTwoHops(
  name: string,
  index: PoolIndex,
  sdk: SdkSearch,
  queries: readonly Query[],
  target: number,
): Target {
  const ratios: number[] = []
  const [own, theirs]: [number[], number[]] = [[], []]
  for (const query of queries) {
    const [a, b, exactIn] = query
    const request = { tokenIn: numberedAddress('token', a), tokenOut: numberedAddress('token', b), exactIn }
    const found = sdk.run(request.tokenIn, request.tokenOut, exactIn)
    const ms = median(timesOf(index, Array<Query>(repeats).fill(query), twoHops))
    if (Number.isNaN(ms) && found.amountOut === 0n) continue
    const { amountOut } = index.bestRoutes(request, clock, twoHops)[0]
    if (amountOut !== found.amountOut)
      throw new RangeError(`the routes are not the same: ${amountOut} and ${found.amountOut}`)
    own.push(ms)
    theirs.push(found.ms)
    ratios.push(found.ms / ms)
  }
  const times = `${median(own).toFixed(3)} ms against ${median(theirs).toFixed(0)} ms`
  const detail = `${times} of ${raydiumSdkName}, ${ratios.length} pairs of tokens`
  return { name, unit: 'x', value: median(ratios), detail, target, is: 'atLeast' }
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Makes a value, and measures the bytes that it takes. */
async function weigh<T>(make: () => T): Promise<{ readonly made: T; readonly bytes: number }> {
  const used = async () => {
    collect()
    // Another thread frees the memory of typed arrays.
    await setTimeout(200)
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = await used()
  const made = make()
  return { made, bytes: (await used()) - before }
}

/** Measures the search for routes among 100,000 pools of a constant product. */
export async function* measureRoutes(): AsyncGenerator<Target> {
  const random = randomFrom(1)
  const { pools, worthOf, ordinary, hub } = makePools(random)
  const { made: index, bytes } = await weigh(() => {
    const empty = createPoolIndex()
    for (const { pool } of pools) empty.put(pool, clock)
    return empty
  })
  const { made: list, bytes: listed } = await weigh(() => listForSdk(pools))
  yield memoryTarget('route index beside its pools, memory', bytes, listed, 'list of pools')
  const picked = Array.from({ length: updates }, () => pools[Math.floor(random() * poolCount)] as ReservePool)
  const rounds = Array.from({ length: updateRounds }, () => {
    const began = performance.now()
    for (const { pool } of picked) index.put(pool, clock)
    return ((performance.now() - began) * 1_000) / updates
  })
  const [first = Number.NaN] = rounds
  const detail = `${updates} updates of ${poolCount} pools, median of ${updateRounds} rounds; ${first.toFixed(1)} µs in the first`
  yield { name: 'route index, update of a pool', unit: 'µs', value: median(rounds), detail, target: 20, is: 'atMost' }

  const queries = (count: number, from: () => number, to = from) =>
    Array.from({ length: count }, (): Query => {
      const a = from()
      let b = to()
      while (b === a) b = to()
      return [a, b, BigInt(Math.floor(10 ** (6 + random() * 4) / worthOf(a))) + 1_000n]
    })
  const [ordinaryPairs, hubPairs] = [queries(600, ordinary), queries(24, hub)]
  timesOf(index, [...ordinaryPairs.slice(0, 100), ...hubPairs.slice(0, 4)], {})
  const wide = timesOf(index, ordinaryPairs, {})
  const found = `${wide.length} routes of three hops, with a split`
  const [ordinaryName, hubName] = ['route, ordinary pair', 'route, hub to hub']
  const all = { unit: 'ms', is: 'atMost' } as const
  yield { ...all, name: `${ordinaryName}, median`, value: median(wide), detail: found, target: 1 }
  yield { ...all, name: `${ordinaryName}, p95`, value: percentile(wide, 95), detail: found, target: 20 }
  const between = timesOf(index, hubPairs, {})
  const hubs = `${between.length} routes of three hops, with a split`
  yield { ...all, name: `${hubName}, median`, value: median(between), detail: hubs, target: 50 }

  const sdk = await openSdkSearch(pools, list)
  timesOf(index, [...ordinaryPairs, ...hubPairs], twoHops)
  const race = (name: string, asked: readonly Query[], target: number) =>
    raceTwoHops(`two-hop route, ${name}`, index, sdk, asked, target)
  yield race('between ordinary tokens', queries(40, ordinary), 1_000)
  yield race('hub to ordinary token', queries(12, hub, ordinary), 1_000)
  yield race('hub to hub', queries(5, hub), 500)
}

function memoryTarget(name: string, own: number, theirs: number, what: string): Target {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  const samples = megabytes(poolCount * 2 * directionLength * Float32Array.BYTES_PER_ELEMENT)
  const limit = `limit: the samples that bound all quotes take ${samples}`
  const detail = `${megabytes(own)} against ${megabytes(theirs)} of the SDK's ${what}; ${limit}`
  return { name, unit: 'x', value: theirs / own, detail, target: 5, is: 'atLeast' }
}
