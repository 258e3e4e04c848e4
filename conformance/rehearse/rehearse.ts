import { isTernError } from '@tern/core'
import type { Protocol, Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { findPools, type LivePool } from './findPools.ts'
import { connectNode, type Node } from './node.ts'
import type { RehearsalOptions } from './options.ts'
import { pickWallets } from './pickWallet.ts'
import { learnPool } from './rehearsedPool.ts'
import { type Mode, type Outcome, rehearseTrade, type Side } from './rehearseTrade.ts'

/** A row of the table. */
export interface Rehearsed extends Outcome {
  readonly protocol: Protocol
  /** Unset: no pool was found. */
  readonly pool?: string
  readonly side?: Side
  readonly mode?: Mode
}

/**
 * Rehearses every side and mode on live pools of each venue.
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
  for (const protocol of options.protocols) await rehearseVenue(node, venues[protocol], options, tell)
  return rows
}

async function rehearseVenue(
  node: Node,
  venue: Venue,
  options: RehearsalOptions,
  tell: (row: Rehearsed) => void,
): Promise<void> {
  const { protocol } = venue
  const found = await unlessRefused(async () => ({ pools: await findPools(node, venue, options.pools) }))
  if ('verdict' in found) return tell({ protocol, ...found })
  const { pools } = found
  if (pools.length === 0) tell({ protocol, verdict: 'not checked', why: 'no pool traded against SOL lately' })
  for (const live of pools) await rehearsePool(node, live, options, tell)
}

async function rehearsePool(
  node: Node,
  live: LivePool,
  { lamports, wallet: given }: RehearsalOptions,
  tell: (row: Rehearsed) => void,
): Promise<void> {
  const about = { protocol: live.venue.protocol, pool: live.pool }
  const found = await unlessRefused(async () => {
    const pool = await learnPool(node, live)
    return { pool, ...(await pickWallets(node, pool, lamports, given)) }
  })
  if ('verdict' in found) return tell({ ...about, ...found })
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
