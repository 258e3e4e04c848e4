import type { Outcome } from '@tern/chain'
import { failureWords, TernError } from '@tern/core'

/** Makes an error from the node's error of a failed transaction, without an explanation by a venue. `undefined` for any other outcome. */
export function failureOf(outcome: Outcome): TernError | undefined {
  if (outcome.status !== 'failed') return undefined
  const { error, signature } = outcome
  return new TernError('trade/failedOnChain', { error, signature, words: failureWords(error) }, { cause: error })
}
