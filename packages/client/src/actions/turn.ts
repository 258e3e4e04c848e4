import type { ConfirmOptions } from '@tern/chain'
import { isTernError, type Owner, type SignedTransaction, TernError } from '@tern/core'
import type { FollowOptions } from './followSent.ts'
import type { Settled } from './settled.ts'
import { signedPlans } from './signedPlans.ts'

/** How to sign and follow a transaction of an action, or the variants of a transaction. Only a single variant can land. */
export interface Turn<Sent extends { readonly transaction: SignedTransaction }, Receipt extends Settled> {
  /** Reads the chain again, and signs. If it throws, nothing was sent. */
  sign(owner: Owner): Promise<Sent>
  /** Writes the signed transaction into the journal, sends it, and waits for its outcome. */
  follow(sent: Sent, options: TurnFollowing<Receipt>): Promise<Receipt>
}

/** How to follow a turn. */
export type TurnFollowing<Receipt> = FollowOptions<Receipt> & Pick<ConfirmOptions, 'faults'> & { believe?: 'enough' }

/** How to execute a turn. */
export interface TurnOptions<Receipt> extends TurnFollowing<Receipt> {
  /** Awaited once a turn is signed, before the journal is written. If it throws, nothing was sent. */
  readonly beforeSending?: () => Promise<unknown>
  /** Called once a turn is signed, before the journal is written. */
  readonly onSigned?: (signature: string) => void
}

/** A plan that may be executed once only, and the error if it was. */
export interface Once {
  readonly plan: object
  readonly error: TernError
}

/**
 * Signs a turn, sends it, and follows it.
 *
 * @param options with `once`: the caller has begun its plan in `signedPlans`.
 * @throws TernError `owner/cannotSign` if the owner has no function that signs.
 */
export async function runTurn<Sent extends { readonly transaction: SignedTransaction }, Receipt extends Settled>(
  owner: Owner,
  turn: Turn<Sent, Receipt>,
  { once, beforeSending, onSigned, ...following }: TurnOptions<Receipt> & { readonly once: Once | undefined },
): Promise<Receipt> {
  const plan = once?.plan
  let signature: string | undefined
  try {
    // A caller in JavaScript may pass an owner that has only an address.
    if (typeof owner.signTransactions !== 'function') throw new TernError('owner/cannotSign', {})
    const sent = await turn.sign(owner)
    await beforeSending?.()
    signature = sent.transaction.signature
    if (plan !== undefined) signedPlans.sendAs(plan, signature)
    onSigned?.(signature)
    return await turn.follow(sent, following)
  } catch (error) {
    if (plan !== undefined && (signature === undefined || isTernError(error, 'send/notNoted')))
      signedPlans.free(plan, signature)
    throw error
  }
}

/**
 * Executes an action of a single turn.
 *
 * @throws TernError `once.error`.
 * @throws the error, if it was not signed or not sent.
 */
export async function executeTurn<Sent extends { readonly transaction: SignedTransaction }, Receipt extends Settled>(
  owner: Owner,
  turn: Turn<Sent, Receipt>,
  options: TurnOptions<Receipt> & { readonly once: Once | undefined },
): Promise<Receipt> {
  const { once } = options
  if (once !== undefined && !signedPlans.begin(once.plan)) throw once.error
  return runTurn(owner, turn, options)
}
