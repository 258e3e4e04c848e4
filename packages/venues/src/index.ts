import { TernError } from '@tern/core'
import { loaders } from './lists/protocols.ts'
import { isProtocol, type Protocol } from './protocols.ts'
import type { Venue } from './venue.ts'

export { evidenceOf, isVerifiedOnChain } from './evidence.ts'
export type { Ground, Mode, ProtocolEvidence, Side } from './ground.ts'
export type {
  DepositAmount,
  DepositQuote,
  DepositRequest,
  LiquidityParties,
  LiquidityPool,
  LiquidityVenue,
  WithdrawalAmount,
  WithdrawalQuote,
  WithdrawalRequest,
} from './liquidity.ts'
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
  SwapForms,
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
  return loaders[protocol]()
}
