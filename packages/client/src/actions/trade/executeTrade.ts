import type { BlockhashLifetime, Outcome, Submission } from '@tern/chain'
import { type Owner, TernError } from '@tern/core'
import { isVerifiedOnChain } from '@tern/venues'
import type { Client } from '../../client.ts'
import { type FollowOptions, followSent, type SentUpdate } from '../followSent.ts'
import { type SentNote, submissionOf } from '../sentNote.ts'
import { type LandsUntil, settled } from '../settled.ts'
import { signable } from '../signable.ts'
import { signedPlans } from '../signedPlans.ts'
import { executeTurn } from '../turn.ts'
import { checkTrade } from './planTrade.ts'
import { readFailure } from './readFailure.ts'
import { type Realised, readRealised } from './realised.ts'
import type { PlannedTrade, SentTrade, TradePlan } from './trade.ts'
import { readHolding } from './tradeContext.ts'
import { compileTrade, failureKeyOf, instructionsOf, writesOf } from './tradeMessage.ts'

/** The state of a trade that is under way. */
export type TradeUpdate = SentUpdate

/** How a trade is signed and followed. */
export interface ExecuteOptions extends FollowOptions<Receipt> {
  /** A blockhash got earlier; unset: the latest is read. */
  readonly lifetime?: BlockhashLifetime
  /** How the plan is signed: `byNonce()` has it live by the wallet's nonce account. Unset: by a blockhash. */
  readonly sign?: (client: Client, owner: Owner, plan: TradePlan) => Promise<SentTrade>
  /** Waited for once it is signed, before it is written down and sent: where it throws, nothing was sent. */
  readonly beforeSending?: () => Promise<unknown>
  /** Asks the providers that can to keep others from trading around it. Unset: as the plan says. */
  readonly frontRunningProtection?: boolean
  /** For the journal's record, as `SentNote.about`: what its reader needs to tell what this was. */
  readonly about?: unknown
}

/** The outcome of a trade. `unknown`: the trade may still land, and `followTrade` goes on watching. */
export interface Receipt extends Partial<Realised>, LandsUntil {
  readonly signature: string
  readonly status: Outcome['status']
  readonly slot?: bigint
  /** Why it failed on chain, or that it is *unknown* because the time was up. */
  readonly error?: TernError
  /** With *expired* and *failed*: how many independent sources say so at least; 1: there was one only. */
  readonly sources?: number
  readonly trade: SentTrade
}

/** A balance that is pushed as it changes needs no reading first; a socket that has fallen silent is found out in this time. */
const pushedMaxAgeMs = 20_000

/**
 * Lowers the compute-unit limit of each trade by another number of its spare units. Otherwise two equal trades with the same blockhash
 * would be the same bytes, and land once. A limit that the caller chose is signed unchanged.
 */
let unitsLess = 0
const mostUnitsLess = 256

export async function executeTrade(
  client: Client,
  side: TradePlan['side'],
  planned: PlannedTrade,
  options: ExecuteOptions = {},
): Promise<Receipt> {
  const { owner, plan } = signable(client, planned)
  if (plan.side !== side) throw new TernError('trade/wrongSide', { expected: side, actual: plan.side })

  return executeTurn<SentTrade, Receipt>(
    owner,
    {
      sign() {
        options.onStatus?.({ status: 'sending' })
        return signFresh(client, owner, plan, options)
      },
      follow: (trade, following) => followTrade(client, trade, { ...options, ...following }),
    },
    options,
    { plan, error: new TernError('trade/alreadySent', { mint: plan.token.mint }) },
  )
}

/** Checks the wallet again, and signs. */
async function signFresh(client: Client, owner: Owner, plan: TradePlan, options: ExecuteOptions): Promise<SentTrade> {
  const [holding, lifetime] = await Promise.all([
    readHolding(client, plan.owner, plan.token, { maxAgeMs: 0, pushedMaxAgeMs }),
    options.lifetime ?? client.chain.readBlockhash(),
  ])
  const [refusal] = checkTrade(plan, holding)
  if (refusal !== undefined) throw refusal
  const minimum = isVerifiedOnChain(plan.pool, plan.quote) ? plan.minimum : await simulate(client, plan, lifetime)
  const unitLimit = plan.request.computeUnitLimit ?? plan.unitLimit - (unitsLess++ % mostUnitsLess)
  const { sign = (_, owner, plan) => signTrade(owner, plan, lifetime) } = options
  return { ...(await sign(client, owner, { ...plan, minimum, unitLimit })), plan }
}

/** Code that few trades have need of. */
async function simulate(client: Client, plan: TradePlan, lifetime: BlockhashLifetime): Promise<bigint> {
  const { simulatedMinimum } = await import('./simulatedMinimum.ts')
  return simulatedMinimum(client, plan, lifetime)
}

/**
 * Signs a trade with the owner's signer.
 *
 * @throws TernError `transaction/tooLarge`.
 * @throws the owner's errors.
 * @example
 * (await signTrade(owner, plan, await client.chain.readBlockhash())).transaction.signature // '5Nf…'
 */
export async function signTrade(owner: Owner, plan: TradePlan, lifetime: BlockhashLifetime): Promise<SentTrade> {
  const instructions = await instructionsOf(plan)
  const message = compileTrade(plan, instructions, lifetime)
  const [transaction] = await owner.signTransactions([message])
  if (transaction === undefined) throw new TernError('transaction/noSigners', {})
  return {
    plan,
    transaction,
    programs: instructions.map(({ programAddress }) => programAddress),
    writes: writesOf(plan, instructions),
  }
}

/**
 * Sends a signed trade and follows it until its outcome is known or 60 s have passed. The same bytes can land only once.
 * Bytes that were sent before are sent again, unless they were reported as failed or expired.
 *
 * @throws TernError `send/notNoted` if the journal could not be written; this call sent nothing.
 * @example
 * await followTrade(client, trade) // { status: 'confirmed', signature: '5Nf…', … }
 */
export async function followTrade(
  client: Client,
  trade: SentTrade,
  options: Omit<ExecuteOptions, 'lifetime' | 'sign' | 'beforeSending'> = {},
): Promise<Receipt> {
  const tips = trade.variants?.map(({ plan }) => plan.tip?.provider ?? null)
  const failureKey = failureKeyOf(trade.plan, trade.programs)
  const note = { ...noteOf(trade.plan, options), ...(tips && { tips }), failureKey }
  const variants =
    trade.variants ?? ([{ transaction: trade.transaction, submission: submissionOf(client, note) }] as const)
  return followSent(client, variants, note, outcome => receiptOf(client, trade, outcome), options)
}

/**
 * Returns the submission of a plan's trade, without sending it.
 *
 * @example
 * planSubmission(client, plan).providers.map(({ name }) => name) // ['jito', 'normal'] if the plan tips Jito
 */
export const planSubmission = (client: Pick<Client, 'providers' | 'relayer'>, plan: TradePlan): Submission =>
  submissionOf(client, noteOf(plan, {}))

const noteOf = (
  { tip, outlay, request }: TradePlan,
  { frontRunningProtection = request.frontRunningProtection ?? false, about }: ExecuteOptions,
): SentNote => ({
  ...(tip && { tipped: tip.provider }),
  tip: outlay.tip,
  frontRunningProtection,
  ...(about === undefined ? {} : { about }),
})

async function receiptOf(client: Client, trade: SentTrade, outcome: Outcome): Promise<Receipt> {
  const { status } = outcome
  signedPlans.record(trade.plan, trade.transaction.signature, outcome)
  // The next trade must not use accounts that were read before this trade.
  client.chain.forget(trade.writes, 'slot' in outcome ? outcome.slot : undefined)
  const signature = 'signature' in outcome ? outcome.signature : trade.transaction.signature
  const common = { signature, trade }
  const failure =
    status === 'failed'
      ? await readFailure(failureKeyOf(trade.plan, trade.programs), outcome.error, signature)
      : undefined
  const now = settled(outcome, failure)
  if (status !== 'confirmed') return { ...common, ...now }
  const landed = trade.variants?.find(({ transaction }) => transaction.signature === signature)
  return { ...common, ...now, ...(await readRealised(client.chain, landed?.plan ?? trade.plan, signature)) }
}
