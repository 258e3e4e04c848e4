import { isTernError, type SignedTransaction, type TernError } from '@tern/core'
import type { Route } from './broadcast.ts'
import type { Outcome } from './outcome.ts'
import { type ConfirmOptions, type SendTransactionOptions, sendTransaction } from './sendTransaction.ts'
import type { Sources } from './track.ts'

/** One transaction of several, signed when its turn comes: its blockhash is fresh then, and what it rests on is known. */
export type Turn = () => Promise<SignedTransaction>

/** Where one transaction of several stands. */
export interface ExecutionStep {
  /**
   * `waiting`: not begun. `sending`: it is being signed or handed on. `sent`: somebody took it; with an `outcome`, which is
   * *unknown* then, it may still land. `success`: confirmed, or skipped. `error`: not signed or not sent, failed on chain, or expired.
   */
  readonly status: 'waiting' | 'sending' | 'sent' | 'success' | 'error'
  /** Absent until it is signed, and of what was skipped. */
  readonly signature?: string
  readonly outcome?: Outcome
  /** Why it was not signed, or not sent, or why none of the ways took it, with which it may have arrived all the same. */
  readonly error?: TernError
}

/** How several transactions are made. */
export interface ExecuteOptions extends ConfirmOptions, Pick<SendTransactionOptions, 'journal'> {
  /** So many leading transactions are not made: they were made before, and are told of as successful. Unset: none. */
  readonly skip?: number
  /** After each change. */
  readonly onSteps?: (steps: readonly ExecutionStep[]) => void
  /** What the journal says of each beside its bytes. Unset: nothing. */
  readonly noteOf?: (at: number, transaction: SignedTransaction) => unknown
  /**
   * `final`: each is followed, the result or not, until nothing can change it or `signal` aborts. Unset: until it is confirmed, has
   * failed or expired, or the time is up.
   */
  readonly until?: 'settled' | 'final'
}

/**
 * Makes transactions one after the other: the next is signed once the one before is confirmed, and none after one that is not.
 * Those of an inner list do not depend on each other and are made at once. To go on after a stop, once what is *unknown* is
 * known, call again and `skip` what succeeded.
 *
 * @returns each transaction's step, in order. @throws what `turn` throws, if that is no TernError.
 */
export async function executeTransactions(
  sources: Sources,
  turns: readonly (Turn | readonly Turn[])[],
  route: Route,
  { skip = 0, onSteps, noteOf, until = 'settled', ...options }: ExecuteOptions = {},
): Promise<readonly ExecutionStep[]> {
  const stages = turns.map(turn => (typeof turn === 'function' ? [turn] : turn))
  let steps: readonly ExecutionStep[] = stages.flat().map((_, at) => ({ status: at < skip ? 'success' : 'waiting' }))
  const change = (at: number, changed: ExecutionStep) => {
    steps = steps.map((step, i) => (i === at ? { ...step, ...changed } : step))
    onSteps?.(steps)
  }

  async function execute(turn: Turn, at: number) {
    change(at, { status: 'sending' })
    try {
      const transaction = await turn()
      change(at, { status: 'sending', signature: transaction.signature })
      const tell = (outcome: Outcome) => change(at, { status: statusOf(outcome), outcome })
      let isSettled = false
      const outcome = await sendTransaction(sources, transaction, route, {
        ...options,
        ...(noteOf && { note: noteOf(at, transaction) }),
        onSent: () => change(at, { status: 'sent' }),
        onFailure: error => change(at, { status: 'sending', error }),
        ...(until === 'final' && { onOutcome: (later: Outcome) => isSettled && tell(later) }),
      })
      isSettled = true
      tell(outcome)
    } catch (error) {
      if (!isTernError(error)) throw error
      change(at, { status: 'error', error })
    }
  }

  let begun = 0
  for (const stage of stages) {
    const from = begun
    begun += stage.length
    await Promise.all(stage.map((turn, i) => (from + i < skip ? undefined : execute(turn, from + i))))
    if (steps.slice(0, begun).some(({ status }) => status !== 'success')) break
  }
  return steps
}

function statusOf({ status }: Outcome): ExecutionStep['status'] {
  if (status === 'confirmed') return 'success'
  return status === 'unknown' ? 'sent' : 'error'
}
