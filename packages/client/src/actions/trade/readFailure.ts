import type { TransactionError } from '@solana/kit'
import type { TernError } from '@tern/core'
import { rawError } from '../settled.ts'
import type { FailureKey } from './trade.ts'

/**
 * Explains a failed trade with `explainFailure`. It knows the errors of every venue, so it is loaded on demand.
 * A page that is older than its server can no longer load it, and uses the node's raw error instead.
 */
export async function readFailure(key: FailureKey, error: TransactionError, signature: string): Promise<TernError> {
  const loaded = await import('@tern/venues/explainFailure').catch(() => undefined)
  return loaded === undefined ? rawError(error, signature) : loaded.explainFailure(key, error, signature)
}
