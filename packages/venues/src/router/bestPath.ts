import type { Clock } from '@tern/core'
import type { Quote } from '../venue.ts'
import type { Graph } from './graph.ts'
import { none } from './integers.ts'
import { quoteWhole } from './quoteWhole.ts'
import type { RouteHop } from './route.ts'
import { maxOutput, maxOutputAt, minInput } from './samples.ts'

/** A path as up to three token pairs. The first pair has the token of the fixed amount. Unused places are `none`. */
export interface Legs {
  readonly from: number
  readonly pairs: readonly [number, number, number]
}

/** Pools, and the moment at which to quote them. */
export interface PoolsNow {
  readonly graph: Graph
  readonly clock: Clock
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
  reach(pool: number, from: number, amount: number): number
  /** Bounds that amount for all pools of a pair at once. Cheaper than `reach`, and looser. */
  reachAtPrice(pair: number, from: number, amount: number): number
  quote(pool: number, from: number, amount: bigint): Quote | undefined
  amountOf(quote: Quote): bigint
}

const isMore = (a: number, b: number): boolean => a > b
const isLess = (a: number, b: number): boolean => a < b

/** From the input on, to the max output. */
class Forward implements Sense {
  readonly worst = 0
  readonly isBetter = isMore
  readonly #graph: Graph
  readonly #clock: Clock

  constructor({ graph, clock }: PoolsNow) {
    this.#graph = graph
    this.#clock = clock
  }

  isBetterExact(a: bigint, b: bigint): boolean {
    return a > b
  }

  reach(pool: number, from: number, amount: number): number {
    return maxOutput(this.#graph.samples, this.#graph.direction(pool, from), amount)
  }

  reachAtPrice(pair: number, from: number, amount: number): number {
    return maxOutputAt(this.#graph.bestPrice(pair, from), amount)
  }

  quote(pool: number, from: number, amount: bigint): Quote | undefined {
    const request = { tokenIn: this.#graph.tokenAt(from), exactIn: amount }
    return quoteWhole(this.#graph.poolAt(pool), request, this.#clock)
  }

  amountOf(quote: Quote): bigint {
    return quote.amountOut
  }
}

/** From the output back, to the min input. */
class Backward implements Sense {
  readonly worst = Number.POSITIVE_INFINITY
  readonly isBetter = isLess
  readonly #graph: Graph
  readonly #clock: Clock

  constructor({ graph, clock }: PoolsNow) {
    this.#graph = graph
    this.#clock = clock
  }

  isBetterExact(a: bigint, b: bigint): boolean {
    return a < b
  }

  reach(pool: number, from: number, amount: number): number {
    return minInput(this.#graph.samples, this.#graph.opposite(pool, from), amount)
  }

  reachAtPrice(): number {
    return 0
  }

  quote(pool: number, from: number, amount: bigint): Quote | undefined {
    const { tokens } = this.#graph.poolAt(pool)
    const tokenIn = tokens[0].mint === this.#graph.tokenAt(from) ? tokens[1].mint : tokens[0].mint
    return quoteWhole(this.#graph.poolAt(pool), { tokenIn, exactOut: amount }, this.#clock)
  }

  amountOf(quote: Quote): bigint {
    return quote.amountIn
  }
}

/** Receives the legs of paths. Unused places are `none`. */
type LegVisitor = (first: number, second: number, third: number) => void

/** The ends of paths and their number of hops. */
interface PathRange {
  readonly tokens: readonly [number, number]
  readonly minHops: number
  readonly maxHops: number
}

/** Visits the legs of every path of `minHops` to `maxHops` hops between two tokens. No token is passed twice. */
export function visitLegs(graph: Graph, { tokens, minHops, maxHops }: PathRange, visit: LegVisitor): void {
  if (minHops <= 1) {
    const pair = graph.pairOf(...tokens)
    if (pair !== none && graph.firstPool(pair) !== none) visit(pair, none, none)
  }
  if (minHops <= 2 && maxHops >= 2) visitTwoLegs(graph, tokens, visit)
  if (maxHops >= 3) visitThreeLegs(graph, tokens, visit)
}

/** Marks are faster than looking up pairs, if not many more tokens are marked than are visited. */
const maxMarked = 4

/** Goes through the tokens that trade against the end with fewer of them. */
function visitTwoLegs(graph: Graph, [from, to]: readonly [number, number], visit: LegVisitor): void {
  const isForward = graph.degree(from) <= graph.degree(to)
  const [near, far] = isForward ? [from, to] : [to, from]
  const stamp = graph.degree(far) <= maxMarked * graph.degree(near) ? graph.mark(far) : undefined
  for (let pair = graph.firstPair(near); pair !== none; pair = graph.nextPair(pair, near)) {
    const middle = graph.otherToken(pair, near)
    if (middle === far || graph.firstPool(pair) === none) continue
    const other = stamp === undefined ? graph.pairOf(middle, far) : graph.markedPair(middle, stamp)
    if (other === none || graph.firstPool(other) === none) continue
    if (isForward) visit(pair, other, none)
    else visit(other, pair, none)
  }
}

function visitThreeLegs(graph: Graph, [from, to]: readonly [number, number], visit: LegVisitor): void {
  const stamp = graph.mark(to)
  const ahead = graph.degree(to)
  for (let first = graph.firstPair(from); first !== none; first = graph.nextPair(first, from)) {
    const middle = graph.otherToken(first, from)
    if (middle === to || graph.firstPool(first) === none) continue
    if (graph.degree(middle) <= ahead)
      for (let second = graph.firstPair(middle); second !== none; second = graph.nextPair(second, middle)) {
        const next = graph.otherToken(second, middle)
        const third = next === from || next === to ? none : graph.markedPair(next, stamp)
        if (third !== none) visit(first, second, third)
      }
    else
      for (let third = graph.firstPair(to); third !== none; third = graph.nextPair(third, to)) {
        const next = graph.otherToken(third, to)
        const second = next === from || next === middle ? none : graph.pairOf(middle, next)
        if (second !== none) visit(first, second, third)
      }
  }
}

/**
 * Remembers, for each last pair of a path, the best amount that brought too little. A worse amount brings even less,
 * and the result to beat only improves, so a path with a worse amount is skipped. A pair of two hubs has many pools and
 * ends many paths, so this saves most of the work there.
 */
export class RuledOut {
  readonly #graph: Graph
  readonly #isBetter: Sense['isBetter']
  readonly #amounts = new Map<number, number>()

  constructor(graph: Graph, isBetter: Sense['isBetter'] = isMore) {
    this.#graph = graph
    this.#isBetter = isBetter
  }

  has(pair: number, amount: number): boolean {
    const known = this.#amounts.get(pair)
    return known !== undefined && !this.#isBetter(amount, known)
  }

  /**
   * Notes an amount that brings too little. A pair with a single pool needs no note, because it is cheap to compute
   * again.
   */
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

/** The part of a path from its pair at position `at`, and the token that the search has reached there. */
interface Rest extends Legs {
  readonly at: number
}

/** Finds the best single path: bounds rule paths out, and exact quotes settle all others, the most promising first. */
class PathSearch {
  readonly #graph: Graph
  readonly #sense: Sense
  readonly #amount: bigint
  readonly #firstQuotes = new Map<number, Quote | undefined>()
  readonly #firstPools = new Map<number, readonly Bounded[]>()
  best: Settled | undefined
  /** `best`, rounded. */
  #bestReach: number

  constructor(graph: Graph, sense: Sense, amount: bigint) {
    this.#graph = graph
    this.#sense = sense
    this.#amount = amount
    this.#bestReach = sense.worst
  }

  #mayBeat(reach: number): boolean {
    return this.#sense.isBetter(reach, this.#bestReach)
  }

  /** Settles the paths of legs that promise much, so that bounds rule out more of the others. */
  begin(promising: readonly Legs[]): void {
    for (const legs of promising) this.#settle({ ...legs, at: 0 }, this.#amount, [])
  }

  /** Searches among the paths of a range. */
  run(range: PathRange): void {
    const [graph, sense] = [this.#graph, this.#sense]
    const [from] = range.tokens
    const start = Number(this.#amount)
    const found: { readonly legs: Legs; readonly reach: number }[] = []
    const ruledOut = new RuledOut(graph, sense.isBetter)
    // Without a result to beat, bounds rule nothing out. So a path that promises more than all before is settled at once.
    const isBlind = this.best === undefined
    let highest = sense.worst
    let [entered, reached] = [none, sense.worst]
    visitLegs(graph, range, (first, second, third) => {
      const middle = graph.otherToken(first, from)
      const last = third === none ? second : third
      const lastFrom = third === none ? middle : graph.otherToken(second, middle)
      let bound = sense.reachAtPrice(first, from, start)
      if (third !== none) bound = sense.reachAtPrice(second, middle, bound)
      if (last !== none) bound = sense.reachAtPrice(last, lastFrom, bound)
      if (!this.#mayBeat(bound)) return
      if (entered !== first) reached = this.#reachOf(first, from, start)
      entered = first
      let reach = third === none ? reached : this.#reachOf(second, middle, reached)
      if (last !== none) {
        if (ruledOut.has(last, reach)) return
        const given = reach
        reach = this.#reachOf(last, lastFrom, given)
        if (!this.#mayBeat(reach)) ruledOut.add(last, given)
      }
      if (!this.#mayBeat(reach)) return
      const legs: Legs = { from, pairs: [first, second, third] }
      if (isBlind && sense.isBetter(reach, highest)) {
        highest = reach
        this.#settle({ ...legs, at: 0 }, this.#amount, [])
      } else found.push({ legs, reach })
    })
    found.sort((a, b) => (sense.isBetter(a.reach, b.reach) ? -1 : 1))
    for (const { legs, reach } of found) {
      if (!this.#mayBeat(reach)) break
      this.#settle({ ...legs, at: 0 }, this.#amount, [])
    }
  }

  /** Bounds the best amount that the pools of a pair bring for an amount of a token. Never worse than the exact amount. */
  #reachOf(pair: number, from: number, amount: number): number {
    const [graph, sense] = [this.#graph, this.#sense]
    let best = sense.worst
    for (let pool = graph.firstPool(pair); pool !== none; pool = graph.nextPool(pool)) {
      const one = sense.reach(pool, from, amount)
      if (sense.isBetter(one, best)) best = one
    }
    return best
  }

  /** Bounds the best amount at the end of a path. */
  #reachAfter({ pairs, at, from }: Rest, amount: number): number {
    let [reached, token] = [amount, from]
    for (let n = at; n < pairs.length; n++) {
      const pair = pairs[n] as number
      if (pair === none) break
      reached = this.#reachOf(pair, token, reached)
      token = this.#graph.otherToken(pair, token)
    }
    return reached
  }

  /** The pools of a path's next pair, the best bound first. */
  #poolsOf({ pairs, at, from }: Rest, given: bigint): readonly Bounded[] {
    const pair = pairs[at] as number
    const known = at === 0 ? this.#firstPools.get(pair) : undefined
    if (known !== undefined) return known
    const [graph, sense] = [this.#graph, this.#sense]
    const amount = Number(given)
    const pools: Bounded[] = []
    for (let pool = graph.firstPool(pair); pool !== none; pool = graph.nextPool(pool)) {
      const reach = sense.reach(pool, from, amount)
      if (sense.isBetter(reach, sense.worst)) pools.push({ pool, reach })
    }
    if (pools.length > 1) pools.sort((a, b) => (sense.isBetter(a.reach, b.reach) ? -1 : 1))
    if (at === 0) this.#firstPools.set(pair, pools)
    return pools
  }

  #quote({ at, from }: Rest, pool: number, given: bigint): Quote | undefined {
    if (at > 0) return this.#sense.quote(pool, from, given)
    if (!this.#firstQuotes.has(pool)) this.#firstQuotes.set(pool, this.#sense.quote(pool, from, given))
    return this.#firstQuotes.get(pool)
  }

  #settle(path: Rest, given: bigint, hops: readonly RouteHop[]): void {
    const [graph, sense] = [this.#graph, this.#sense]
    const { pairs, at, from } = path
    const pair = pairs[at] ?? none
    if (pair === none) {
      const { best } = this
      if (best !== undefined && !sense.isBetterExact(given, best.amount)) return
      this.best = { amount: given, hops }
      this.#bestReach = Number(given)
      return
    }
    const rest = { pairs, at: at + 1, from: graph.otherToken(pair, from) }
    for (const { pool, reach } of this.#poolsOf(path, given)) {
      // The other pools reach no better amount, so their paths bring no more either.
      if (!this.#mayBeat(this.#reachAfter(rest, reach))) break
      const quote = this.#quote(path, pool, given)
      if (quote === undefined) continue
      const brought = sense.amountOf(quote)
      if (!this.#mayBeat(this.#reachAfter(rest, Number(brought))) && at < 2 && pairs[at + 1] !== none) continue
      this.#settle(rest, brought, [...hops, { pool: graph.poolAt(pool), quote }])
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
export function bestPath(pools: PoolsNow, query: PathQuery): readonly RouteHop[] | undefined {
  const { mode, amount, maxHops } = query
  const [tokenIn, tokenOut] = query.tokens
  const isForward = mode === 'exactIn'
  const tokens = isForward ? ([tokenIn, tokenOut] as const) : ([tokenOut, tokenIn] as const)
  const search = new PathSearch(pools.graph, isForward ? new Forward(pools) : new Backward(pools), amount)
  search.begin(query.promising)
  // The best shorter path then rules out many of the paths of three hops.
  search.run({ tokens, minHops: 1, maxHops: Math.min(maxHops, 2) })
  if (maxHops > 2) search.run({ tokens, minHops: 3, maxHops: 3 })
  const hops = search.best?.hops
  return isForward ? hops : hops?.toReversed()
}

/** A path of pools, in the order of the trade. */
export type PoolPath = readonly { readonly pool: number; readonly from: number }[]

/** Quotes a path of pools from its input on. `undefined`: a pool cannot take all of it. */
export function quotePath(
  { graph, clock }: PoolsNow,
  path: PoolPath,
  amountIn: bigint,
): readonly RouteHop[] | undefined {
  const hops: RouteHop[] = []
  let given = amountIn
  for (const { pool: number, from } of path) {
    const pool = graph.poolAt(number)
    const quote = quoteWhole(pool, { tokenIn: graph.tokenAt(from), exactIn: given }, clock)
    if (quote === undefined) return undefined
    hops.push({ pool, quote })
    given = quote.amountOut
  }
  return hops
}
