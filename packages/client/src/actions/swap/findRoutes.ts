import { parseAddress } from '@tern/core'
import { noEarlierThan } from '@tern/core/internal'
import type { Route, RouteRequest } from '@tern/venues/router'
import type { Client, PoolName } from '../../client.ts'

/** Pools are read again, and searched again, at most this often until the best route's pools are new. */
const maxRounds = 4

/** Options of the search for routes. */
export interface FindRoutesOptions {
  /** Pools from an index, for example `readListedPools`. */
  readonly listed?: readonly PoolName[]
  /** @default 3 */
  readonly maxHops?: 1 | 2 | 3
}

/**
 * Finds the best routes from a token to another, best first. SOL is its wrapped mint.
 * For an exact input: a split over two paths if a split brings more, then the best single path. A path has up to three pools.
 * For an exact output: the best single path through pools with programs that take exact outputs.
 *
 * Searches the pools that the client has opened for any reason, the pools with addresses that derive from the tokens, the `listed` pools,
 * and the pools of the client's `tokenPools` or `exchangeApi`.
 *
 * @throws TernError `route/noRoute`, `route/cannotFill`, `route/sameToken`, `quote/zeroAmount`, `amount/outOfRange`, `address/*`, `rpc/*`.
 * @example
 * const [route] = await findRoutes(client, { tokenIn, tokenOut, exactIn: 1_000_000_000n })
 * route.amountOut // 153_846_153n raw units
 */
export async function findRoutes(
  client: Pick<Client, 'chain'> & Partial<Pick<Client, 'tokenPools' | 'exchangeApi'>>,
  request: RouteRequest,
  { listed = [], maxHops = 3 }: FindRoutesOptions = {},
): Promise<readonly [Route, ...Route[]]> {
  const { chain } = client
  const tokens = [parseAddress(request.tokenIn), parseAddress(request.tokenOut)] as const
  // Loaded on demand, because it knows addresses of every venue.
  const { readRouteIndex, renewPools } = await import('./routeBook.ts')
  const index = await readRouteIndex(client, tokens, listed)
  for (let round = 1; ; round++) {
    const clock = await chain.readClock()
    const routes = index.bestRoutes(request, clock, { maxHops })
    const pools = routes.flatMap(({ paths }) => paths.flatMap(({ hops }) => hops.map(({ pool }) => pool)))
    const slot = pools.reduce((max, pool) => (pool.slot > max ? pool.slot : max), 0n)
    const isChanged = await renewPools(chain, { index, pools: [...new Set(pools)], clock: noEarlierThan(slot, clock) })
    if (!isChanged || round === maxRounds) return routes
  }
}
