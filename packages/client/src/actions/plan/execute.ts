import type { Outcome } from '@tern/chain'
import { type Address, type Owner, type SignedTransaction, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { failureOf } from '../failureOf.ts'
import { type FollowOptions, followSent } from '../followSent.ts'
import { submissionOf, untipped } from '../sentNote.ts'
import { type Settled, settled } from '../settled.ts'
import { signable } from '../signable.ts'
import { signedPlans } from '../signedPlans.ts'
import { readFailure } from '../trade/readFailure.ts'
import type { Turn } from '../turn.ts'
import { executeTurns, type TurnState } from '../turns.ts'
import { type Action, actionOf } from './actions.ts'
import type { Plan, Planned } from './plan.ts'
import { planInstructions, planMessage } from './planMessage.ts'
import { messagePlannedAgain } from './plannedAgain.ts'
import type { PlanNote, PlanStep } from './sentPlans.ts'

/** The result of an action: the state of each transaction. The action stops at the first that is not confirmed. */
export interface Executed {
  /** The action's id in the journal: the first signature. `undefined` if nothing was signed. */
  readonly id: string | undefined
  readonly steps: readonly PlanStep[]
}

/** How to execute a plan. */
export interface ExecuteOptions extends Pick<FollowOptions<PlanStep>, 'signal' | 'timeoutMs'> {
  /** Called after each change, until the result. */
  readonly onSteps?: (steps: readonly PlanStep[]) => void
  /** Called at each later change of an outcome, until it is final or `signal` aborts. Unset: following stops at the result. */
  readonly onLater?: (steps: readonly PlanStep[]) => void
  /** Called once a transaction is signed, before the journal is written. */
  readonly onSigned?: (signature: string) => void
  /** For the journal's records, see `SentNote.about`. */
  readonly about?: unknown
}

type SettledStep = Settled & { readonly signature: string }

interface Signed {
  readonly transaction: SignedTransaction
  /** The program of each instruction. */
  readonly programs: readonly Address[]
}

/**
 * Signs, sends and follows a plan's transactions, in order. Reads the chain again before each signature, and signs nothing beyond what
 * was shown. A plan can be executed once. It can be executed again only after all its transactions failed, expired or were not signed.
 * To continue an interrupted action, plan it again with `planAgain`.
 *
 * @throws TernError the first reason against it, `plan/alreadySent`, `trade/noBlockhash`, `trade/addressMismatch`, `wallet/*`, `rpc/*`,
 *   `send/notNoted`. Nothing was sent then. Later errors are part of their step.
 * @example
 * const { steps } = await execute(client, await planWrap(client, { amount: 1_000_000_000n }))
 * steps.map(({ status }) => status) // ['confirmed']
 */
export async function execute(client: Client, planned: Planned, options: ExecuteOptions = {}): Promise<Executed> {
  const { owner, plan } = signable(client, planned)
  const { onSteps, onLater, about, ...following } = options
  const { id, positions, of } = planned.resumes ?? {
    ...{ id: undefined, positions: [...plan.messages.keys()], of: plan.messages.length },
  }
  const action = await actionOf(plan.kind)
  let name = id
  let isReceived = false
  let states: readonly TurnState<SettledStep>[] = []
  const turnOf = (at: number): Turn<Signed, SettledStep> => ({
    sign: () => sign(client, owner, plan, { action, at, landed: positions[at] ?? at }),
    follow({ transaction, programs }, follow) {
      const { signature } = transaction
      const isFirst = name === undefined
      name ??= signature
      const position = { id: name, kind: plan.kind, at: positions[at] ?? at, of }
      const note: PlanNote = {
        ...untipped(about),
        ...(action.failures === undefined && { failureKey: { programs } }),
        // A request may be long, so only the first record has it.
        plan: { ...position, ...(isFirst && { request: plan.request }) },
      }
      const receiptOf = async (outcome: Outcome) => {
        signedPlans.record(plan, signature, outcome)
        // Earlier readings are outdated.
        client.chain.forget(touchedBy(plan, at), 'slot' in outcome ? outcome.slot : undefined)
        if (outcome.status !== 'failed' || action.failures === 'node')
          return { signature, ...settled(outcome, failureOf(outcome)) }
        return { signature, ...settled(outcome, await readFailure({ programs }, outcome.error, signature)) }
      }
      const variants = [{ transaction, submission: submissionOf(client, note) }] as const
      return followSent(client, variants, note, receiptOf, follow)
    },
  })
  states = await executeTurns(
    owner,
    plan.messages.map((_, at) => [turnOf(at)]),
    {
      ...following,
      once: { plan, error: action.alreadySent?.() ?? new TernError('plan/alreadySent', {}) },
      ...(onLater && { onLater: () => onLater(states.map(stepOf)) }),
      onStates(now) {
        states = now
        if (!isReceived && !isUnsent(now)) onSteps?.(now.map(stepOf))
      },
    },
  )
  isReceived = true
  if (isUnsent(states)) throw states[0]?.error
  return { id: name, steps: states.map(stepOf) }
}

/** Whether the first transaction was not signed or not sent. The result is an error then. */
const isUnsent = ([first]: readonly TurnState<SettledStep>[]): boolean =>
  first?.status === 'failed' && first.receipt === undefined

async function sign(
  client: Client,
  owner: Owner,
  plan: Plan,
  { action, ...position }: { readonly action: Action; readonly at: number; readonly landed: number },
): Promise<Signed> {
  const message = await (action.again?.(client, plan, position.at) ??
    messagePlannedAgain(client, action, plan, position))
  const lifetime = message.lifetime ?? (await client.chain.readBlockhash())
  const [transaction] = await owner.signTransactions([planMessage(plan.owner, message, lifetime)], message.cosigners)
  if (transaction === undefined) throw new TernError('transaction/noSigners', {})
  return { transaction, programs: planInstructions(message).map(({ programAddress }) => programAddress) }
}

const touchedBy = ({ owner, messages }: Plan, at: number): readonly Address[] => [
  owner,
  ...(messages[at]?.instructions ?? []).flatMap(({ accounts = [] }) => accounts.map(({ address }) => address)),
]

function stepOf({ status, transaction, receipt, error }: TurnState<SettledStep>): PlanStep {
  if (receipt !== undefined) return receipt
  return { status, ...(transaction && { signature: transaction.signature }), ...(error && { error }) }
}
