import { isTernError } from '@tern/core'
import type { Protocol, Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { findPools, type LivePool } from './findPools.ts'
import { connectNode, type Node } from './node.ts'
import type { RehearsalOptions } from './options.ts'
import { pickWallets, type Wallet } from './pickWallet.ts'
import { learnPool } from './rehearsedPool.ts'
import { rehearseRoute } from './rehearseRoute.ts'
import { type Mode, type Outcome, rehearseTrade, type Side } from './rehearseTrade.ts'
import { routeChain } from './routeChain.ts'

/** A row of the table. */
export interface Rehearsed extends Outcome {
  readonly protocol: Protocol
  /** The second venue of a route through SOL. Unset: a trade. */
  readonly to?: Protocol
  /** Unset: no pool was found. */
  readonly pool?: string
  readonly side?: Side
  readonly mode?: Mode
}

/**
 * Rehearses every side and mode on live pools of each venue, and routes between the venues.
 * @param onRow called as soon as a row is done.
 */
export async function rehearse(
  options: RehearsalOptions,
  signal?: AbortSignal,
  onRow: (row: Rehearsed) => void = () => {},
): Promise<readonly Rehearsed[]> {
  const node = connectNode(options.rpc.href, {
    requestsPerSecond: options.requestsPerSecond,
    ...(signal === undefined ? {} : { signal }),
  })
  const rows: Rehearsed[] = []
  const tell = (row: Rehearsed) => {
    rows.push(row)
    onRow(row)
  }
  const ends: RouteEnd[] = []
  for (const protocol of options.protocols) {
    const end = await rehearseVenue(node, venues[protocol], options, tell)
    if (end !== undefined) ends.push(end)
  }
  await rehearseRoutes(node, ends, options, tell)
  return rows
}

/** Rehearses a route through SOL from each venue to the next, in both modes. */
async function rehearseRoutes(
  node: Node,
  ends: readonly RouteEnd[],
  { rpc, api, lamports }: RehearsalOptions,
  tell: (row: Rehearsed) => void,
): Promise<void> {
  if (ends.length < 2) return
  const chain = routeChain(node, rpc)
  for (const [n, from] of ends.entries()) {
    const to = ends[(n + 1) % ends.length] as RouteEnd
    for (const mode of ['exactIn', 'exactOut'] as const) {
      const about = { protocol: from.live.venue.protocol, to: to.live.venue.protocol, pool: from.live.pool, mode }
      const asked = { from: from.live, to: to.live, mode, lamports, ...(api && { api }) }
      const outcome = await unlessRefused<Outcome>(async () =>
        'why' in from.seller
          ? { verdict: 'not checked', why: from.seller.why }
          : rehearseRoute(chain, { ...asked, wallet: from.seller.address }),
      )
      tell({ ...about, ...outcome })
    }
  }
  chain.chain.close()
}

/** The first pool of a venue, and a wallet that can sell its token. */
interface RouteEnd {
  readonly live: LivePool
  readonly seller: Wallet
}

async function rehearseVenue(
  node: Node,
  venue: Venue,
  options: RehearsalOptions,
  tell: (row: Rehearsed) => void,
): Promise<RouteEnd | undefined> {
  const { protocol } = venue
  const found = await unlessRefused(async () => ({ pools: await findPools(node, venue, options.pools) }))
  if ('verdict' in found) {
    tell({ protocol, ...found })
    return undefined
  }
  const { pools } = found
  if (pools.length === 0) tell({ protocol, verdict: 'not checked', why: 'no pool traded against SOL lately' })
  const sellers: RouteEnd[] = []
  for (const live of pools) {
    const seller = await rehearsePool(node, live, options, tell)
    if (seller !== undefined) sellers.push({ live, seller })
  }
  return sellers[0]
}

async function rehearsePool(
  node: Node,
  live: LivePool,
  { lamports, wallet: given }: RehearsalOptions,
  tell: (row: Rehearsed) => void,
): Promise<Wallet | undefined> {
  const about = { protocol: live.venue.protocol, pool: live.pool }
  const found = await unlessRefused(async () => {
    const pool = await learnPool(node, live)
    return { pool, ...(await pickWallets(node, pool, lamports, given)) }
  })
  if ('verdict' in found) {
    tell({ ...about, ...found })
    return undefined
  }
  for (const side of ['buy', 'sell'] as const)
    for (const mode of ['exactIn', 'exactOut'] as const) {
      const wallet = side === 'buy' ? found.buyer : found.seller
      const outcome = await unlessRefused<Outcome>(async () =>
        'why' in wallet
          ? { verdict: 'not checked', why: wallet.why }
          : rehearseTrade(node, { pool: found.pool, side, mode, wallet: wallet.address, lamports }),
      )
      tell({ ...about, side, mode, ...outcome })
    }
  return found.seller
}

/** A refusal of the node, or a pool that cannot be opened, becomes a row of the table. */
async function unlessRefused<T>(work: () => Promise<T>): Promise<T | (Outcome & { verdict: 'not checked' })> {
  try {
    return await work()
  } catch (error) {
    if (isTernError(error)) return { verdict: 'not checked', why: error.message }
    throw error
  }
}
