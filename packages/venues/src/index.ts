import { folders, type Protocol } from './protocols.ts'
import type { Venue } from './venue.ts'

export { loadVenue } from './load.ts'
export { isProtocol, type Protocol } from './protocols.ts'
export type { CurveState, FeeKind, Graduation, Pool, Quote, SwapParties, SwapRequest, Venue } from './venue.ts'

/** Every protocol, loaded: for servers and tests. A browser takes `loadVenue` of `@tern/venues/load`. */
export const venues = Object.fromEntries(
  await Promise.all(Object.entries(folders).map(async ([protocol, load]) => [protocol, await load()])),
) as Readonly<Record<Protocol, Venue>>
