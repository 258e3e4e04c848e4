import { isTernError } from '@tern/core'

/** The largest amount that is not refused for this, in raw units; `undefined`: none is, or the refusal does not know. */
export function largestFor(error: unknown): bigint | undefined {
  if (isTernError(error, 'trade/notEnoughToBuy')) return error.facts.largest || undefined
  return isTernError(error, 'trade/notEnoughTokens') ? error.facts.balance || undefined : undefined
}
