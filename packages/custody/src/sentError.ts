import { type ErrorCode, type ErrorFacts, isTernError, TernError } from '@tern/core'

/** An error, as a port carries it. The other side rebuilds it from code and facts. */
export interface SentError {
  readonly code: ErrorCode
  readonly facts: ErrorFacts<ErrorCode>
}

/**
 * Prepares an error for a port. The facts of a `TernError` hold no secret.
 * The other side learns nothing about any other error than `wallet/signerFailed` at `step`.
 */
export function sentError(error: unknown, step: string): SentError {
  const { code, facts } = isTernError(error) ? error : new TernError('wallet/signerFailed', { step })
  return { code, facts }
}
