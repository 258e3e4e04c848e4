import {
  compileMessage,
  computeBudgetInstructions,
  type ExecuteOptions,
  type ExecutionStep,
  executeTransactions,
  type PlanRequest,
  splitPlan,
} from '@tern/chain'
import { TernError } from '@tern/core/tradeErrors'
import type { Client } from '../client.ts'
import { routeOf, untipped } from './sentNote.ts'

/** A plan, and what each of its transactions may use and pays. */
export type PlanToExecute = Pick<PlanRequest, 'plan' | 'budget' | 'version'>

/** As of `executeTransactions`; `about`: as of `SentNote`. */
export interface ExecutePlanOptions extends Omit<ExecuteOptions, 'noteOf' | 'journal'> {
  readonly about?: unknown
}

/**
 * Makes a plan of instructions in as few transactions as they fit: what is parallel in it at once, what comes after once all of
 * that is confirmed. Each is signed when its turn comes. To go on after a stop: the same plan, with `done`.
 * @returns each transaction's step, in order.
 * @throws TernError `owner/missing`; `transaction/*` when the plan cannot be split; `rpc/*`. RangeError: as `splitPlan`.
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
  return executeTransactions(chain, turns, routeOf({ providers, relayer }, note), {
    ...options,
    ...(journal && { journal, noteOf: () => note }),
  })
}
