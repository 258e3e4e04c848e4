import type { Address } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { meteoraDammV2Token } from './meteoraDammV2Token.ts'
import { believeToken, meteoraDbcToken } from './meteoraDbcToken.ts'
import { pumpfunToken } from './pumpfunToken.ts'
import { raydiumClmmToken } from './raydiumClmmToken.ts'
import { raydiumCpmmToken } from './raydiumCpmmToken.ts'
import { raydiumLaunchlabToken } from './raydiumLaunchlabToken.ts'
import type { CurveVenue, WorldVenue } from './worldVenue.ts'

/** Every program that tokens of the world trade on: the only list of them. */
export const worldVenues: readonly WorldVenue[] = [
  raydiumCpmmToken,
  meteoraDammV2Token,
  pumpfunToken,
  raydiumLaunchlabToken,
  meteoraDbcToken,
  believeToken,
  raydiumClmmToken,
]

/** How the world handles what goes by the name of `protocol`; `undefined` where it only finds tokens there. */
export const worldVenueOf = (protocol: Protocol): WorldVenue | undefined =>
  worldVenues.find(({ protocols }) => protocols.includes(protocol))

/** Those with bonding curves. */
export const curveVenues: readonly CurveVenue[] = worldVenues.flatMap(({ curves }) => curves ?? [])

/** A curve that a token of the world may have, and the protocol that opens it. */
interface WorldCandidate {
  readonly protocol: Protocol
  readonly address: Address
}

/** Where a token may have a curve in this world: some of its launchpads have terms of their own, which nobody else knows of. */
export async function worldCandidates(mint: Address): Promise<readonly WorldCandidate[]> {
  const found = worldVenues.map(async ({ protocols: [protocol], curves }) =>
    protocol === undefined || curves === undefined ? [] : [{ protocol, address: await curves.poolOf(mint) }],
  )
  return (await Promise.all(found)).flat()
}
