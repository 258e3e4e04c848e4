import type { Clock } from '@tern/core'
import type { Quote } from '../venue.ts'
import { quoteExactIn, quoteExactOut } from './exactQuotes.ts'
import { type Graph, none } from './graph.ts'
import type { RouteHop } from './route.ts'
import { estimateOutput, isWithinMax, maxOutput, maxOutputAt, minInput } from './samples.ts'

/** A path as up to three token pairs. The first pair has the token of the fixed amount. Unused places are `none`. */
export interface Legs {
  readonly from: number
  readonly pairs: readonly [number, number, number]
}

/**
 * The direction of a search: forward from the input, or backward from the output of an exact-out search.
 * Bounds are optimistic: never worse than the exact amount.
 */
interface Sense {
  readonly worst: number
  isBetter(a: number, b: number): boolean
  isBetterExact(a: bigint, b: bigint): boolean
  /** Bounds the amount on the other side of a pool. */
  reach(graph: Graph, pool: number, from: number, amount: number): number
  /** Bounds that amount for all pools of a pair at once. Cheaper than `reach`, and looser. */
  reachAtPrice(graph: Graph, pair: number, from: number, amount: number): number
  quote(graph: Graph, pool: number, from: number, amount: bigint, clock: Clock): Quote | undefined
  amountOf(quote: Quote): bigint
}

const forward: Sense = {
  worst: 0,
  isBetter: (a, b) => a > b,
  isBetterExact: (a, b) => a > b,
  reach: (graph, pool, from, amount) => maxOutput(graph.samples, graph.direction(pool, from), amount),
  reachAtPrice: (graph, pair, from, amount) => maxOutputAt(graph.bestPrice(pair, from), amount),
  quote: (graph, pool, from, amount, clock) => quoteExactIn(graph.poolAt(pool), graph.tokenAt(from), amount, clock),
  amountOf: quote => quote.amountOut,
}

const backward: Sense = {
  worst: Number.POSITIVE_INFINITY,
  isBetter: (a, b) => a < b,
  isBetterExact: (a, b) => a < b,
  reach: (graph, pool, from, amount) => minInput(graph.samples, graph.opposite(pool, from), amount),
  reachAtPrice: () => 0,
  quote(graph, pool, from, amount, clock) {
    const { tokens } = graph.poolAt(pool)
    const paid = tokens[0].mint === graph.tokenAt(from) ? tokens[1].mint : tokens[0].mint
    return quoteExactOut(graph.poolAt(pool), paid, amount, clock)
  },
  amountOf: quote => quote.amountIn,
}

/** Receives the legs of paths. */
export interface LegVisitor {
  /** Begins with a first pair. `false`: skips its paths. */
  enter(first: number): boolean
  visit(first: number, second: number, third: number): void
}

/** Visits the legs of every path of `minHops` to `maxHops` hops between two tokens. No token is passed twice. */
export function visitLegs(
  graph: Graph,
  [from, to]: readonly [number, number],
  [minHops, maxHops]: readonly [number, number],
  visitor: LegVisitor,
): void {
  const stamp = graph.mark(to)
  const ahead = graph.degree(to)
  for (let first = graph.firstPair(from); first !== none; first = graph.nextPair(first, from)) {
    if (graph.firstPool(first) === none || !visitor.enter(first)) continue
    const middle = graph.otherToken(first, from)
    if (middle === to) {
      if (minHops <= 1) visitor.visit(first, none, none)
      continue
    }
    const last = graph.markedPair(middle, stamp)
    if (last !== none && minHops <= 2 && maxHops >= 2) visitor.visit(first, last, none)
    if (maxHops < 3) continue
    if (graph.degree(middle) <= ahead)
      for (let second = graph.firstPair(middle); second !== none; second = graph.nextPair(second, middle)) {
        const next = graph.otherToken(second, middle)
        const third = next === from || next === to ? none : graph.markedPair(next, stamp)
        if (third !== none) visitor.visit(first, second, third)
      }
    else
      for (let third = graph.firstPair(to); third !== none; third = graph.nextPair(third, to)) {
        const next = graph.otherToken(third, to)
        const second = next === from || next === middle ? none : graph.pairOf(middle, next)
        if (second !== none) visitor.visit(first, second, third)
      }
  }
}

/** Bounds the best amount that the pools of a pair bring for an amount of a token. Never worse than the exact amount. */
function reachOf(sense: Sense, graph: Graph, pair: number, from: number, amount: number): number {
  let best = sense.worst
  for (let pool = graph.firstPool(pair); pool !== none; pool = graph.nextPool(pool)) {
    const one = sense.reach(graph, pool, from, amount)
    if (sense.isBetter(one, best)) best = one
  }
  return best
}

/** Estimates the max output of the pools of a pair for an amount of a token. */
export function estimatePair(graph: Graph, pair: number, from: number, amount: number): number {
  let best = 0
  for (let pool = graph.firstPool(pair); pool !== none; pool = graph.nextPool(pool)) {
    const at = graph.direction(pool, from)
    const one = estimateOutput(graph.samples, at, amount)
    if (one > best && isWithinMax(graph.samples, at, amount)) best = one
  }
  return best
}

/** Estimates the max output of the pools of a pair for an amount of a token, or for a part of it. */
export function estimatePartOfPair(graph: Graph, pair: number, from: number, amount: number): number {
  let best = 0
  for (let pool = graph.firstPool(pair); pool !== none; pool = graph.nextPool(pool))
    best = Math.max(best, estimateOutput(graph.samples, graph.direction(pool, from), amount))
  return best
}

/**
 * Remembers, for each pair that ends paths, the best amount that brought too little. A worse amount brings even less, and the result to
 * beat only improves, so its path is skipped. A pair of two hubs has many pools and ends many paths, so this saves most of the work there.
 */
export class RuledOut {
  readonly #graph: Graph
  readonly #isBetter: Sense['isBetter']
  readonly #amounts = new Map<number, number>()

  constructor(graph: Graph, isBetter: Sense['isBetter'] = forward.isBetter) {
    this.#graph = graph
    this.#isBetter = isBetter
  }

  has(pair: number, amount: number): boolean {
    const known = this.#amounts.get(pair)
    return known !== undefined && !this.#isBetter(amount, known)
  }

  /** Notes an amount that brings too little, unless the pair is cheap to ask again. */
  add(pair: number, amount: number): void {
    if (this.#graph.nextPool(this.#graph.firstPool(pair)) !== none) this.#amounts.set(pair, amount)
  }
}

/** A path that was settled with exact quotes, in the order of the search. */
interface Settled {
  readonly amount: bigint
  readonly hops: readonly RouteHop[]
}

/** A pool, and a bound of the amount on its other side. */
interface Bounded {
  readonly pool: number
  readonly reach: number
}

/** Finds the best single path: bounds rule paths out, and exact quotes settle all others, the most promising first. */
class PathSearch {
  readonly #graph: Graph
  readonly #sense: Sense
  readonly #tokens: readonly [number, number]
  readonly #amount: bigint
  readonly #clock: Clock
  readonly #firstQuotes = new Map<number, Quote | undefined>()
  readonly #firstPools = new Map<number, readonly Bounded[]>()
  best: Settled | undefined
  /** `best`, rounded. */
  #bestReach: number

  constructor(graph: Graph, sense: Sense, tokens: readonly [number, number], amount: bigint, clock: Clock) {
    this.#graph = graph
    this.#sense = sense
    this.#tokens = tokens
    this.#amount = amount
    this.#clock = clock
    this.#bestReach = sense.worst
  }

  #mayBeat(reach: number): boolean {
    return this.#sense.isBetter(reach, this.#bestReach)
  }

  /** Settles the paths of legs that promise much, so that bounds rule out more of the others. */
  begin(promising: readonly Legs[]): void {
    for (const { from, pairs } of promising) this.#settle(pairs, 0, from, this.#amount, [])
  }

  /** Searches among the paths with a number of hops within a range. */
  run(hops: readonly [number, number]): void {
    const [graph, sense] = [this.#graph, this.#sense]
    const [from] = this.#tokens
    const start = Number(this.#amount)
    const found: { readonly legs: Legs; readonly reach: number }[] = []
    const ruledOut = new RuledOut(graph, sense.isBetter)
    let reached: number | undefined
    visitLegs(graph, this.#tokens, hops, {
      enter() {
        reached = undefined
        return true
      },
      visit: (first, second, third) => {
        const middle = graph.otherToken(first, from)
        const last = third === none ? second : third
        const lastFrom = third === none ? middle : graph.otherToken(second, middle)
        let bound = sense.reachAtPrice(graph, first, from, start)
        if (third !== none) bound = sense.reachAtPrice(graph, second, middle, bound)
        if (last !== none) bound = sense.reachAtPrice(graph, last, lastFrom, bound)
        if (!this.#mayBeat(bound)) return
        reached ??= reachOf(sense, graph, first, from, start)
        let reach = third === none ? reached : reachOf(sense, graph, second, middle, reached)
        if (last !== none) {
          if (ruledOut.has(last, reach)) return
          const given = reach
          reach = reachOf(sense, graph, last, lastFrom, given)
          if (!this.#mayBeat(reach)) ruledOut.add(last, given)
        }
        if (this.#mayBeat(reach)) found.push({ legs: { from, pairs: [first, second, third] }, reach })
      },
    })
    found.sort((a, b) => (sense.isBetter(a.reach, b.reach) ? -1 : 1))
    for (const { legs, reach } of found) {
      if (!this.#mayBeat(reach)) break
      this.#settle(legs.pairs, 0, from, this.#amount, [])
    }
  }

  /** The best amount after the pairs from position `at` on. */
  #reachAfter(pairs: Legs['pairs'], at: number, from: number, amount: number): number {
    let [reached, token] = [amount, from]
    for (let n = at; n < pairs.length; n++) {
      const pair = pairs[n] as number
      if (pair === none) break
      reached = reachOf(this.#sense, this.#graph, pair, token, reached)
      token = this.#graph.otherToken(pair, token)
    }
    return reached
  }

  /** The pools of a pair, the best bound first. */
  #poolsBy(at: number, pair: number, from: number, given: bigint): readonly Bounded[] {
    const known = at === 0 ? this.#firstPools.get(pair) : undefined
    if (known !== undefined) return known
    const [graph, sense] = [this.#graph, this.#sense]
    const amount = Number(given)
    const pools: Bounded[] = []
    for (let pool = graph.firstPool(pair); pool !== none; pool = graph.nextPool(pool)) {
      const reach = sense.reach(graph, pool, from, amount)
      if (sense.isBetter(reach, sense.worst)) pools.push({ pool, reach })
    }
    if (pools.length > 1) pools.sort((a, b) => (sense.isBetter(a.reach, b.reach) ? -1 : 1))
    if (at === 0) this.#firstPools.set(pair, pools)
    return pools
  }

  #quote(at: number, pool: number, from: number, given: bigint): Quote | undefined {
    const ask = () => this.#sense.quote(this.#graph, pool, from, given, this.#clock)
    if (at > 0) return ask()
    if (!this.#firstQuotes.has(pool)) this.#firstQuotes.set(pool, ask())
    return this.#firstQuotes.get(pool)
  }

  #settle(pairs: Legs['pairs'], at: number, from: number, given: bigint, hops: readonly RouteHop[]): void {
    const [graph, sense] = [this.#graph, this.#sense]
    const pair = pairs[at] ?? none
    if (pair === none) {
      const { best } = this
      if (best !== undefined && !sense.isBetterExact(given, best.amount)) return
      this.best = { amount: given, hops }
      this.#bestReach = Number(given)
      return
    }
    const next = graph.otherToken(pair, from)
    for (const { pool, reach } of this.#poolsBy(at, pair, from, given)) {
      // The other pools reach no better amount, so their paths bring no more either.
      if (!this.#mayBeat(this.#reachAfter(pairs, at + 1, next, reach))) break
      const quote = this.#quote(at, pool, from, given)
      if (quote === undefined) continue
      const brought = sense.amountOf(quote)
      if (!this.#mayBeat(this.#reachAfter(pairs, at + 1, next, Number(brought))) && at < 2 && pairs[at + 1] !== none)
        continue
      this.#settle(pairs, at + 1, next, brought, [...hops, { pool: graph.poolAt(pool), quote }])
    }
  }
}

/** A search for the best single path. */
export interface PathQuery {
  readonly mode: 'exactIn' | 'exactOut'
  /** The token that is paid, and the token that is bought. */
  readonly tokens: readonly [number, number]
  readonly amount: bigint
  readonly maxHops: number
  /** Legs to settle first. */
  readonly promising: readonly Legs[]
}

/**
 * Finds the best single path, to the unit.
 *
 * @returns its hops in the order of the trade. `undefined`: no path takes the amount.
 */
export function bestPath(graph: Graph, query: PathQuery, clock: Clock): readonly RouteHop[] | undefined {
  const { mode, amount, maxHops } = query
  const [tokenIn, tokenOut] = query.tokens
  const isForward = mode === 'exactIn'
  const tokens = isForward ? ([tokenIn, tokenOut] as const) : ([tokenOut, tokenIn] as const)
  const search = new PathSearch(graph, isForward ? forward : backward, tokens, amount, clock)
  search.begin(query.promising)
  // The best shorter path then rules out many of the paths of three hops.
  search.run([1, Math.min(maxHops, 2)])
  if (maxHops > 2) search.run([3, 3])
  const hops = search.best?.hops
  return isForward ? hops : hops?.toReversed()
}

/** Quotes a path of pools from its input on. `undefined`: a pool cannot take all of it. */
export function quotePath(
  graph: Graph,
  path: readonly { readonly pool: number; readonly from: number }[],
  amountIn: bigint,
  clock: Clock,
): readonly RouteHop[] | undefined {
  const hops: RouteHop[] = []
  let given = amountIn
  for (const { pool, from } of path) {
    const quote = quoteExactIn(graph.poolAt(pool), graph.tokenAt(from), given, clock)
    if (quote === undefined) return undefined
    hops.push({ pool: graph.poolAt(pool), quote })
    given = quote.amountOut
  }
  return hops
}
