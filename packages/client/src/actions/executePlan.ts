import type { Instruction } from '@solana/kit'
import { compileMessage, computeBudgetInstructions } from '@tern/chain'
import { type PlanRequest, splitPlan } from '@tern/chain/internal'
import { type SignedTransaction, TernError } from '@tern/core'
import type { Client } from '../client.ts'
import { type ExecutionStep, executeStages, type StagesOptions } from './executeStages.ts'
import { signOnce, take } from './plan/executing.ts'
import type { PlanNote } from './plan/sentPlans.ts'
import { type SentNote, submissionOf, untipped } from './sentNote.ts'
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
  /**
   * Names this execution and its continuations in the journal, for example a UUID. Processes that share the journal then execute it one at
   * a time, and sign no transaction again that has landed or may still land. It must name the same plan each time.
   * Unset: nothing keeps two processes from executing the same plan.
   */
  readonly id?: string
}

/**
 * Executes a plan of instructions in as few transactions as possible.
 * Parallel parts run together, and the next part starts after all are confirmed. Each transaction is signed when its turn comes.
 * To continue after a stop, call it with the same plan, `done` and `id`. With an `id`, a step that landed before and is not in `done` has the
 * error `plan/alreadySent`. If it may still land, the error is `plan/mayStillLand`.
 *
 * @returns each transaction's step, in order.
 * @throws TernError `owner/missing`, `rpc/*`.
 * @throws TernError `plan/mayStillLand` if this or another process executes `id` now, `send/notNoted` if the journal cannot hold it.
 * @throws TernError `transaction/*` if the plan cannot be split.
 * @throws RangeError see `splitPlan`.
 * @example
 * const steps = await executePlan(client, { plan: parallelInstructionPlan([first, second]), budget })
 * steps.map(({ status }) => status) // ['success']: both fit into a single transaction
 */
export async function executePlan(
  client: Client,
  { plan, budget, version, termsOf }: PlanToExecute,
  { about, id, ...options }: ExecutePlanOptions = {},
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
  let begun = 0
  const turns = stages.map(stage =>
    stage.map(({ instructions }) => {
      const at = begun++
      return () => signOnce(client, { id, at }, () => sign(instructions))
    }),
  )
  const noteOf = (at: number): SentNote | PlanNote =>
    id === undefined ? note : { ...note, plan: { id, kind: 'instructions', at, of: begun } }
  const release = id === undefined ? undefined : await take(client, id)
  try {
    return await executeStages({ ...client, owner }, turns, {
      ...options,
      submission: submissionOf(client, note),
      noteOf,
    })
  } finally {
    release?.()
  }
}
