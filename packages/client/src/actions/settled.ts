import type { Outcome } from '@tern/chain'
import { TernError } from '@tern/core'

/** How long an *unknown* transaction may still land. Empty for other outcomes, and for a durable nonce. */
export interface LandsUntil {
  /** Max blocks left for it to land, counted from a finalized height. Unset until a node reports its height. */
  readonly blocksLeft?: bigint
  /** Height of the last block that can hold it. */
  readonly lastHeight?: bigint
}

/** A transaction's outcome. */
export interface Settled extends LandsUntil {
  readonly status: Outcome['status']
  /** The transaction that landed. */
  readonly signature?: string
  readonly slot?: bigint
  /** Why it failed, or why it is *unknown*: the time ran out, `signal` aborted, or an earlier outcome was taken back. */
  readonly error?: TernError
  /** With *expired* and *failed*: at least this many independent sources report it. */
  readonly sources?: number
}

/**
 * Converts an outcome.
 *
 * @param failure the reason of a failure on chain. Only used for *failed*.
 */
export function settled(outcome: Outcome, failure: TernError | undefined): Settled {
  if (outcome.status === 'expired') return outcome
  if (outcome.status !== 'unknown') {
    const { isFinal: _, ...landed } = outcome
    if (landed.status !== 'failed') return landed
    const { error: __, ...failed } = landed
    return { ...failed, ...(failure && { error: failure }) }
  }
  const { rolledBack, isStopped, ...left } = outcome
  const { status: _, ...facts } = left
  const code = rolledBack ? 'send/rolledBack' : isStopped ? 'send/stopped' : 'send/confirmTimedOut'
  return { ...left, error: new TernError(code, facts) }
}
