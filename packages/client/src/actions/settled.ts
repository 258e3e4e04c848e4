import type { TransactionError } from '@solana/kit'
import type { Outcome } from '@tern/chain'
import { TernError } from '@tern/core'

/** What a receipt says of how its transaction ended. */
interface Settled {
  readonly status: Outcome['status']
  readonly slot?: bigint
  /** Why it failed, or that it is *unknown* because the time was up. */
  readonly error?: TernError
  /** With *unknown*: how many more blocks it may land in. */
  readonly blocksLeft?: bigint
}

const inNodesWords = (error: TransactionError) => new TernError('trade/failedOnChain', { error }, { cause: error })

/** `errorOf`: what a failure on chain means; unset: the node's words. */
export function settled(outcome: Outcome, errorOf: (error: TransactionError) => TernError = inNodesWords): Settled {
  const { status } = outcome
  if (status === 'confirmed') return { status, slot: outcome.slot }
  if (status === 'failed') return { status, slot: outcome.slot, error: errorOf(outcome.error) }
  if (status === 'expired') return { status }
  const left = outcome.blocksLeft === undefined ? {} : { blocksLeft: outcome.blocksLeft }
  return { status, ...left, error: new TernError('send/confirmTimedOut', left) }
}
