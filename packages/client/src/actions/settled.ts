import type { TransactionError } from '@solana/kit'
import type { Outcome } from '@tern/chain'
import { TernError } from '@tern/core/tradeErrors'

/** How a transaction ended, or that it has not. */
export interface Settled {
  readonly status: Outcome['status']
  /** Of the transaction that landed. */
  readonly signature?: string
  readonly slot?: bigint
  /** Why it failed, or why it is *unknown*: the time was up, or what had landed was taken back. */
  readonly error?: TernError
  /** With *unknown*: how many more blocks it may land in. */
  readonly blocksLeft?: bigint
  /** With *expired* and *failed*: how many independent sources say so at least; 1: there was one only. */
  readonly sources?: number
}

/** What a failure on chain is told by where nobody says what it means. */
export const inNodesWords = (error: TransactionError, signature: string): TernError =>
  new TernError('trade/failedOnChain', { error, signature }, { cause: error })

/** `errorOf`: what a failure on chain means; unset: the node's words. */
export function settled(outcome: Outcome, errorOf: typeof inNodesWords = inNodesWords): Settled {
  const { status } = outcome
  if (status === 'confirmed') return { status, signature: outcome.signature, slot: outcome.slot }
  if (status === 'failed')
    return {
      status,
      signature: outcome.signature,
      slot: outcome.slot,
      sources: outcome.sources,
      error: errorOf(outcome.error, outcome.signature),
    }
  if (status === 'expired') return { status, sources: outcome.sources }
  const left = outcome.blocksLeft === undefined ? {} : { blocksLeft: outcome.blocksLeft }
  return {
    status,
    ...left,
    error: new TernError(outcome.rolledBack ? 'send/rolledBack' : 'send/confirmTimedOut', left),
  }
}
