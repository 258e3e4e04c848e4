import type { Instruction } from '@solana/kit'
import {
  compileMessage,
  computeBudgetInstructions,
  type ExecuteOptions,
  type ExecutionStep,
  type Outcome,
} from '@tern/chain'
import { entriesOf, type PlanRequest, splitPlan } from '@tern/chain/internal'
import { type SignedTransaction, TernError } from '@tern/core'
import type { Client } from '../client.ts'
import { failureOf } from './failureOf.ts'
import { followSent } from './followSent.ts'
import { submissionOf, untipped } from './sentNote.ts'
import { type Settled, settled } from './settled.ts'
import { networkFeeOf, type TermsParts, withTerms } from './terms.ts'
import type { Turn } from './turn.ts'
import { executeTurns, type TurnState } from './turns.ts'

/** A plan, with the compute budget of each transaction. */
export interface PlanToExecute extends Pick<PlanRequest, 'plan' | 'budget' | 'version'> {
  /**
   * Returns the terms of the transaction with these instructions, for a signer that compares them with the bytes.
   * Unset: a transaction takes its network fee and nothing else.
   */
  readonly termsOf?: (instructions: readonly Instruction[]) => TermsParts
}

/** See `executeTransactions`. `about`: see `SentNote`. */
export interface ExecutePlanOptions extends Omit<ExecuteOptions, 'noteOf' | 'journal'> {
  readonly about?: unknown
}

/**
 * Executes a plan of instructions in as few transactions as possible.
 * Parallel parts run together, and the next part starts after all are confirmed. Each transaction is signed when its turn comes.
 * To continue after a stop, call it with the same plan and `done`.
 *
 * @returns each transaction's step, in order.
 * @throws TernError `owner/missing`, `rpc/*`.
 * @throws TernError `transaction/*` if the plan cannot be split.
 * @throws RangeError see `splitPlan`.
 * @example
 * const steps = await executePlan(client, { plan: parallelInstructionPlan([first, second]), budget })
 * steps.map(({ status }) => status) // ['success']: both fit into a single transaction
 */
export async function executePlan(
  client: Client,
  { plan, budget, version, termsOf }: PlanToExecute,
  { about, skip = 0, done = [], until, onSteps, onTransactions, ...options }: ExecutePlanOptions = {},
): Promise<readonly ExecutionStep[]> {
  const { chain, owner } = client
  if (owner === undefined) throw new TernError('owner/missing', {})
  const ofVersion = version === undefined ? {} : { version }
  const signers = [owner.address]
  const stages = splitPlan({ plan, budget, signers, lifetime: await chain.readBlockhash(), ...ofVersion })
  const note = untipped(about)
  const turnOf = (instructions: readonly Instruction[]): Turn<Signed, Executed> => ({
    async sign() {
      const lifetime = await chain.readBlockhash()
      const all = [...computeBudgetInstructions(budget), ...instructions]
      const message = withTerms(
        compileMessage({ feePayer: owner.address, lifetime, instructions: all, ...ofVersion }),
        termsOf?.(instructions) ?? { lamports: { networkFee: networkFeeOf(budget) } },
      )
      const [transaction] = await owner.signTransactions([message])
      if (transaction === undefined) throw new TernError('transaction/noSigners', {})
      return { transaction }
    },
    follow({ transaction }, follow) {
      const { signature } = transaction
      const receiptOf = async (outcome: Outcome) => ({ signature, ...settled(outcome, failureOf(outcome)), outcome })
      const variants = [{ transaction, submission: submissionOf(client, note) }] as const
      return followSent(client, variants, note, receiptOf, follow)
    },
  })
  const states = await executeTurns(
    owner,
    stages.map(stage => stage.map(batch => turnOf(batch.instructions))),
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
