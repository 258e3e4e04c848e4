import type { Client } from '../../client.ts'
import type { TurnOptions } from '../turn.ts'
import { executeTurns, type TurnState } from '../turns.ts'
import { actionOf } from './actions.ts'
import { guarded } from './executing.ts'
import type { Receipt } from './follow.ts'
import type { Planned } from './plan.ts'
import { type PlanTurns, planTurns } from './planTurns.ts'
import type { PlanStep } from './sentPlans.ts'

/** The result of an action: the state of each transaction. The action stops at the first transaction that is not confirmed. */
export interface Executed {
  /** The action's id in the journal: the first signature. `undefined` if nothing was signed. */
  readonly id: string | undefined
  readonly steps: readonly PlanStep[]
}

/** How to execute a plan. */
export interface ExecuteOptions extends Pick<TurnOptions<Receipt>, 'signal' | 'timeoutMs' | 'beforeSending'> {
  /** Called after each change, until the result. */
  readonly onSteps?: (steps: readonly PlanStep[]) => void
  /** Called at each later change of an outcome, until it is final or `signal` aborts. Unset: following stops at the result. */
  readonly onLater?: (steps: readonly PlanStep[]) => void
  /** Called once a transaction is signed, before the journal is written. */
  readonly onSigned?: (signature: string) => void
  /** For the journal's records, see `SentNote.about`. */
  readonly about?: unknown
}

/**
 * Signs, sends and follows a plan's transactions, in order. Before each signature, reads the chain again and refuses to do more than the
 * plan shows. A plan can be executed once. It can be executed again only after all its transactions failed, expired or were not signed.
 * To continue an interrupted action, plan it again with `planAgain`.
 *
 * @throws TernError the first reason against it, `plan/alreadySent`, `plan/mayStillLand`, `trade/noBlockhash`,
 * `trade/addressMismatch`, `wallet/*`, `rpc/*`, `send/notNoted`. Nothing was sent then. Later errors are part of their
 * step.
 * @example
 * const { steps } = await execute(client, await planWrap(client, { amount: 1_000_000_000n }))
 * steps.map(({ status }) => status) // ['confirmed']
 */
export async function execute(client: Client, planned: Planned, options: ExecuteOptions = {}): Promise<Executed> {
  const { onSteps, onLater, about, ...following } = options
  const made = await planTurns(client, planned, { about, againOf: ({ kind }) => actionOf(kind) })
  const { owner, once, id } = made
  let isReceived = false
  let states: readonly TurnState<Receipt>[] = []
  const run = (turns: PlanTurns['turns']) =>
    executeTurns(
      owner,
      turns.map(turn => [turn]),
      {
        ...{ ...following, once },
        ...(onLater && { onLater: () => onLater(states.map(stepOf)) }),
        onStates(now) {
          states = now
          if (!isReceived && !isUnsent(now)) onSteps?.(now.map(stepOf))
        },
      },
    )
  states = await guarded(client, { turns: made.turns, resumes: planned.resumes }, run)
  isReceived = true
  if (isUnsent(states)) throw states[0]?.error
  return { id: id(), steps: states.map(stepOf) }
}

/** Tests if the first transaction was not signed or not sent. `execute` throws the error then. */
const isUnsent = ([first]: readonly TurnState<Receipt>[]): boolean =>
  first?.status === 'failed' && first.receipt === undefined

function stepOf({ status, transaction, receipt, error }: TurnState<Receipt>): PlanStep {
  if (receipt !== undefined) return receipt
  return { status, ...(transaction && { signature: transaction.signature }), ...(error && { error }) }
}
