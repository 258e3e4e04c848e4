import { compileMessage, computeBudgetInstructions, type Outcome } from '@tern/chain'
import { type Address, type Owner, type SignedTransaction, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { type FollowOptions, followSent } from '../followSent.ts'
import { submissionOf, untipped } from '../sentNote.ts'
import { type Settled, settled } from '../settled.ts'
import { signable } from '../signable.ts'
import { type TermsParts, withTerms } from '../terms.ts'
import { readFailure } from '../trade/readFailure.ts'
import type { Turn } from '../turn.ts'
import { executeTurns, type TurnState } from '../turns.ts'
import type { Plan, PlanMessage, Planned } from './plan.ts'
import { plannerOf } from './planners.ts'
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
 * Signs, sends and follows a plan's transactions, in order. Plans again before each signature, and signs nothing beyond what was shown.
 * A plan can be executed once. It can be executed again only after all its transactions failed, expired or were not signed.
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
  const { id, landed } = planned.resumes ?? { id: undefined, landed: 0 }
  let name = id
  let states: readonly TurnState<SettledStep>[] = []
  const turnOf = (shown: PlanMessage, at: number): Turn<Signed, SettledStep> => ({
    sign: () => sign(client, owner, plan, at),
    follow({ transaction, programs }, follow) {
      const { signature } = transaction
      name ??= signature
      const step = { at: landed + at, of: landed + plan.messages.length }
      const note: PlanNote = {
        ...untipped(about),
        failureKey: { programs },
        plan: { id: name, kind: plan.kind, request: plan.request, ...step },
      }
      const receiptOf = async (outcome: Outcome) => {
        const touched = shown.instructions.flatMap(({ accounts = [] }) => accounts.map(({ address }) => address))
        // Earlier readings are outdated.
        client.chain.forget([plan.owner, ...touched], 'slot' in outcome ? outcome.slot : undefined)
        if (outcome.status !== 'failed') return { signature, ...settled(outcome, undefined) }
        const error = await readFailure({ programs }, outcome.error, signature)
        return { signature, ...settled(outcome, error) }
      }
      const variants = [{ transaction, submission: submissionOf(client, note) }] as const
      return followSent(client, variants, note, receiptOf, follow)
    },
  })
  states = await executeTurns(
    owner,
    plan.messages.map((message, at) => [turnOf(message, at)]),
    {
      ...following,
      once: { plan, error: new TernError('plan/alreadySent', {}) },
      ...(onLater && { onLater: () => onLater(states.map(stepOf)) }),
      onStates(now) {
        states = now
        onSteps?.(now.map(stepOf))
      },
    },
  )
  const [first] = states
  const isUnsent = first?.receipt === undefined && first?.error !== undefined
  if (isUnsent) throw first.error
  return { id: name, steps: states.map(stepOf) }
}

/** Plans again, and signs the message that was shown, or a new one that does no more. */
async function sign(client: Client, owner: Owner, plan: Plan, at: number): Promise<Signed> {
  const [shown, again] = [plan.messages[at], await (await plannerOf(plan.kind))(client, plan.request)]
  const [reason] = again.reasons
  if (reason !== undefined) throw reason.error
  if (shown === undefined || again.plan === undefined) throw new TernError('plan/changed', {})
  // The rent of an account that was closed in the meantime was not shown.
  if (rentOf(again.plan) > rentOf(plan)) throw new TernError('plan/changed', {})
  const anew = again.plan.messages.at(at - plan.messages.length)
  const message = at > 0 && anew !== undefined && isWithin(anew.terms, shown.terms) ? anew : shown
  const instructions = [...computeBudgetInstructions(message.budget), ...message.instructions]
  const lifetime = await client.chain.readBlockhash()
  const compiled = compileMessage({ feePayer: plan.owner, lifetime, instructions })
  const [transaction] = await owner.signTransactions([withTerms(compiled, message.terms)], message.cosigners)
  if (transaction === undefined) throw new TernError('transaction/noSigners', {})
  return { transaction, programs: instructions.map(({ programAddress }) => programAddress) }
}

const rentOf = ({ opens }: Plan): bigint => opens.reduce((sum, { lamports }) => sum + lamports, 0n)

/** Checks that a message takes no more and brings no less than another. */
function isWithin(one: TermsParts, shown: TermsParts): boolean {
  const amount = (all: readonly { readonly mint: string }[] | undefined, mint: string) =>
    (all as readonly { readonly mint: string; readonly max?: bigint; readonly min?: bigint }[] | undefined)?.find(
      other => other.mint === mint,
    )
  const spends = (one.spend ?? []).every(({ mint, max }) => max <= (amount(shown.spend, mint)?.max ?? 0n))
  const brings = (shown.receive ?? []).every(({ mint, min }) => (amount(one.receive, mint)?.min ?? 0n) >= min)
  const kinds = ['rent', 'programFee', 'networkFee', 'tip', 'tradeFee'] as const
  return spends && brings && kinds.every(kind => (one.lamports[kind] ?? 0n) <= (shown.lamports[kind] ?? 0n))
}

function stepOf({ status, transaction, receipt, error }: TurnState<SettledStep>): PlanStep {
  if (receipt !== undefined) return receipt
  return { status, ...(transaction && { signature: transaction.signature }), ...(error && { error }) }
}
