import type { TransactionError } from '@solana/kit'
import type { TernError } from '@tern/core'
import { inNodesWords } from '../settled.ts'
import type { FailureKey } from './trade.ts'

/**
 * What a node's words about a failed trade mean, as `landedError` tells it. That reads the errors of every venue, and is loaded by
 * trades that fail: a page that can no longer get it, as one that is older than its server, tells the node's words.
 */
export async function readFailure(key: FailureKey, error: TransactionError, signature: string): Promise<TernError> {
  const loaded = await import('./landedError.ts').catch(() => undefined)
  return loaded === undefined ? inNodesWords(error, signature) : loaded.landedError(key, error, signature)
}
