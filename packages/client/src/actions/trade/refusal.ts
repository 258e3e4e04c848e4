import type { ErrorCode, TernError } from '@tern/core'
import type { Trade } from './trade.ts'

/** Program errors about the price alone. */
const ofPrice: readonly ErrorCode[] = ['program/slippageExceeded', 'program/priceMovedTooFar']

/** Lists the simulation's refusal of a plan. A refusal about the price counts only for the same minimum output. */
export function refused({ measured, minimum }: Trade): readonly TernError[] {
  const refusal = measured?.refusal
  if (refusal === undefined) return []
  return ofPrice.includes(refusal.error.code) && refusal.minimum !== minimum ? [] : [refusal.error]
}
