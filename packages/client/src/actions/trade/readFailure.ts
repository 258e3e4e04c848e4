import type { TransactionError } from '@solana/kit'
import { TernError } from '@tern/core'
import type { FailureKey } from './trade.ts'

/**
 * Explains a failed trade with `explainFailure`. It knows the errors of every venue, so it is loaded on demand.
 * A page that is older than its server can no longer load it, and says so.
 */
export async function readFailure(key: FailureKey, error: TransactionError, signature: string): Promise<TernError> {
  const loaded = await import('@tern/venues/explainFailure').catch(() => undefined)
  if (loaded !== undefined) return loaded.explainFailure(key, error, signature)
  const words = 'its reason could not be loaded'
  return new TernError('trade/failedOnChain', { error, signature, words }, { cause: error })
}
