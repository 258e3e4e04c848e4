import { TernError } from '@tern/core'
import { folders, type Protocol } from './protocols.ts'
import type { Venue } from './venue.ts'

export type { Protocol } from './protocols.ts'
export type { CurveState, FeeKind, Pool, Quote, SwapParties, SwapRequest, Venue } from './venue.ts'

/** Loads the code of one protocol; the others stay where they are. @throws TernError `venue/unknownProtocol`. */
export async function loadVenue(protocol: Protocol): Promise<Venue> {
  if (!Object.hasOwn(folders, protocol)) throw new TernError('venue/unknownProtocol', { protocol })
  return folders[protocol]()
}
