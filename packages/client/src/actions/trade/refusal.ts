import type { ErrorCode, TernError } from '@tern/core'
import type { TradePlan } from './trade.ts'

/** What a program refuses for the price alone. */
const ofPrice: readonly ErrorCode[] = ['program/slippageExceeded', 'program/priceMovedTooFar']

/** Why its simulation says that it would fail. What was refused for its price may pass at another. */
export function refused({ request, minimum }: TradePlan): readonly TernError[] {
  const refusal = request.measured?.refusal
  if (refusal === undefined) return []
  return ofPrice.includes(refusal.error.code) && refusal.minimum !== minimum ? [] : [refusal.error]
}
