import { TernError } from '@tern/core'
import type { LiquidityVenue } from './liquidity.ts'
import { liquidityLoaders } from './lists/liquidity.ts'
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
  LpMints,
  PaidAmount,
  WithdrawalAmount,
  WithdrawalQuote,
  WithdrawalRequest,
} from './liquidity.ts'
export { liquidityProtocols } from './lists/liquidity.ts'
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
 * Loads the code of a single protocol.
 * @throws TernError `venue/unknownProtocol`.
 */
export async function loadVenue(protocol: Protocol): Promise<Venue> {
  if (!isProtocol(protocol)) throw new TernError('venue/unknownProtocol', { protocol })
  return loaders[protocol]()
}

/**
 * Loads the code for the liquidity of a single protocol.
 *
 * @throws TernError `venue/unknownProtocol` if Tern cannot change the liquidity of this protocol.
 * @example
 * (await loadLiquidity('raydium_cpmm')).protocol // 'raydium_cpmm'
 */
export async function loadLiquidity(protocol: Protocol): Promise<LiquidityVenue> {
  const load = Object.hasOwn(liquidityLoaders, protocol) ? liquidityLoaders[protocol] : undefined
  if (load === undefined) throw new TernError('venue/unknownProtocol', { protocol })
  return load()
}
