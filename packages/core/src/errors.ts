/**
 * Every error of Tern: code → the user's text, given the facts. One line an entry; section 8 of the specification is kept
 * to the letter, spelling included. Code branches on codes, never on text.
 */
const catalogue = {
  'pool/accountsNotReady': (_: { pool: string; missing?: readonly string[] }) => 'Dex accounts not ready for pool',
  'trade/addressMismatch': (_: { expected: string; actual: string }) => 'Wallet address does not match',
} as const satisfies Record<`${string}/${string}`, (facts: never) => string>

export type ErrorCode = keyof typeof catalogue
export type ErrorFacts<C extends ErrorCode> = Parameters<(typeof catalogue)[C]>[0]

/** The only error class. `facts` never hold a secret. */
export class TernError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'TernError'
  readonly code: C
  readonly facts: ErrorFacts<C>

  constructor(code: C, facts: ErrorFacts<C>, options?: { cause?: unknown }) {
    super((catalogue[code] as (facts: ErrorFacts<C>) => string)(facts), options)
    this.code = code
    this.facts = facts
  }
}

/** Whether `error` is Tern's, and, when a code is given, that one. */
export function isTernError<C extends ErrorCode = ErrorCode>(error: unknown, code?: C): error is TernError<C> {
  return error instanceof TernError && (code === undefined || error.code === code)
}
