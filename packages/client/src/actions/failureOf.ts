import type { Outcome } from '@tern/chain'
import { TernError } from '@tern/core'
import { failureWords } from '@tern/core/internal'

/** Makes an error from the node's error of a failed transaction, without an explanation by a venue. `undefined` for any other outcome. */
export function failureOf(outcome: Outcome): TernError | undefined {
  if (outcome.status !== 'failed') return undefined
  const { error, signature } = outcome
  return new TernError('trade/failedOnChain', { error, signature, words: failureWords(error) }, { cause: error })
}
