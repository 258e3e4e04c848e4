import type { Address, Ratio, Token } from '@tern/core'
import { ceilDiv } from '@tern/core/internal'
import type { Pool, Quote } from '../venue.ts'

/** The swap to route: an exact input, or an exact output, in raw units. SOL is its wrapped mint. */
export type RouteRequest = Readonly<
  { tokenIn: Address; tokenOut: Address } & ({ exactIn: bigint } | { exactOut: bigint })
>

/** A swap of a route: its pool, and the quote for the amount that reaches it. The quote states fees, price impact and compute units. */
export interface RouteHop {
  readonly pool: Pool
  readonly quote: Quote
}

/** A part of a route: an amount that passes through one to three pools. */
export interface RoutePath {
  /** Share of the input in percent. 100 if the route has a single path. */
  readonly sharePercent: number
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly hops: readonly RouteHop[]
}

/** A route from a token to another, quoted on the pools as they were read. */
export interface Route {
  readonly mode: 'exactIn' | 'exactOut'
  readonly tokenIn: Token
  readonly tokenOut: Token
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** A single path, or two paths of an exact-in route that share no pool. */
  readonly paths: readonly RoutePath[]
  /** Share by which the average price, without fees, is worse than the current price. 1 is 100%. Rounded up to 1e-15. */
  readonly priceImpact: Ratio
  /** Max compute units of all swaps. */
  readonly computeUnits: number
}

const impactPrecision = 10n ** 15n

/** Computes the share of the current price that is left after a path's price impact. Rounded down to 1e-15. */
function keptBy({ hops }: RoutePath): bigint {
  return hops.reduce((kept, { quote: { priceImpact } }) => {
    const { numerator, denominator } = priceImpact
    const lost = ceilDiv(numerator * impactPrecision, denominator)
    return (kept * (impactPrecision - (lost < impactPrecision ? lost : impactPrecision))) / impactPrecision
  }, impactPrecision)
}

/** Builds a route of paths, each with its hops' quotes. */
export function routeOf(mode: Route['mode'], paths: readonly RoutePath[]): Route {
  const hops = paths.flatMap(path => path.hops)
  const [first, last] = [paths[0]?.hops[0], paths[0]?.hops.at(-1)] as [RouteHop, RouteHop]
  const amountIn = paths.reduce((sum, path) => sum + path.amountIn, 0n)
  const kept = paths.reduce((sum, path) => sum + keptBy(path) * path.amountIn, 0n) / amountIn
  return {
    mode,
    tokenIn: tokenOf(first.pool, first.quote.tokenIn),
    tokenOut: tokenOf(last.pool, last.quote.tokenOut),
    amountIn,
    amountOut: paths.reduce((sum, path) => sum + path.amountOut, 0n),
    paths,
    priceImpact: { numerator: impactPrecision - kept, denominator: impactPrecision },
    computeUnits: hops.reduce((sum, { quote }) => sum + quote.computeUnits, 0),
  }
}

const tokenOf = ({ tokens: [a, b] }: Pool, mint: Address): Token => (a.mint === mint ? a : b)

/** Builds a path of quotes in the order of its hops. */
export function pathOf(sharePercent: number, hops: readonly RouteHop[]): RoutePath {
  const [first, last] = [hops[0], hops.at(-1)] as [RouteHop, RouteHop]
  return { sharePercent, amountIn: first.quote.amountIn, amountOut: last.quote.amountOut, hops }
}
