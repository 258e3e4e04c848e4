import type { Graduation, Pool } from '@tern/venues'
import type { Client } from './client.ts'

/** Of a bonding curve, what it takes to find where it went. */
export interface EndedCurve extends Pick<Pool, 'address'> {
  readonly curve?: Pool['curve'] | undefined
  readonly graduation?: Pool['graduation'] | undefined
}

/**
 * The pool that a finished curve moved to, or will move to as far as can be said; `undefined` where it is no curve, still trades, or
 * cannot be found. A pool that anybody could have made is believed only if it, or the curve's migration, proves whose it is: for that the
 * curve's last transactions are read, at most sixty of the last two thousand: those that landed. What is found is kept; what is not is
 * looked for again a minute later, then more rarely.
 * @throws TernError `rpc/*`.
 */
export async function findGraduation(
  client: Pick<Client, 'chain'>,
  curve: EndedCurve,
): Promise<Graduation | undefined> {
  if (curve.curve === undefined || curve.curve.stage === 'trading') return undefined
  // Reads the events of all programs: loaded by those who come to a curve's end.
  const { searchGraduation } = await import('./searchGraduation.ts')
  return searchGraduation(client.chain, curve)
}
