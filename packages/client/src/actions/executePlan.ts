import {
  compileMessage,
  computeBudgetInstructions,
  type ExecuteOptions,
  type ExecutionStep,
  executeTransactions,
  type PlanRequest,
  splitPlan,
} from '@tern/chain'
import { TernError } from '@tern/core'
import type { Client } from '../client.ts'
import { submissionOf, untipped } from './sentNote.ts'

/** A plan, with the compute budget of each transaction. */
export type PlanToExecute = Pick<PlanRequest, 'plan' | 'budget' | 'version'>

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
  { chain, owner, providers, relayer, journal }: Client,
  { plan, budget, version }: PlanToExecute,
  { about, ...options }: ExecutePlanOptions = {},
): Promise<readonly ExecutionStep[]> {
  if (owner === undefined) throw new TernError('owner/missing', {})
  const ofVersion = version === undefined ? {} : { version }
  const signers = [owner.address]
  const stages = splitPlan({ plan, budget, signers, lifetime: await chain.readBlockhash(), ...ofVersion })
  const turns = stages.map(stage =>
    stage.map(batch => async () => {
      const instructions = [...computeBudgetInstructions(budget), ...batch.instructions]
      const lifetime = await chain.readBlockhash()
      const message = compileMessage({ feePayer: owner.address, lifetime, instructions, ...ofVersion })
      const [transaction] = await owner.signTransactions([message])
      if (transaction === undefined) throw new TernError('transaction/noSigners', {})
      return transaction
    }),
  )
  const note = untipped(about)
  return executeTransactions(chain, turns, submissionOf({ providers, relayer }, note), {
    ...options,
    ...(journal && { journal, noteOf: () => note }),
  })
}
