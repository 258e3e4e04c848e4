import type { TransactionError } from '@solana/kit'
import type { Outcome } from '@tern/chain'
import { TernError } from '@tern/core/tradeErrors'

/** Until when what is *unknown* may land; empty with all else, and of what lives by a durable nonce. */
export interface LandsUntil {
  /** How many more blocks it may land in at most, counted from the last final one; absent while no node has told of it. */
  readonly blocksLeft?: bigint
  /** The height of the last block that it may land in. */
  readonly lastHeight?: bigint
}

/** How a transaction ended, or that it has not. */
export interface Settled extends LandsUntil {
  readonly status: Outcome['status']
  /** Of the transaction that landed. */
  readonly signature?: string
  readonly slot?: bigint
  /** Why it failed, or why it is *unknown*: the time was up, or what had landed was taken back. */
  readonly error?: TernError
  /** With *expired* and *failed*: how many independent sources say so at least; 1: there was one only. */
  readonly sources?: number
}

/** What a failure on chain is told by where nobody says what it means. */
export const inNodesWords = (error: TransactionError, signature: string): TernError =>
  new TernError('trade/failedOnChain', { error, signature }, { cause: error })

/** `errorOf`: what a failure on chain means; unset: the node's words. */
export function settled(outcome: Outcome, errorOf: typeof inNodesWords = inNodesWords): Settled {
  if (outcome.status === 'expired') return outcome
  if (outcome.status !== 'unknown') {
    const { isFinal: _, ...landed } = outcome
    return landed.status === 'failed' ? { ...landed, error: errorOf(landed.error, landed.signature) } : landed
  }
  const { rolledBack, ...left } = outcome
  const { status: _, ...facts } = left
  return { ...left, error: new TernError(rolledBack ? 'send/rolledBack' : 'send/confirmTimedOut', facts) }
}
