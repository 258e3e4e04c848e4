import { errorMessage } from './errorMessages.ts'
import type { ErrorCode, ErrorFacts } from './errorTable.ts'

/**
 * The only error class of Tern. Branch on `code` and show `message`. `code` and `facts` make the same error again after a transfer.
 *
 * @example
 * const error = new TernError('layout/wrongSize', { layout: 'Mint', expected: 82, actual: 3 })
 * error.message // 'Mint takes 82 bytes, not 3'
 */
export class TernError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'TernError'
  readonly code: C
  readonly facts: ErrorFacts<C>

  constructor(code: C, facts: ErrorFacts<C>, options?: { cause?: unknown }) {
    super(errorMessage({ code, facts }), options)
    this.code = code
    this.facts = facts
  }
}

/**
 * Tests if `error` is a `TernError` and, if a code is given, if it has that code.
 *
 * @example
 * isTernError(error, 'trade/notEnoughToBuy') // true: `error.facts.required` is typed
 */
export function isTernError<C extends ErrorCode = ErrorCode>(error: unknown, code?: C): error is TernError<C> {
  return error instanceof TernError && (code === undefined || error.code === code)
}
