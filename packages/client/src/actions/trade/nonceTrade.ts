import type { Submission } from '@tern/chain'
import { advanceNonceInstruction, tipTo } from '@tern/chain/internal'
import { type Address, type Message, type Owner, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { readNonce } from '../nonce/readNonce.ts'
import type { ExecuteOptions } from './executeTrade.ts'
import { allNonceSubmissions } from './nonceSubmissions.ts'
import { withoutCode } from './shortened.ts'
import type { SentTrade, TradePlan, TradeVariant } from './trade.ts'
import { compileTrade, fitted, instructionsOf, unitLimitOf, writesOf } from './tradeMessage.ts'

/** A variant of the message of a trade with a durable nonce. At most a single variant can land. */
export interface NonceMessage {
  /** The trade's plan, with the tip that this message pays. */
  readonly plan: TradePlan
  readonly submission: Submission
  /** True if this variant would expose the trade to trades around it, although the request asks for protection. `byNonce` neither signs nor sends it. */
  readonly isWithheld: boolean
  readonly message: Message
}

/**
 * Signs a trade with the wallet's durable nonce (`openNonce`), so that it never expires.
 * Signs the messages of `compileByNonce` that are not withheld. At most one of the variants can land.
 *
 * @param index number of the nonce account.
 * @returns a signing function. It throws TernError `trade/nonceNotReady`, `transaction/tooLarge`, `send/tipAccountNotFound`,
 *   `rpc/*`, and the owner's errors.
 * @example
 * await buy(client, planned, { sign: byNonce() }) // { status: 'confirmed', signature: '5Nf…', … }
 */
export function byNonce(index = 0): NonNullable<ExecuteOptions['sign']> {
  return (client, owner, plan) => signByNonce(client, owner, plan, index)
}

/**
 * Compiles the messages of a trade with the wallet's durable nonce, for callers that sign and send by themselves.
 * The first is untipped, for the nodes. A message follows for each provider whose minimum the plan's tip reaches.
 *
 * @param index number of the nonce account.
 * @throws TernError `trade/nonceNotReady`, `transaction/tooLarge`, `send/tipAccountNotFound`, `rpc/*`.
 * @example
 * (await compileByNonce(client, plan)).length // 3: the nodes, and two tipped providers
 */
export async function compileByNonce(client: Client, plan: TradePlan, index = 0): Promise<readonly NonceMessage[]> {
  return compileAll(client, plan.owner, index, submissionsOf(client, plan))
}

async function signByNonce(client: Client, owner: Owner, plan: TradePlan, index: number): Promise<SentTrade> {
  const submissions = submissionsOf(client, plan).filter(({ isWithheld }) => !isWithheld)
  const made = await compileAll(client, plan.owner, index, submissions)
  const signed = await owner.signTransactions(made.map(({ message }) => message))
  const [first, ...others] = made.flatMap(({ plan, submission }, i): TradeVariant[] => {
    const transaction = signed[i]
    return transaction === undefined ? [] : [{ plan, submission, transaction }]
  })
  if (first === undefined) throw new TernError('transaction/noSigners', {})
  const programs = made.map(({ instructions }) => instructions.map(({ programAddress }) => programAddress))
  return {
    plan,
    transaction: first.transaction,
    variants: [first, ...others],
    // They differ only behind the swap.
    programs: programs.reduce((longest, one) => (one.length > longest.length ? one : longest)),
    writes: [...new Set(made.flatMap(({ plan, instructions }) => writesOf(plan, instructions)))],
  }
}

type NonceSubmission = Omit<NonceMessage, 'message'>

async function compileAll(client: Client, owner: Address, index: number, submissions: readonly NonceSubmission[]) {
  const held = await readNonce(client, index)
  if (held === undefined) throw new TernError('trade/nonceNotReady', {})
  const { address, nonce, slot } = held
  const advance = advanceNonceInstruction(address, owner)
  const ready = await fitAlike(submissions, plan => fitted(client, plan, [advance]))
  return Promise.all(
    ready.map(async one => {
      const { plan } = one
      const instructions = [advance, ...(await instructionsOf(plan))]
      const message = compileTrade(plan, instructions, { kind: 'nonce', nonce, nonceAccount: address, slot })
      return { ...one, instructions, message }
    }),
  )
}

/** Fits each submission into a message. All name the referral code or none does, because a failure tells its instruction by the place. */
async function fitAlike(
  submissions: readonly NonceSubmission[],
  fit: (plan: TradePlan) => Promise<{ readonly plan: TradePlan }>,
): Promise<readonly NonceSubmission[]> {
  const fitAll = (all: readonly NonceSubmission[]) =>
    Promise.all(all.map(async one => ({ ...one, plan: (await fit(one.plan)).plan })))
  const ready = await fitAll(submissions)
  const isCutOff = ready.some(({ plan }, i) => plan.referralCode !== submissions[i]?.plan.referralCode)
  return isCutOff ? fitAll(submissions.map(one => ({ ...one, plan: withoutCode(one.plan, unitLimitOf) }))) : ready
}

/** Pairs each submission with the plan that pays its tip. */
function submissionsOf(client: Client, plan: TradePlan): readonly NonceSubmission[] {
  const { frontRunningProtection = false, pickTipAccount: pick } = plan.request
  const options = { frontRunningProtection, ...(pick && { pick }) }
  return allNonceSubmissions(client, plan).map(one => {
    const { providers, tipLamports } = one.submission
    const [provider] = providers
    if (!tipLamports || provider === undefined)
      return { ...one, plan: { ...plan, tip: undefined, outlay: { ...plan.outlay, tip: 0n } } }
    return { ...one, plan: { ...plan, tip: tipTo(provider, tipLamports, options) } }
  })
}
