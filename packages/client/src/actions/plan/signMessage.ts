import type { Instruction } from '@solana/kit'
import { isWritable } from '@tern/chain/internal'
import { type Address, type Owner, type SignedTransaction, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { noteOf } from '../sentNote.ts'
import type { NotedPlan } from './notedPlan.ts'
import type { Plan, PlanMessage, PlanVariant } from './plan.ts'
import { planInstructions, planMessage } from './planMessage.ts'
import type { Again } from './planTurns.ts'
import type { PlanNote } from './sentPlans.ts'

/** A signed message, or a signed variant of it. */
export interface SignedVariant {
  readonly message: PlanMessage | PlanVariant
  readonly transaction: SignedTransaction
}

/** A signed message of a plan, with all data to send it again and to report its outcome. */
export interface SignedMessage {
  readonly plan: Plan
  /** The transaction, or the first of the variants. */
  readonly transaction: SignedTransaction
  /** The message, or its variants. At most a single variant can land. */
  readonly variants: readonly [SignedVariant, ...SignedVariant[]]
  /** For the journal. */
  readonly note: PlanNote
  /** Explains a failure on chain. `undefined`: the note's `failureKey` does. */
  readonly failureOf: Again['failureOf']
}

/** How to sign a message of a plan. */
export interface Signing {
  readonly owner: Owner
  readonly plan: Plan
  readonly message: PlanMessage
  /** Position in the action. Without an `id`, the first signature of the message becomes the id. */
  readonly position: Omit<NotedPlan, 'id'> & { readonly id: string | undefined }
  readonly failureOf: Again['failureOf']
  /** See `SentNote`. */
  readonly about: unknown
}

/**
 * Signs a message of a plan, or all its variants.
 *
 * @throws TernError `transaction/tooLarge`, `transaction/noSigners`, `trade/noBlockhash`, `rpc/*`.
 * @throws the owner's errors.
 */
export async function signMessage(
  { chain }: Client,
  { owner, plan, message, position, failureOf, about }: Signing,
): Promise<SignedMessage> {
  const all = message.variants ?? [message]
  const lifetime = message.lifetime ?? all[0]?.lifetime ?? (await chain.readBlockhash())
  const compiled = all.map(one => planMessage(plan.owner, one, lifetime))
  const transactions = await owner.signTransactions(compiled, message.cosigners)
  const [first, ...others] = all.flatMap((one, i): SignedVariant[] => {
    const transaction = transactions[i]
    return transaction === undefined ? [] : [{ message: one, transaction }]
  })
  if (first === undefined) throw new TernError('transaction/noSigners', {})
  const { transaction } = first
  const variants = [first, ...others] as const
  const note = {
    ...noteOf(message, about),
    ...(message.variants && { tips: variants.map(one => one.message.tip?.provider ?? null) }),
    ...(failureOf === undefined && { failureKey: { ...message.failureKey, programs: programsOf(variants) } }),
    plan: { ...position, id: position.id ?? transaction.signature },
  }
  return { plan, transaction, variants, note, failureOf }
}

/** Returns the programs of the longest variant. Variants differ only in their last instructions, so these are the programs of all variants. */
const programsOf = (variants: readonly SignedVariant[]): readonly Address[] =>
  variants
    .map(({ message }) => planInstructions(message).map(({ programAddress }) => programAddress))
    .reduce((longest, one) => (one.length > longest.length ? one : longest))

/** Lists the accounts that instructions may change. */
export function writesOf(owner: Address, instructions: readonly Instruction[]): readonly Address[] {
  const accounts = instructions.flatMap(instruction => instruction.accounts ?? [])
  const writes = new Set(accounts.filter(({ role }) => isWritable(role)).map(({ address }) => address))
  return [...writes.add(owner)]
}
