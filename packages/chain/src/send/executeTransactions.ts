import { isTernError, type SignedTransaction, type TernError } from '@tern/core'
import type { Submission } from './broadcast.ts'
import type { Outcome } from './outcome.ts'
import { type ConfirmOptions, type SendTransactionOptions, sendTransaction } from './sendTransaction.ts'
import type { Sources } from './track.ts'

/** Signs a transaction of several when its turn comes. Its blockhash is fresh then, and the earlier outcomes are known. */
export type Turn = () => Promise<SignedTransaction>

/** The state of a transaction of several. */
export interface ExecutionStep {
  /**
   * - `waiting`: not begun.
   * - `sending`: it is being signed or submitted.
   * - `sent`: a provider accepted it. If `outcome` is set, it is *unknown*, and the transaction may still land.
   * - `success`: confirmed, or skipped.
   * - `error`: not signed, not sent, failed on chain, or expired.
   */
  readonly status: 'waiting' | 'sending' | 'sent' | 'success' | 'error'
  /** Unset until it is signed, and for a skipped transaction. */
  readonly signature?: string
  readonly signedTx?: SignedTransaction
  readonly outcome?: Outcome
  /** The error if it was not signed or not sent, or if every provider refused it. A refused transaction may still have arrived. */
  readonly error?: TernError
}

/** A sent transaction, with the field names of the exchange's own status callback. A skipped transaction has only a status. */
export interface TransactionEntry {
  readonly txId?: string
  readonly status: 'sent' | 'success' | 'error'
  readonly signedTx?: SignedTransaction
}

/** How to execute several transactions. */
export interface ExecuteOptions extends ConfirmOptions, Pick<SendTransactionOptions, 'journal'> {
  /** How many leading transactions were executed earlier. They are reported as successful and not executed again. Unset: 0. */
  readonly skip?: number
  /**
   * Positions of further transactions that were executed earlier, counted from 0 through all lists.
   * Any of several parallel transactions may have succeeded, not only the leading ones. Unset: none.
   */
  readonly done?: readonly number[]
  /** Called after each change, with the transactions that were sent. */
  readonly onTransactions?: (entries: readonly TransactionEntry[]) => void
  /** Called after each change. */
  readonly onSteps?: (steps: readonly ExecutionStep[]) => void
  /** Returns the journal's `note` for a transaction. Unset: no note. */
  readonly noteOf?: (at: number, transaction: SignedTransaction) => unknown
  /**
   * `final`: follows each transaction until its outcome is final or `signal` aborts, even after the result was returned.
   * Unset: until it is confirmed, failed or expired, or the time runs out.
   */
  readonly until?: 'settled' | 'final'
}

/**
 * Executes transactions in order. Signs the next only after the earlier one is confirmed, and stops after any other outcome.
 * `faults` + 1 sources must confirm, or all if there are fewer. If the time runs out first, a single source is enough, unless another denies it.
 * The transactions of an inner list do not depend on each other and run in parallel.
 * To continue after a stop, wait until every *unknown* is settled. Then call again with `skip` or `done`.
 *
 * @returns each transaction's step, in order.
 * @throws errors of `turn` that are not a TernError.
 * @example
 * const steps = await executeTransactions(chain, [() => signFirst(), () => signSecond()], { providers: [normalProvider(chain)] })
 * steps.map(({ status }) => status) // ['success', 'success']
 */
export async function executeTransactions(
  sources: Sources,
  turns: readonly (Turn | readonly Turn[])[],
  submission: Submission,
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
      const report = (outcome: Outcome) => change(at, { status: statusOf(outcome), outcome })
      let isSettled = false
      const outcome = await sendTransaction(sources, transaction, submission, {
        ...options,
        // The next transaction depends on it and cannot be recalled.
        believe: 'enough',
        ...(noteOf && { note: noteOf(at, transaction) }),
        onSent: () => change(at, { status: 'sent' }),
        onFailure: error => change(at, { status: 'sending', error }),
        ...(until === 'final' && { onOutcome: (later: Outcome) => isSettled && report(later) }),
      })
      isSettled = true
      report(outcome)
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

/**
 * Lists the transactions that were sent, failed to be sent, or were skipped, in order.
 *
 * @example
 * entriesOf(steps) // [{ status: 'success', txId: '5Nf…', signedTx }]
 */
export function entriesOf(steps: readonly ExecutionStep[]): readonly TransactionEntry[] {
  return steps.flatMap(({ status, signature, signedTx }) =>
    status === 'waiting' || status === 'sending'
      ? []
      : [{ status, ...(signature !== undefined && { txId: signature }), ...(signedTx && { signedTx }) }],
  )
}

/**
 * Lists the signed transactions, in order.
 *
 * @example
 * transactionsOf(await executeTransactions(chain, turns, submission)).txIds // ['5Nf…', '3kQ…']
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
