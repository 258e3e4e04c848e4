import { type ErrorCode, type ErrorFacts, isTernError, TernError } from '@tern/core'

/** An error on its way over a port. Code and facts make the same error on the other side. */
export interface SentError {
  readonly code: ErrorCode
  readonly facts: ErrorFacts<ErrorCode>
}

/**
 * Makes an error ready to be sent. Facts of a `TernError` hold no secret. Of any other error the other side learns only that it
 * happened, as `wallet/signerFailed`.
 */
export function sentError(error: unknown, step: string): SentError {
  const { code, facts } = isTernError(error) ? error : new TernError('wallet/signerFailed', { step })
  return { code, facts }
}
