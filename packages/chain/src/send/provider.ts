import { type Address, isTernError, type SignedTransaction, TernError } from '@tern/core'

/** What a provider is told with a transaction. */
export interface SendOptions {
  /** Ask the provider to keep the transaction from front-runners, where it can. */
  readonly frontRunningProtection?: boolean
  readonly signal: AbortSignal
}

/** A way for transactions into the cluster. */
export interface Provider {
  readonly name: string
  /** Lamports that it takes at least. */
  readonly minimumTip: bigint
  /** Where a tip may go, one as good as another; none: it takes no tip. */
  readonly tipAccounts: readonly Address[]
  /**
   * Hands the same bytes to every endpoint at once, each for 5 s at most. Resolves as soon as one took them.
   * @throws TernError `send/*` when none did; that none answered does not mean that none has it.
   */
  send(transaction: SignedTransaction, options: SendOptions): Promise<void>
}

/** Resolves with the first success. @throws TernError `send/timedOut`, `send/failed`: what the first attempt says. */
export async function anyOf(attempts: readonly Promise<unknown>[]): Promise<void> {
  try {
    await Promise.any(attempts)
  } catch (error) {
    const cause: unknown = error instanceof AggregateError ? error.errors[0] : error
    if (isTernError(cause, 'rpc/timedOut')) throw new TernError('send/timedOut', {}, { cause })
    throw new TernError('send/failed', { why: whyOf(cause) }, { cause })
  }
}

function whyOf(cause: unknown): string {
  if (isTernError(cause, 'rpc/refused')) return cause.facts.message
  if (isTernError(cause, 'rpc/badAnswer')) return cause.facts.statusText || cause.facts.why
  return cause instanceof Error ? cause.message : String(cause)
}
