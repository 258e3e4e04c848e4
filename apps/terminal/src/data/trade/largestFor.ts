import { isTernError } from '@tern/core'

/**
 * Returns the largest amount that avoids this refusal, in raw units; `undefined` if there is no such amount or it is unknown.
 */
export function largestFor(error: unknown): bigint | undefined {
  if (isTernError(error, 'trade/notEnoughToBuy')) return error.facts.largest || undefined
  return isTernError(error, 'trade/notEnoughTokens') ? error.facts.balance || undefined : undefined
}
