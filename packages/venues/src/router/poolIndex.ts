import { type Address, type Clock, TernError } from '@tern/core'
import { assertU64 } from '@tern/core/internal'
import type { Pool } from '../venue.ts'
import { bestPath, type PoolsNow, visitLegs } from './bestPath.ts'
import { bestSplit, listLegs } from './bestSplit.ts'
import { Graph } from './graph.ts'
import { none } from './integers.ts'
import { pathOf, type Route, type RouteRequest, routeOf } from './route.ts'

/** How to search. */
export interface RouteOptions {
  /** @default 3 */
  readonly maxHops?: 1 | 2 | 3
  /** `false`: no split over two paths. @default true */
  readonly split?: boolean
}

/** The newest states of pools, to find routes through. */
export interface PoolIndex {
  /** Number of pools. */
  readonly size: number
  /** Returns a pool as it was put. */
  pool(address: Address): Pool | undefined
  /** Adds a pool, or replaces its earlier state, as of a moment. A pool that does not trade then is left out of routes until it is put again. */
  put(pool: Pool, clock: Clock): void
  remove(address: Address): void
  /**
   * Finds the best routes at a moment, best first. For an exact input: a split over two paths if it brings more than a single path, then
   * the best single path, exact to the unit. For an exact output: the best single path through pools that take exact outputs.
   *
   * @throws TernError `route/sameToken`, `quote/zeroAmount`, `amount/outOfRange`.
   * @throws TernError `route/noRoute` if no pools connect the tokens, `route/cannotFill` if the connecting pools cannot take the amount.
   */
  bestRoutes(request: RouteRequest, clock: Clock, options?: RouteOptions): readonly [Route, ...Route[]]
}

/**
 * Creates an empty index.
 *
 * @example
 * const index = createPoolIndex()
 * index.put(pool, clock)
 * index.bestRoutes({ tokenIn, tokenOut, exactIn: 1_000_000_000n }, clock)[0].amountOut // 153_846_153n raw units
 */
export function createPoolIndex(): PoolIndex {
  const graph = new Graph()
  return {
    get size() {
      return graph.size
    },
    pool(address) {
      const number = graph.poolNumber(address)
      return number === none ? undefined : graph.poolAt(number)
    },
    put: (pool, clock) => graph.put(pool, clock),
    remove: address => graph.remove(address),
    bestRoutes: (request, clock, options = {}) => bestRoutes({ graph, clock }, request, options),
  }
}

/** Legs that are settled before the search for the best single path. */
const maxPromising = 3

function bestRoutes(
  pools: PoolsNow,
  request: RouteRequest,
  { maxHops = 3, split = true }: RouteOptions,
): readonly [Route, ...Route[]] {
  const { graph } = pools
  const { tokenIn, tokenOut } = request
  const mode = 'exactIn' in request ? 'exactIn' : 'exactOut'
  const amount = assertU64('exactIn' in request ? request.exactIn : request.exactOut)
  if (amount === 0n) throw new TernError('quote/zeroAmount', {})
  if (tokenIn === tokenOut) throw new TernError('route/sameToken', { mint: tokenIn })
  const tokens = [graph.tokenNumber(tokenIn), graph.tokenNumber(tokenOut)] as const
  const isKnown = !tokens.includes(none)
  const isSplit = isKnown && split && mode === 'exactIn'
  const legs = isSplit ? listLegs(graph, { tokens, input: Number(amount), maxHops }) : []
  const promising = legs[0]?.slice(0, maxPromising) ?? []
  const hops = isKnown ? bestPath(pools, { mode, tokens, amount, maxHops, promising }) : undefined
  if (hops === undefined) {
    const facts = { tokenIn, tokenOut }
    throw isConnected(graph, tokens, maxHops)
      ? new TernError('route/cannotFill', { ...facts, amount })
      : new TernError('route/noRoute', facts)
  }
  const single = routeOf(mode, [pathOf(100, hops)])
  if (legs.length === 0) return [single]
  const paths = bestSplit(pools, legs, amount)
  const divided = paths && routeOf(mode, paths)
  return divided !== undefined && divided.amountOut > single.amountOut ? [divided, single] : [single]
}

function isConnected(graph: Graph, tokens: readonly [number, number], maxHops: number): boolean {
  let found = false
  const range = { tokens, minHops: 1, maxHops }
  if (!tokens.includes(none))
    visitLegs(graph, range, () => {
      found = true
    })
  return found
}
