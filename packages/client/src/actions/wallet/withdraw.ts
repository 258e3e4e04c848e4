import { type BlockhashLifetime, compileMessage, type Outcome } from '@tern/chain'
import { type Owner, type SignedTransaction, TernError, wrappedNativeMint } from '@tern/core'
import type { Client } from '../../client.ts'
import { failureOf } from '../failureOf.ts'
import { type FollowOptions, followSent } from '../followSent.ts'
import { submissionOf, untipped } from '../sentNote.ts'
import { type LandsUntil, settled } from '../settled.ts'
import { signable } from '../signable.ts'
import { signedPlans } from '../signedPlans.ts'
import { type TermedMessage, withTerms } from '../terms.ts'
import { executeTurn } from '../turn.ts'
import { type PlannedWithdraw, planWithdraw, type WithdrawPlan } from './planWithdraw.ts'

/** A withdrawal that was signed: all that it takes to send it again and to say what became of it. */
export interface SentWithdrawal {
  readonly plan: WithdrawPlan
  readonly transaction: SignedTransaction
}

/** What became of a withdrawal. `unknown`: it may still land; `followWithdrawal` goes on watching. */
export interface WithdrawReceipt extends LandsUntil {
  readonly signature: string
  readonly status: Outcome['status']
  readonly slot?: bigint
  /** Why it failed on chain, or that it is *unknown* because the time was up. */
  readonly error?: TernError
  /** With *expired* and *failed*: how many independent sources say so at least; 1: there was one only. */
  readonly sources?: number
  readonly withdrawal: SentWithdrawal
}

/** How a withdrawal is signed and followed. */
export interface WithdrawOptions extends FollowOptions<WithdrawReceipt> {
  /** Once it is signed, before it is noted down and sent. */
  readonly onSigned?: (signature: string) => void
  /** For the journal's record, as `SentNote.about`: what its reader needs to tell what this was. */
  readonly about?: unknown
}

/**
 * Compiles a plan's message to sign.
 *
 * @throws TernError `transaction/tooLarge`.
 * @example
 * withdrawMessage(plan, await client.chain.readBlockhash()).signers // [plan.owner]
 */
export function withdrawMessage(plan: WithdrawPlan, lifetime: BlockhashLifetime): TermedMessage {
  const { owner, recipient, mint, tokenProgram, amount, opens, networkFee, instructions } = plan
  return withTerms(compileMessage({ feePayer: owner, lifetime, instructions }), {
    spend: [{ mint: mint ?? wrappedNativeMint, tokenProgram, max: amount }],
    recipient,
    lamports: { networkFee, programFee: opens?.lamports ?? 0n },
  })
}

/**
 * Checks the wallet and the recipient again, signs, sends, and follows the withdrawal until its outcome is known or 60 s have passed.
 * A plan can be paid once. It can be paid again only after it failed, expired or was not signed.
 *
 * @throws TernError the first reason against it, `withdraw/alreadySent`, `withdraw/recipientChanged`, `trade/noBlockhash`,
 *   `trade/addressMismatch`, `wallet/*`, `rpc/*`, `send/notNoted`. Nothing was sent then.
 * @example
 * (await withdraw(client, await planWithdraw(client, request))).status // 'confirmed'
 */
export async function withdraw(
  client: Client,
  planned: PlannedWithdraw,
  options: WithdrawOptions = {},
): Promise<WithdrawReceipt> {
  const { owner, plan } = signable(client, planned)
  return executeTurn<SentWithdrawal, WithdrawReceipt>(
    owner,
    {
      sign: () => signFresh(client, owner, plan),
      follow: (withdrawal, follow) => followWithdrawal(client, withdrawal, { ...options, ...follow }),
    },
    options,
    { plan, error: new TernError('withdraw/alreadySent', {}) },
  )
}

/** Plans again, and signs if nothing has changed that was shown. */
async function signFresh(client: Client, owner: Owner, plan: WithdrawPlan): Promise<SentWithdrawal> {
  const [again, lifetime] = await Promise.all([
    planWithdraw(client, { ...plan.request, amount: plan.amount }),
    client.chain.readBlockhash(),
  ])
  const [refusal] = again.reasons
  if (refusal !== undefined) throw refusal.error
  // Its rent would be paid without having been shown, to whoever closed the account for it.
  const opens = again.plan?.opens
  if (opens !== undefined && opens.lamports > (plan.opens?.lamports ?? 0n))
    throw new TernError('withdraw/recipientChanged', { address: opens.address })
  const [transaction] = await owner.signTransactions([withdrawMessage(plan, lifetime)])
  if (transaction === undefined) throw new TernError('transaction/noSigners', {})
  return { plan, transaction }
}

/**
 * Writes a signed withdrawal into the journal, sends it, and follows it until its outcome is known or 60 s have passed.
 * Bytes that were sent before are sent again, unless they were reported as failed or expired. The same bytes can land only once.
 *
 * @throws TernError `send/notNoted` if the journal could not be written; this call sent nothing.
 * @example
 * (await followWithdrawal(client, withdrawal)).status // 'confirmed'
 */
export async function followWithdrawal(
  client: Client,
  withdrawal: SentWithdrawal,
  { about, ...options }: Omit<WithdrawOptions, 'onSigned'> = {},
): Promise<WithdrawReceipt> {
  const { plan, transaction } = withdrawal
  const note = untipped(about)
  const receiptOf = async (outcome: Outcome): Promise<WithdrawReceipt> => {
    signedPlans.record(plan, transaction.signature, outcome)
    const touched = plan.instructions.flatMap(({ accounts = [] }) => accounts.map(({ address }) => address))
    // What was read before is no basis for what comes next.
    client.chain.forget(touched, 'slot' in outcome ? outcome.slot : undefined)
    return { signature: transaction.signature, ...settled(outcome, failureOf(outcome)), withdrawal }
  }
  return followSent(client, [{ transaction, submission: submissionOf(client, note) }], note, receiptOf, options)
}
