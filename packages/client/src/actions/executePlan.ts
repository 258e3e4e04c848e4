import type { Instruction } from '@solana/kit'
import { compileMessage, computeBudgetInstructions } from '@tern/chain'
import { type PlanRequest, splitPlan } from '@tern/chain/internal'
import { type SignedTransaction, TernError } from '@tern/core'
import type { Client } from '../client.ts'
import { type ExecutionStep, executeStages, type StagesOptions } from './executeStages.ts'
import { submissionOf, untipped } from './sentNote.ts'
import { networkFeeOf, type TermsParts, withTerms } from './terms.ts'

/** A plan, with the compute budget of each transaction. */
export interface PlanToExecute extends Pick<PlanRequest, 'plan' | 'budget' | 'version'> {
  /**
   * Returns the terms of a transaction from its instructions. The signer compares the terms with the bytes.
   * Unset: a transaction takes its network fee and nothing else.
   */
  readonly termsOf?: (instructions: readonly Instruction[]) => TermsParts
}

/** How to execute a plan of instructions. `about`: see `SentNote`. */
export interface ExecutePlanOptions extends StagesOptions {
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
  { about, ...options }: ExecutePlanOptions = {},
): Promise<readonly ExecutionStep[]> {
  const { chain, owner } = client
  if (owner === undefined) throw new TernError('owner/missing', {})
  const ofVersion = version === undefined ? {} : { version }
  const signers = [owner.address]
  const stages = splitPlan({ plan, budget, signers, lifetime: await chain.readBlockhash(), ...ofVersion })
  const note = untipped(about)

  const sign = async (instructions: readonly Instruction[]): Promise<SignedTransaction> => {
    const lifetime = await chain.readBlockhash()
    const all = [...computeBudgetInstructions(budget), ...instructions]
    const message = withTerms(
      compileMessage({ feePayer: owner.address, lifetime, instructions: all, ...ofVersion }),
      termsOf?.(instructions) ?? { lamports: { networkFee: networkFeeOf(budget) } },
    )
    const [transaction] = await owner.signTransactions([message])
    if (transaction === undefined) throw new TernError('transaction/noSigners', {})
    return transaction
  }
  const turns = stages.map(stage =>
    stage.map(
      ({ instructions }) =>
        () =>
          sign(instructions),
    ),
  )
  return executeStages({ ...client, owner }, turns, { submission: submissionOf(client, note), note }, options)
}
