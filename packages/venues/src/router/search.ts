import type { Clock } from '@tern/core'
import type { Quote } from '../venue.ts'
import { quoteExactIn, quoteExactOut } from './exactQuotes.ts'
import { type Graph, none } from './graph.ts'
import type { RouteHop } from './route.ts'
import { estimateOutput, maxOutput, minInput } from './samples.ts'

/** The pairs of tokens that a path passes, in the order of the search: from the token of the fixed amount on. `none` beyond its end. */
export interface Legs {
  readonly from: number
  readonly pairs: readonly [number, number, number]
}

/**
 * The direction of a search. It begins at the token of the fixed amount, so an exact-out search runs backwards.
 * `reach` maps the amount on one side of a pool to a bound of the amount on the other side, never worse than the exact amount.
 */
interface Sense {
  readonly worst: number
  isBetter(a: number, b: number): boolean
  isBetterExact(a: bigint, b: bigint): boolean
  reach(graph: Graph, pool: number, from: number, amount: number): number
  quote(graph: Graph, pool: number, from: number, amount: bigint, clock: Clock): Quote | undefined
  amountOf(quote: Quote): bigint
}

const forward: Sense = {
  worst: 0,
  isBetter: (a, b) => a > b,
  isBetterExact: (a, b) => a > b,
  reach: (graph, pool, from, amount) => maxOutput(graph.samples, graph.direction(pool, from), amount),
  quote: (graph, pool, from, amount, clock) => quoteExactIn(graph.poolAt(pool), graph.tokenAt(from), amount, clock),
  amountOf: quote => quote.amountOut,
}

const backward: Sense = {
  worst: Number.POSITIVE_INFINITY,
  isBetter: (a, b) => a < b,
  isBetterExact: (a, b) => a < b,
  reach: (graph, pool, from, amount) => minInput(graph.samples, graph.opposite(pool, from), amount),
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
    const one = estimateOutput(graph.samples, graph.direction(pool, from), amount)
    if (one > best) best = one
  }
  return best
}

/** A path that was settled with exact quotes, in the order of the search. */
interface Settled {
  readonly amount: bigint
  readonly hops: readonly RouteHop[]
}

/** Finds the best single path: bounds rule paths out, and exact quotes settle all others, the most promising first. */
class PathSearch {
  readonly #graph: Graph
  readonly #sense: Sense
  readonly #tokens: readonly [number, number]
  readonly #amount: bigint
  readonly #clock: Clock
  readonly #firstQuotes = new Map<number, Quote | undefined>()
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

  /** Searches among the paths with a number of hops within a range. */
  run(hops: readonly [number, number]): void {
    const [graph, sense] = [this.#graph, this.#sense]
    const [from] = this.#tokens
    const start = Number(this.#amount)
    const found: { readonly legs: Legs; readonly reach: number }[] = []
    let reached = sense.worst
    visitLegs(graph, this.#tokens, hops, {
      enter(first) {
        reached = reachOf(sense, graph, first, from, start)
        return sense.isBetter(reached, sense.worst)
      },
      visit: (first, second, third) => {
        let reach = reached
        if (second !== none) {
          const middle = graph.otherToken(first, from)
          reach = reachOf(sense, graph, second, middle, reach)
          if (third !== none) reach = reachOf(sense, graph, third, graph.otherToken(second, middle), reach)
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
    const pools: { readonly pool: number; readonly reach: number }[] = []
    for (let pool = graph.firstPool(pair); pool !== none; pool = graph.nextPool(pool)) {
      const reach = this.#reachAfter(pairs, at + 1, next, sense.reach(graph, pool, from, Number(given)))
      if (this.#mayBeat(reach)) pools.push({ pool, reach })
    }
    if (pools.length > 1) pools.sort((a, b) => (sense.isBetter(a.reach, b.reach) ? -1 : 1))
    for (const { pool, reach } of pools) {
      if (!this.#mayBeat(reach)) break
      const quote = this.#quote(at, pool, from, given)
      if (quote === undefined) continue
      const brought = sense.amountOf(quote)
      if (!this.#mayBeat(this.#reachAfter(pairs, at + 1, next, Number(brought))) && at < 2 && pairs[at + 1] !== none)
        continue
      this.#settle(pairs, at + 1, next, brought, [...hops, { pool: graph.poolAt(pool), quote }])
    }
  }
}

/**
 * Finds the best single path, to the unit.
 *
 * @returns its hops in the order of the trade. `undefined`: no path takes the amount.
 */
export function bestPath(
  graph: Graph,
  mode: 'exactIn' | 'exactOut',
  [tokenIn, tokenOut]: readonly [number, number],
  amount: bigint,
  clock: Clock,
  maxHops: number,
): readonly RouteHop[] | undefined {
  const isForward = mode === 'exactIn'
  const tokens = isForward ? ([tokenIn, tokenOut] as const) : ([tokenOut, tokenIn] as const)
  const search = new PathSearch(graph, isForward ? forward : backward, tokens, amount, clock)
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
