import type { ErrorCode, TernError } from '@tern/core'
import type { TradePlan } from './trade.ts'

/** Program errors about the price alone. */
const ofPrice: readonly ErrorCode[] = ['program/slippageExceeded', 'program/priceMovedTooFar']

/** Lists the simulation's refusal of a plan. A refusal about the price counts only for the same minimum output. */
export function refused({ request, minimum }: TradePlan): readonly TernError[] {
  const refusal = request.measured?.refusal
  if (refusal === undefined) return []
  return ofPrice.includes(refusal.error.code) && refusal.minimum !== minimum ? [] : [refusal.error]
}
