import { TernError } from '@tern/core'
import { folders, isProtocol, type Protocol } from './protocols.ts'
import type { Venue } from './venue.ts'

export {
  evidence,
  evidenceOf,
  type Ground,
  isVerifiedOnChain,
  type Mode,
  type ProtocolEvidence,
  type Side,
} from './evidence.ts'
export { isProtocol, type Protocol } from './protocols.ts'
export { type Stage, stageOf } from './stage.ts'
export type {
  CurveState,
  DerivedGraduation,
  FeeKind,
  Graduation,
  Pool,
  Quote,
  SpecialCase,
  SwapParties,
  SwapRequest,
  Venue,
} from './venue.ts'

/**
 * Loads the code of one protocol, and no other.
 * @throws TernError `venue/unknownProtocol`.
 */
export async function loadVenue(protocol: Protocol): Promise<Venue> {
  if (!isProtocol(protocol)) throw new TernError('venue/unknownProtocol', { protocol })
  return folders[protocol]()
}
