import type { Instruction } from '@solana/kit'
import type { ComputeBudget } from '@tern/chain'
import { chargedPriorityFee, signatureFee, unitLimitFor } from '@tern/chain/internal'
import { type Address, type Cosigner, isTernError, rentExemption, TernError } from '@tern/core'
import { networkFeeOf, type TermsParts } from '../terms.ts'
import type { Opening } from '../trade/trade.ts'
import { type Plan, type PlanKind, type PlanLine, type PlanMessage, type Planned, reasonOf } from './plan.ts'
import { anyLifetime, fits, planMessage } from './planMessage.ts'

/** The main instructions of an action, with the instructions before and after. */
export interface Surroundings {
  readonly before: readonly Instruction[]
  readonly main: readonly Instruction[]
  readonly after: readonly Instruction[]
  /** Accounts that an earlier message opened, and that `after` closes. */
  readonly closes?: readonly Address[]
  /** Lamports that an account holds until the action ends, in addition to `spentLamports`. They return. */
  readonly heldLamports: bigint
}

/** The parts of an action's plan. */
export interface ActionParts<Request> {
  readonly kind: PlanKind
  readonly request: Request & { readonly priorityFeeLamports?: bigint; readonly inSteps?: boolean }
  readonly owner: Address
  /** Lamports of the wallet. */
  readonly balance: bigint
  /** The action as a single message. */
  readonly whole: Surroundings
  /** The action as two messages: first `before`, then the rest. Unset: it is not divided. */
  apart?(): Promise<Surroundings>
  /** Max compute units of `main`. */
  readonly units: number
  /** Lamports of the action's own amounts. */
  readonly spentLamports: bigint
  /** Lamports that are certain to come back when the action ends. Unset: 0. */
  readonly proceedsLamports?: bigint
  /** A fee of the program, and rents of accounts that are not the wallet's. They do not return. */
  readonly programFees: readonly PlanLine[]
  /** Accounts of the wallet that stay open. */
  readonly opens: readonly Opening[]
  /** The terms of the message with `main`, without lamports. */
  readonly terms: Omit<TermsParts, 'lamports'>
  /** Key pairs of accounts that `main` creates. */
  readonly cosigners?: readonly Cosigner[]
}

/**
 * Assembles a plan: a single message if it fits, otherwise two messages. Checks that the wallet can pay.
 *
 * @throws TernError `transaction/tooLarge` if the action does not fit into two messages either.
 */
export async function assemblePlan<Request, Quote>(
  parts: ActionParts<Request>,
  quote: Quote | undefined,
): Promise<Planned<Request, Quote>> {
  const { kind, request, owner, balance, programFees, opens, spentLamports, proceedsLamports = 0n } = parts
  const messageOf = messagesBy(parts)
  const sum = (all: readonly { readonly lamports: bigint }[]) =>
    all.reduce((total, { lamports }) => total + lamports, 0n)
  const costs = { rent: sum(opens), programFee: sum(programFees) }
  const { whole } = parts
  const single = messageOf([...whole.before, ...whole.main, ...whole.after], { ...parts.terms, lamports: costs })
  const isWhole = parts.apart === undefined || (request.inSteps !== true && fits(owner, single))
  const divided = isWhole ? undefined : await parts.apart?.()
  const messages =
    divided === undefined
      ? [single]
      : [
          ...(divided.before.length === 0 ? [] : [messageOf(divided.before, { lamports: { rent: costs.rent } })]),
          messageOf([...divided.main, ...divided.after], {
            ...parts.terms,
            ...(divided.closes && { closes: divided.closes }),
            lamports: { rent: divided.before.length === 0 ? costs.rent : 0n, programFee: costs.programFee },
          }),
        ]
  for (const message of messages) planMessage(owner, message, anyLifetime)

  const { heldLamports } = divided ?? whole
  const sums = { opens, programFees, spentLamports, proceedsLamports, heldLamports, isVerified: true }
  // A part of a divided action is planned again as a part, even if the rest would fit into one message.
  const asked = divided === undefined ? request : { ...request, inSteps: true }
  return finishPlan({ kind, request: asked, owner, balance, messages, ...sums }, quote)
}

/** A plan's messages and their sums. */
export interface FinishedParts<Request>
  extends Pick<Plan<Request>, 'kind' | 'request' | 'owner' | 'opens' | 'isVerified'> {
  readonly messages: readonly BudgetedMessage[]
  /** Lamports of the wallet. */
  readonly balance: bigint
  readonly programFees: readonly PlanLine[]
  /** Lamports of the action's own amounts. */
  readonly spentLamports: bigint
  /** Lamports that are certain to come back when the action ends. */
  readonly proceedsLamports: bigint
  /** Lamports that accounts hold until the action ends. */
  readonly heldLamports: bigint
}

/** Sums up the costs of a plan's messages, and checks that the wallet can pay. */
export function finishPlan<Request, Quote>(
  parts: FinishedParts<Request>,
  quote: Quote | undefined,
): Planned<Request, Quote> {
  const { balance, programFees, spentLamports, proceedsLamports, heldLamports, ...planned } = parts
  const { messages, opens } = parts
  const sum = (all: readonly { readonly lamports: bigint }[]) =>
    all.reduce((total, { lamports }) => total + lamports, 0n)
  const [rent, programFee] = [sum(opens), sum(programFees)]
  const fees = messages.map(({ budget }) => chargedPriorityFee(budget)).reduce((total, fee) => total + fee, 0n)
  const network = signatureFee * messages.reduce((count, one) => count + 1n + BigInt(one.cosigners?.length ?? 0), 0n)
  const tips = messages.flatMap(({ tip }) => tip ?? [])
  const tipped = sum(tips)
  const spent = spentLamports + rent + programFee + fees + tipped + network
  // The runtime refuses an account with less than the rent of an empty account, unless it has no lamports at all.
  const kept = rentExemption(0) - proceedsLamports
  const atTheEnd = spent + (heldLamports > kept ? heldLamports : kept)
  // The fees leave before anything comes back. The runtime refuses a payer that then keeps less than that rent.
  const atTheStart = fees + network + rentExemption(0)
  const totalLamports = atTheEnd > atTheStart ? atTheEnd : atTheStart
  const lines: readonly PlanLine[] = [
    { kind: 'amount', label: 'Amount', lamports: spentLamports },
    ...programFees,
    { kind: 'rent', label: 'Account rent', lamports: rent, note: 'returned when the account is closed' },
    { kind: 'priority', label: 'Priority fee', lamports: fees },
    { kind: 'bribe', label: 'Bribe', lamports: tipped, ...(tips[0] && { note: `to ${tips[0].provider}` }) },
    { kind: 'network', label: 'Network fee', lamports: network },
    { kind: 'margin', label: 'Reserve (stays in your wallet)', lamports: totalLamports - spent },
  ]
  const pay = lines.filter(({ kind, lamports }) => lamports > 0n || kind === 'network')
  const plan: Plan<Request> = { ...planned, pay, totalLamports }
  const short =
    balance < totalLamports ? [new TernError('plan/notEnoughSol', { balance, required: totalLamports })] : []
  return { plan, quote, reasons: short.map(reasonOf) }
}

/** A message of an assembled plan always has a budget. */
export interface BudgetedMessage extends PlanMessage {
  readonly budget: ComputeBudget
}

function messagesBy<Request>({ request, whole, units, cosigners = [] }: ActionParts<Request>) {
  const { priorityFeeLamports = 0n } = request
  return (
    instructions: readonly Instruction[],
    terms: Omit<TermsParts, 'lamports'> & { readonly lamports: Partial<TermsParts['lamports']> },
  ): BudgetedMessage => {
    const isMain = whole.main.some(one => instructions.some(other => other.programAddress === one.programAddress))
    const others = instructions.filter(one => !whole.main.some(main => main.programAddress === one.programAddress))
    const budget: ComputeBudget = { unitLimit: unitLimitFor(isMain ? units : 0, others), priorityFeeLamports }
    const own = isMain ? cosigners : []
    const networkFee = networkFeeOf(budget) + signatureFee * BigInt(own.length)
    const signing = own.length > 0 && { cosigners: own.map(({ address }) => address) }
    return {
      ...{ budget, instructions },
      terms: { ...terms, ...signing, lamports: { networkFee, ...terms.lamports } },
      ...(own.length > 0 && { cosigners: own }),
    }
  }
}

/** Error areas that become reasons against a plan. An error of another area is thrown: the chain could not be read, or the caller is at fault. */
const refusals: readonly string[] = [
  'address',
  'layout',
  'liquidity',
  'plan',
  'pool',
  'program',
  'quote',
  'region',
  'token',
  'owner',
  'route',
]

/**
 * Plans, and turns a refusal into a reason.
 *
 * @throws TernError other errors, for example `rpc/*`.
 */
export async function plannedBy<Request, Quote>(
  plan: () => Promise<Planned<Request, Quote>>,
): Promise<Planned<Request, Quote>> {
  try {
    return await plan()
  } catch (error) {
    if (!isTernError(error) || !refusals.includes(error.code.split('/')[0] ?? '')) throw error
    return { plan: undefined, quote: undefined, reasons: [reasonOf(error)] }
  }
}
