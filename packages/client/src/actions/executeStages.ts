import type { ConfirmOptions, Outcome, Submission } from '@tern/chain'
import type { Owner, SignedTransaction, TernError } from '@tern/core'
import type { Client } from '../client.ts'
import { failureOf } from './failureOf.ts'
import { followSent } from './followSent.ts'
import type { SentNote } from './sentNote.ts'
import { type Settled, settled } from './settled.ts'
import type { Turn } from './turn.ts'
import { executeTurns, type TurnState } from './turns.ts'

/** The state of a transaction. */
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
export interface StagesOptions extends Pick<ConfirmOptions, 'faults' | 'signal' | 'timeoutMs'> {
  /** How many leading transactions were executed earlier. They are reported as successful and not executed again. Unset: 0. */
  readonly skip?: number
  /**
   * Positions of further transactions that were executed earlier, counted from 0 through all stages.
   * Any of several parallel transactions may have succeeded, not only the first. Unset: no transaction.
   */
  readonly done?: readonly number[]
  /** Called after each change, with the transactions that were sent. */
  readonly onTransactions?: (entries: readonly TransactionEntry[]) => void
  /** Called after each change. */
  readonly onSteps?: (steps: readonly ExecutionStep[]) => void
  /**
   * `final`: follows each transaction until its outcome is final or `signal` aborts, even after the result was returned.
   * Unset: until it is confirmed, failed or expired, or the time runs out.
   */
  readonly until?: 'settled' | 'final'
}

/** The providers of the transactions, and the notes of their journal records. */
interface Sending {
  readonly submission: Submission
  /** @param at position of the transaction, counted from 0 through all stages. */
  readonly noteOf: (at: number) => SentNote
}

/**
 * Executes transactions, stage by stage. The transactions of a stage run in parallel. Each transaction is signed when its turn comes.
 *
 * @param stages the functions that sign the transactions.
 * @returns each transaction's step, in order.
 */
export async function executeStages(
  client: Pick<Client, 'chain' | 'journal'> & { readonly owner: Owner },
  stages: readonly (readonly (() => Promise<SignedTransaction>)[])[],
  { submission, noteOf, skip = 0, done = [], until, onSteps, onTransactions, ...options }: Sending & StagesOptions,
): Promise<readonly ExecutionStep[]> {
  const turnOf = (sign: () => Promise<SignedTransaction>, at: number): Turn<Signed, Executed> => ({
    sign: async () => ({ transaction: await sign() }),
    follow({ transaction }, follow) {
      const { signature } = transaction
      const receiptOf = async (outcome: Outcome) => ({ signature, ...settled(outcome, failureOf(outcome)), outcome })
      return followSent(client, { variants: [{ transaction, submission }], note: noteOf(at), receiptOf }, follow)
    },
  })
  let begun = 0
  const states = await executeTurns(
    client.owner,
    stages.map(stage => stage.map(sign => turnOf(sign, begun++))),
    {
      ...options,
      done: at => at < skip || done.includes(at),
      ...(until === 'final' && { onLater: () => undefined }),
      onStates(now) {
        const steps = now.map(stepOf)
        onSteps?.(steps)
        onTransactions?.(entriesOf(steps))
      },
    },
  )
  return states.map(stepOf)
}

interface Signed {
  readonly transaction: SignedTransaction
}

type Executed = Settled & { readonly signature: string; readonly outcome: Outcome }

function stepOf({ status, isDone, transaction, receipt, error }: TurnState<Executed>): ExecutionStep {
  return {
    status: isDone ? 'success' : statuses[status],
    ...(transaction && { signature: transaction.signature, signedTx: transaction }),
    ...(receipt && { outcome: receipt.outcome }),
    ...(error && { error }),
  }
}

const statuses = {
  waiting: 'waiting',
  sending: 'sending',
  sent: 'sent',
  confirmed: 'success',
  unknown: 'sent',
  failed: 'error',
  expired: 'error',
} as const

/** Lists the transactions that were sent, failed to be sent, or were skipped, in order. */
function entriesOf(steps: readonly ExecutionStep[]): readonly TransactionEntry[] {
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
 * transactionsOf(await executePlan(client, { plan, budget })).txIds // ['5Nf…', '3kQ…']
 */
export function transactionsOf(steps: readonly ExecutionStep[]): {
  readonly txIds: readonly string[]
  readonly signedTxs: readonly SignedTransaction[]
} {
  const signedTxs = steps.flatMap(({ signedTx }) => signedTx ?? [])
  return { txIds: signedTxs.map(({ signature }) => signature), signedTxs }
}
