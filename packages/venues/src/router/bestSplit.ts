import { type Legs, type PoolPath, type PoolsNow, quotePath, RuledOut, visitLegs } from './bestPath.ts'
import type { Graph } from './graph.ts'
import { none } from './integers.ts'
import { pathOf, type RoutePath } from './route.ts'

/** Shares of the input at which paths are listed. A path that is bad for the whole input may be good for a part. */
const listedShares = [1, 1 / 2, 1 / 8] as const
/** Legs, and paths, that are kept at each of these shares. */
const maxLegs = 24
const maxPaths = 24
/** Pools of each pair that are combined. */
const maxPools = 6
/** Estimated shares of a path are multiples of 1 / this. */
const shareSteps = 32
/** Pairs of paths that are settled with exact quotes. */
const maxSettled = 6

interface Listed<T> {
  readonly one: T
  readonly estimate: number
}

/** Keeps the `max` highest estimates. */
class Highest<T> {
  readonly #max: number
  #kept: Listed<T>[] = []
  #min = 0

  constructor(max: number) {
    this.#max = max
  }

  takes(estimate: number): boolean {
    return estimate > this.#min
  }

  offer(one: T, estimate: number): void {
    if (!this.takes(estimate)) return
    this.#kept.push({ one, estimate })
    if (this.#kept.length >= 2 * this.#max) this.#cut()
  }

  #cut(): void {
    this.#kept.sort((a, b) => b.estimate - a.estimate)
    this.#kept = this.#kept.slice(0, this.#max)
    if (this.#kept.length === this.#max) this.#min = this.#kept.at(-1)?.estimate ?? 0
  }

  list(): readonly Listed<T>[] {
    this.#cut()
    return this.#kept
  }
}

/** Estimates the output of a path. */
function estimatePath(graph: Graph, path: PoolPath, input: number): number {
  let reached = input
  for (const { pool, from } of path) reached = graph.estimatePool(pool, from, reached)
  return reached
}

/** Lists the best paths of legs. A path takes one of the best pools of each pair. */
function bestPaths(graph: Graph, legs: readonly Legs[], input: number): readonly PoolPath[] {
  const paths = new Highest<PoolPath>(maxPaths)
  const extend = ({ from, pairs }: Legs, path: PoolPath, amount: number): void => {
    const pair = pairs[path.length] ?? none
    if (pair === none) {
      paths.offer(path, amount)
      return
    }
    const best = new Highest<number>(maxPools)
    for (let pool = graph.firstPool(pair); pool !== none; pool = graph.nextPool(pool))
      best.offer(pool, graph.estimatePool(pool, from, amount))
    const rest = { from: graph.otherToken(pair, from), pairs }
    for (const { one, estimate } of best.list()) extend(rest, [...path, { pool: one, from }], estimate)
  }
  for (const one of legs) extend(one, [], input)
  return paths.list().map(({ one }) => one)
}

/** A search for the legs to split an input over. */
interface LegsQuery {
  /** The token that is paid, and the token that is bought. */
  readonly tokens: readonly [number, number]
  readonly input: number
  readonly maxHops: number
}

/** Lists the legs that bring the most, by estimates, for the whole input and for parts of it. */
export function listLegs(graph: Graph, { tokens, input, maxHops }: LegsQuery): readonly (readonly Legs[])[] {
  const [from] = tokens
  const lists = listedShares.map(share => ({
    given: input * share,
    afterFirst: 0,
    highest: new Highest<Legs>(maxLegs),
    ruledOut: new RuledOut(graph),
  }))
  let entered: number = none
  const range = { tokens, minHops: 1, maxHops }
  visitLegs(graph, range, (first, second, third) => {
    const middle = graph.otherToken(first, from)
    const last = third === none ? second : third
    const lastFrom = third === none ? middle : graph.otherToken(second, middle)
    let price = graph.bestPrice(first, from)
    if (third !== none) price *= graph.bestPrice(second, middle)
    if (last !== none) price *= graph.bestPrice(last, lastFrom)
    if (!lists.some(({ given, highest }) => highest.takes(given * price))) return
    if (entered !== first) for (const one of lists) one.afterFirst = graph.estimatePair(first, from, one.given)
    entered = first
    for (const { given, afterFirst, highest, ruledOut } of lists) {
      if (!highest.takes(given * price)) continue
      let amount = third === none ? afterFirst : graph.estimatePair(second, middle, afterFirst)
      if (last !== none) {
        if (ruledOut.has(last, amount)) continue
        const beforeLast = amount
        amount = graph.estimatePair(last, lastFrom, beforeLast)
        if (!highest.takes(amount) && !highest.takes(graph.estimatePartOfPair(last, lastFrom, beforeLast)))
          ruledOut.add(last, beforeLast)
      }
      if (highest.takes(amount)) highest.offer({ from, pairs: [first, second, third] }, amount)
    }
  })
  return lists.map(({ highest }) => highest.list().map(({ one }) => one))
}

/** Lists paths that may be part of the best split. */
function listPaths(graph: Graph, legs: readonly (readonly Legs[])[], input: number): readonly PoolPath[] {
  const paths = new Map<string, PoolPath>()
  for (const [n, share] of listedShares.entries()) {
    for (const path of bestPaths(graph, legs[n] ?? [], input * share))
      paths.set(path.map(({ pool }) => pool).join(), path)
  }
  return [...paths.values()]
}

const shareAPool = (one: PoolPath, other: PoolPath): boolean =>
  one.some(({ pool }) => other.some(hop => hop.pool === pool))

/** Two paths, and the estimated share of the first in 1 / `shareSteps`. */
interface Pairing {
  readonly first: PoolPath
  readonly second: PoolPath
  readonly share: number
}

function bestPairings(graph: Graph, paths: readonly PoolPath[], input: number): readonly Pairing[] {
  const outputs = paths.map(path =>
    Float64Array.from({ length: shareSteps + 1 }, (_, step) =>
      step === 0 ? 0 : estimatePath(graph, path, (input * step) / shareSteps),
    ),
  )
  const best = new Highest<Pairing>(maxSettled)
  for (const [i, first] of paths.entries())
    for (let j = i + 1; j < paths.length; j++) {
      const second = paths[j] as PoolPath
      if (shareAPool(first, second)) continue
      const [own, other] = [outputs[i] as Float64Array, outputs[j] as Float64Array]
      let [share, sum] = [0, 0]
      for (let step = 1; step < shareSteps; step++) {
        const together = (own[step] as number) + (other[shareSteps - step] as number)
        if (together > sum) [share, sum] = [step, together]
      }
      best.offer({ first, second, share }, sum)
    }
  return best.list().map(({ one }) => one)
}

/** Finds the share of a pairing that brings the most, in percent, with exact quotes. */
function settlePairing(
  pools: PoolsNow,
  { first, second, share }: Pairing,
  amountIn: bigint,
): readonly RoutePath[] | undefined {
  const known = new Map<number, readonly RoutePath[] | undefined>()
  const at = (percent: number) => {
    if (known.has(percent)) return known.get(percent)
    const part = (amountIn * BigInt(percent)) / 100n
    const paths =
      percent < 1 || percent > 99
        ? undefined
        : ([
            [first, part, percent],
            [second, amountIn - part, 100 - percent],
          ] as const)
    const quoted = paths?.map(([path, amount, percent]) => {
      const hops = quotePath(pools, path, amount)
      return hops && pathOf(percent, hops)
    })
    const whole = quoted?.every(one => one !== undefined) ? (quoted as readonly RoutePath[]) : undefined
    known.set(percent, whole)
    return whole
  }
  let best = Math.min(99, Math.max(1, Math.round((share * 100) / shareSteps)))
  for (let step = 4; step >= 1; )
    if (sumOf(at(best + step)) > sumOf(at(best))) best += step
    else if (sumOf(at(best - step)) > sumOf(at(best))) best -= step
    else step = Math.floor(step / 2)
  return at(best)
}

const sumOf = (paths: readonly RoutePath[] | undefined): bigint =>
  paths?.reduce((sum, { amountOut }) => sum + amountOut, 0n) ?? -1n

/**
 * Finds the best split of an input over two paths that share no pool.
 *
 * @param legs from `listLegs`.
 * @returns `undefined` if no two paths are disjoint.
 */
export function bestSplit(
  pools: PoolsNow,
  legs: readonly (readonly Legs[])[],
  amountIn: bigint,
): readonly RoutePath[] | undefined {
  let best: readonly RoutePath[] | undefined
  const input = Number(amountIn)
  for (const pairing of bestPairings(pools.graph, listPaths(pools.graph, legs, input), input)) {
    const paths = settlePairing(pools, pairing, amountIn)
    if (sumOf(paths) > sumOf(best)) best = paths
  }
  return best
}
