import type { TransactionError } from '@solana/kit'
import type { TernError } from '@tern/core'
import { inNodesWords } from '../settled.ts'
import type { FailureKey } from './trade.ts'

/**
 * Explains a failed trade by `explainFailure`, which knows the errors of every venue and is loaded only when a trade fails.
 * A page that is older than its server can no longer load it, and shows the node's words instead.
 */
export async function readFailure(key: FailureKey, error: TransactionError, signature: string): Promise<TernError> {
  const loaded = await import('@tern/venues/explainFailure').catch(() => undefined)
  return loaded === undefined ? inNodesWords(error, signature) : loaded.explainFailure(key, error, signature)
}
