import type { Token } from '@tern/core'
import type { Route, RouteRequest } from '@tern/venues/router'
import type { PoolName } from '../../client.ts'
import type { TradeSettings } from '../trade/trade.ts'

/** The pools of a route, path by path, and each path's share of the input. */
export type RouteChoice = readonly { readonly sharePercent: number; readonly pools: readonly PoolName[] }[]

/** A part of a path that runs in a single transaction. */
export interface SwapPart {
  /** Position of the path in the route. */
  readonly path: number
  /** Its hops, as positions: from the first number up to the number before the second. */
  readonly hops: readonly [number, number]
  /** Raw units: input of its first hop for an exact input, output of its last hop for an exact output. */
  readonly amount: bigint
}

/** A requested swap. Each of its transactions pays the tip. */
export type SwapPlanRequest = RouteRequest &
  Pick<
    TradeSettings,
    'bribeLamports' | 'provider' | 'frontRunningProtection' | 'lifetime' | 'nonceIndex' | 'referralCode'
  > & {
    /** Basis points, 0 to 10,000. The result may be worse than quoted by this share. The hops of a path divide it. */
    readonly slippageBps: number
    /** The priority fee of each transaction. Unset: 0. */
    readonly priorityFeeLamports?: bigint
    /** The pools to use, see `routeChoice`. Unset: the best route. */
    readonly route?: RouteChoice
    /** `true`: a transaction for each hop, also if a single one suffices. */
    readonly inSteps?: boolean
    /**
     * `true`: each path is a single instruction of Raydium's router program, so only its last amount has a limit. All pools must be
     * Raydium's. An exact output takes no stable pools, and no AMM v4 pools with an order book. The plan is not verified.
     * Unset: each pool's own program swaps.
     */
    readonly byRouterProgram?: boolean
    /** Pools from an index, see `findRoutes`. Their lookup tables are used. Unset: no listed pools. */
    readonly listed?: readonly PoolName[]
    /** Set in the request of a plan: the parts that run in each transaction, so that the rest can be planned later. */
    readonly parts?: readonly (readonly SwapPart[])[]
  }

/** The amounts of a swap, in raw units. */
export interface SwapQuote {
  readonly route: Route
  /** Expected input. */
  readonly amountIn: bigint
  /** The max that may be taken. Equal to `amountIn` for an exact input. */
  readonly maxIn: bigint
  /** Expected output. Less than `route.amountOut` if middle tokens stay in the wallet. */
  readonly amountOut: bigint
  /** The min that arrives. Equal to `amountOut` for an exact output. */
  readonly minOut: bigint
  /** Middle tokens that probably stay in the wallet, because each hop spends only the min output of the hop before. SOL stays as SOL. */
  readonly leftovers: readonly { readonly token: Token; readonly amount: bigint }[]
  /** The min amounts that the wallet holds if a transaction fails, for each transaction after the first. */
  readonly heldBetween: readonly (readonly { readonly token: Token; readonly minAmount: bigint }[])[]
}

/**
 * Names the pools of a route, for `SwapPlanRequest.route`.
 *
 * @example
 * routeChoice(route) // [{ sharePercent: 100, pools: [{ protocol: 'raydium_cpmm', address: '7JuW…' }] }]
 */
export function routeChoice({ paths }: Route): RouteChoice {
  return paths.map(({ sharePercent, hops }) => ({
    sharePercent,
    pools: hops.map(({ pool: { protocol, address } }): PoolName => ({ protocol, address })),
  }))
}
