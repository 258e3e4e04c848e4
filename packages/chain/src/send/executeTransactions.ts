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
  readonly signedTx?: SignedTransaction
  readonly outcome?: Outcome
  /** Why it was not signed, or not sent, or why none of the ways took it, with which it may have arrived all the same. */
  readonly error?: TernError
}

/** What a status callback is told of a transaction that was sent, in the exchange's words. What was skipped has a status alone. */
export interface TransactionEntry {
  readonly txId?: string
  readonly status: 'sent' | 'success' | 'error'
  readonly signedTx?: SignedTransaction
}

/** How several transactions are made. */
export interface ExecuteOptions extends ConfirmOptions, Pick<SendTransactionOptions, 'journal'> {
  /** So many leading transactions are not made: they were made before, and are told of as successful. Unset: none. */
  readonly skip?: number
  /**
   * The places, counted from 0 through all lists, of others that were made before: of transactions that go at once any may have
   * succeeded, not the leading ones alone. Unset: none.
   */
  readonly done?: readonly number[]
  /** The same as `onSteps`, of those that were sent. */
  readonly onTransactions?: (entries: readonly TransactionEntry[]) => void
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
 * Makes transactions one after the other: the next is signed once the one before is confirmed, and none after one that is not. One
 * source's word is not enough for that where there are more, until the time is up and nobody has denied it.
 * Those of an inner list do not depend on each other and are made at once. To go on after a stop, once what is *unknown* is
 * known, call again and `skip` what succeeded, or name it with `done`.
 *
 * @returns each transaction's step, in order. @throws what `turn` throws, if that is no TernError.
 */
export async function executeTransactions(
  sources: Sources,
  turns: readonly (Turn | readonly Turn[])[],
  route: Route,
  { skip = 0, done = [], onSteps, onTransactions, noteOf, until = 'settled', ...options }: ExecuteOptions = {},
): Promise<readonly ExecutionStep[]> {
  const stages = turns.map(turn => (typeof turn === 'function' ? [turn] : turn))
  const isDone = (at: number) => at < skip || done.includes(at)
  let steps: readonly ExecutionStep[] = stages.flat().map((_, at) => ({ status: isDone(at) ? 'success' : 'waiting' }))
  const change = (at: number, changed: ExecutionStep) => {
    steps = steps.map((step, i) => (i === at ? { ...step, ...changed } : step))
    onSteps?.(steps)
    onTransactions?.(entriesOf(steps))
  }

  async function execute(turn: Turn, at: number) {
    change(at, { status: 'sending' })
    try {
      const transaction = await turn()
      change(at, { status: 'sending', signature: transaction.signature, signedTx: transaction })
      const tell = (outcome: Outcome) => change(at, { status: statusOf(outcome), outcome })
      let isSettled = false
      const outcome = await sendTransaction(sources, transaction, route, {
        ...options,
        // What comes next rests on it, and cannot be called back.
        believe: 'enough',
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
    await Promise.all(stage.map((turn, i) => (isDone(from + i) ? undefined : execute(turn, from + i))))
    if (steps.slice(0, begun).some(({ status }) => status !== 'success')) break
  }
  return steps
}

/** The transactions that were sent, failed to be, or were skipped, in order. */
function entriesOf(steps: readonly ExecutionStep[]): readonly TransactionEntry[] {
  return steps.flatMap(({ status, signature, signedTx }) =>
    status === 'waiting' || status === 'sending'
      ? []
      : [{ status, ...(signature !== undefined && { txId: signature }), ...(signedTx && { signedTx }) }],
  )
}

/**
 * What was signed, in order: of one transaction `{ txId, signedTx }` is the first of each.
 * @example transactionsOf(await executeTransactions(chain, turns, route)).txIds // ['5Nf…', '3kQ…']
 */
export function transactionsOf(steps: readonly ExecutionStep[]): {
  readonly txIds: readonly string[]
  readonly signedTxs: readonly SignedTransaction[]
} {
  const signedTxs = steps.flatMap(({ signedTx }) => signedTx ?? [])
  return { txIds: signedTxs.map(({ signature }) => signature), signedTxs }
}

function statusOf({ status }: Outcome): ExecutionStep['status'] {
  if (status === 'confirmed') return 'success'
  return status === 'unknown' ? 'sent' : 'error'
}
