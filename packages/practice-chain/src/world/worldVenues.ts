import type { Address } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { worldVenues } from '../lists/worldVenues.ts'
import type { CurveVenue, WorldVenue } from './worldVenue.ts'

/** The venue of a protocol; `undefined` if the world creates no tokens there. */
export const worldVenueOf = (protocol: Protocol): WorldVenue | undefined =>
  worldVenues.find(({ protocols }) => protocols.includes(protocol))

/** The curves of all venues that have curves. */
export const curveVenues: readonly CurveVenue[] = worldVenues.flatMap(({ curves }) => curves ?? [])

/** A possible curve of a token, and the protocol that opens it. */
interface WorldCandidate {
  readonly protocol: Protocol
  readonly address: Address
}

/**
 * The possible curves of a token in this world. Some launchpads exist only here, so other code does not know their
 * terms.
 */
export async function worldCandidates(mint: Address): Promise<readonly WorldCandidate[]> {
  const found = worldVenues.map(async ({ protocols: [protocol], curves }) =>
    protocol === undefined || curves === undefined ? [] : [{ protocol, address: await curves.poolOf(mint) }],
  )
  return (await Promise.all(found)).flat()
}
