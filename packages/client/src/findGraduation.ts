import type { Graduation, Pool } from '@tern/venues'
import type { Client } from './client.ts'

/** The parts of a bonding curve that lead to its pool. */
export interface EndedCurve extends Pick<Pool, 'address'> {
  readonly curve?: Pool['curve'] | undefined
  readonly graduation?: Pool['graduation'] | undefined
}

/**
 * Finds the pool that a finished curve moved to, or will move to.
 * A pool that anyone could have opened counts only if its account or the curve's migration proves it.
 * For that, reads at most 60 of the curve's successful transactions, among the last 2,000.
 * A found pool is cached. A failed search is cached too: for a minute, then longer each time, up to an hour.
 *
 * @returns `undefined` if it is not a curve, still trades, or its pool cannot be found.
 * @throws TernError `rpc/*`.
 * @example
 * (await findGraduation(client, pool))?.protocol // 'pumpamm'
 */
export async function findGraduation(
  client: Pick<Client, 'chain'>,
  curve: EndedCurve,
): Promise<Graduation | undefined> {
  if (curve.curve === undefined || curve.curve.stage === 'trading') return undefined
  // Loaded on demand, because it reads the events of every program.
  const { searchGraduation } = await import('./searchGraduation.ts')
  return searchGraduation(client.chain, curve)
}
