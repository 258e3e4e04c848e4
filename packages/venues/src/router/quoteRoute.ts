import { type Address, type Clock, TernError } from '@tern/core'
import { assertU64 } from '@tern/core/internal'
import type { Pool } from '../venue.ts'
import { pathOf, type Route, type RouteHop, type RoutePath, type RouteRequest, routeOf } from './route.ts'

/** A path of pools, in the order of the trade, and its share of the input. */
export interface ChosenPath {
  readonly sharePercent: number
  readonly pools: readonly Pool[]
}

/**
 * Quotes a route through given pools.
 *
 * @param paths a single path, or two paths of an exact input that share no pool. Each path has up to three pools. The shares are whole
 *   and add up to 100.
 * @throws TernError `route/malformed` for other paths, or if a pool of an exact output takes exact inputs only.
 * @throws TernError `quote/tokenNotInPool` if a pool does not trade the token that reaches it, `quote/tokenOutNotInPool` if a path ends in another token.
 * @throws TernError `route/cannotFill` if a pool takes only a part of the amount. Other errors of `Pool.quote`.
 */
export function quoteRoute(request: RouteRequest, paths: readonly ChosenPath[], clock: Clock): Route {
  const { tokenIn, tokenOut } = request
  if (tokenIn === tokenOut) throw new TernError('route/sameToken', { mint: tokenIn })
  const isExactIn = 'exactIn' in request
  const amount = assertU64(isExactIn ? request.exactIn : request.exactOut)
  assertWellFormed(paths, isExactIn)
  const parts = paths.map(({ sharePercent }) => (amount * BigInt(sharePercent)) / 100n)
  const [first = 0n, second] = parts
  const given = second === undefined ? [amount] : [first, amount - first]
  const quoted = paths.map((path, n): RoutePath => {
    const tokens = tokensAlong(path.pools, tokenIn, tokenOut)
    const steps = path.pools.map((pool, at): Step => ({ pool, tokenIn: tokens[at] as Address }))
    const hops = (isExactIn ? hopsForward : hopsBackward)(steps, given[n] ?? 0n, clock)
    return pathOf(path.sharePercent, hops)
  })
  return routeOf(isExactIn ? 'exactIn' : 'exactOut', quoted)
}

function assertWellFormed(paths: readonly ChosenPath[], isExactIn: boolean): void {
  const pools = paths.flatMap(path => path.pools.map(({ address }) => address))
  const shares = paths.map(({ sharePercent }) => sharePercent)
  const isWhole =
    shares.every(share => Number.isInteger(share) && share > 0) && shares.reduce((sum, one) => sum + one, 0) === 100
  const hasHops = paths.every(path => path.pools.length >= 1 && path.pools.length <= 3)
  const isSplitRight = paths.length === 1 || (paths.length === 2 && isExactIn)
  if (!isWhole || !hasHops || !isSplitRight || new Set(pools).size !== pools.length)
    throw new TernError('route/malformed', { paths: paths.length })
}

/**
 * Lists the token that is paid to each pool of a path.
 *
 * @throws TernError `quote/tokenNotInPool`, `quote/tokenOutNotInPool`.
 */
export function tokensAlong(pools: readonly Pool[], tokenIn: Address, tokenOut: Address): readonly Address[] {
  const tokens: Address[] = []
  let token = tokenIn
  for (const { address, tokens: both } of pools) {
    const at = both.findIndex(({ mint }) => mint === token)
    if (at === -1) throw new TernError('quote/tokenNotInPool', { pool: address, mint: token })
    tokens.push(token)
    token = both[at === 0 ? 1 : 0].mint
  }
  if (token !== tokenOut)
    throw new TernError('quote/tokenOutNotInPool', { pool: `${pools.at(-1)?.address}`, mint: tokenOut })
  return tokens
}

/** A pool of a path, and the token that is paid to it. */
interface Step {
  readonly pool: Pool
  readonly tokenIn: Address
}

function hopsForward(steps: readonly Step[], amountIn: bigint, clock: Clock): readonly RouteHop[] {
  let given = amountIn
  return steps.map(({ pool, tokenIn }): RouteHop => {
    const quote = pool.quote({ tokenIn, exactIn: given }, clock)
    if (quote.filled !== 'whole') throw cannotFill(quote, given)
    given = quote.amountOut
    return { pool, quote }
  })
}

function hopsBackward(steps: readonly Step[], amountOut: bigint, clock: Clock): readonly RouteHop[] {
  let wanted = amountOut
  const hops: RouteHop[] = []
  for (const { pool, tokenIn } of steps.toReversed()) {
    if (pool.hasExactOut?.(tokenIn) === false) throw new TernError('route/malformed', { paths: 1 })
    const quote = pool.quote({ tokenIn, exactOut: wanted }, clock)
    if (quote.filled !== 'whole') throw cannotFill(quote, wanted)
    wanted = quote.amountIn
    hops.unshift({ pool, quote })
  }
  return hops
}

const cannotFill = ({ tokenIn, tokenOut }: RouteHop['quote'], amount: bigint) =>
  new TernError('route/cannotFill', { tokenIn, tokenOut, amount })
