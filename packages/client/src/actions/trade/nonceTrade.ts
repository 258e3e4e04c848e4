import type { Instruction } from '@solana/kit'
import type { Submission } from '@tern/chain'
import { advanceNonceInstruction } from '@tern/chain/internal'
import { type Address, type Lifetime, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { readNonce } from '../nonce/readNonce.ts'
import type { PlanMessage, PlanVariant } from '../plan/plan.ts'
import { tippedSubmissions } from './tippedSubmissions.ts'
import type { Trade } from './trade.ts'
import type { Fitted } from './tradeMessage.ts'

/** Functions that shorten messages. The caller passes these in: if this file imported the code, bundlers would split code that every trade needs. */
export interface Fitting {
  /** See `fitted`. */
  fit(trade: Trade, before: readonly Instruction[]): Promise<Fitted>
  withoutCode(trade: Trade): Trade
}

interface NonceSubmission {
  readonly submission: Submission
  /** `true` if it would expose the trade to trades around it, although the request asks for protection. */
  readonly isWithheld: boolean
  /** The trade, with the tip of this submission. */
  readonly trade: Trade
}

/** A submission with its message. */
export interface NonceVariant extends NonceSubmission {
  readonly message: PlanMessage
}

/**
 * Builds the message of a trade with the wallet's durable nonce. Its variants leave out submissions that are withheld.
 *
 * @throws TernError the errors of `nonceVariants`.
 */
export async function nonceMessageOf(client: Client, trade: Trade, fitting: Fitting): Promise<PlanMessage> {
  const built = await nonceVariants(client, trade, { ...fitting, isWithheldToo: false })
  return joinVariants(
    built.map(({ message, submission }) => ({ ...message, submission })),
    trade.tip,
  )
}

/**
 * Makes a message of its variants, of which at most one can land.
 *
 * @param tip the max tip of a variant.
 */
export function joinVariants(variants: readonly PlanVariant[], tip: PlanMessage['tip']): PlanMessage {
  const [first] = variants
  if (first === undefined) throw new TernError('transaction/noSigners', {})
  const { tip: _, submission: __, ...untipped } = first
  return { ...untipped, ...(tip && { tip }), variants }
}

/**
 * Reads the wallet's durable nonce.
 *
 * @returns the first instruction of a transaction that uses it, and the transaction's lifetime.
 * @throws TernError `trade/nonceNotReady`, `rpc/*`.
 */
export async function readNonceUse(
  client: Client,
  owner: Address,
  index: number | undefined,
): Promise<{ readonly advance: Instruction; readonly lifetime: Lifetime }> {
  const held = await readNonce(client, index)
  if (held === undefined) throw new TernError('trade/nonceNotReady', {})
  const { address, nonce, slot } = held
  return {
    advance: advanceNonceInstruction(address, owner),
    lifetime: { kind: 'nonce', nonce, nonceAccount: address, slot },
  }
}

/**
 * Builds a trade's messages with the wallet's durable nonce: to the nodes without a tip, and to each provider with a minimum that the
 * trade's tip reaches.
 *
 * @throws TernError `trade/nonceNotReady`, `send/tipAccountNotFound`, `rpc/*`.
 */
export async function nonceVariants(
  client: Client,
  trade: Trade,
  { isWithheldToo, ...fitting }: Fitting & { readonly isWithheldToo: boolean },
): Promise<readonly NonceVariant[]> {
  const { owner, request } = trade
  const { advance, lifetime } = await readNonceUse(client, owner, request.nonceIndex)
  const submissions = submissionsOf(client, trade).filter(({ isWithheld }) => isWithheldToo || !isWithheld)
  const ready = await fitAlike(submissions, advance, fitting)
  return ready.map(({ message, ...one }) => ({
    ...{ ...one, message: { ...message, lifetime, instructions: [advance, ...message.instructions] } },
  }))
}

/** Fits each submission into a message. Either all messages name the referral code or no message does, because a failure names its instruction by position. */
async function fitAlike(submissions: readonly NonceSubmission[], advance: Instruction, fitting: Fitting) {
  const fitAll = (all: readonly NonceSubmission[]) =>
    Promise.all(all.map(async one => ({ ...one, ...(await fitting.fit(one.trade, [advance])) })))
  const ready = await fitAll(submissions)
  const isCutOff = ready.some(({ trade }, i) => trade.referralCode !== submissions[i]?.trade.referralCode)
  return isCutOff ? fitAll(submissions.map(one => ({ ...one, trade: fitting.withoutCode(one.trade) }))) : ready
}

/** Pairs each submission with the trade that pays its tip. */
function submissionsOf(client: Client, trade: Trade): readonly NonceSubmission[] {
  const { request, pickTipAccount, tip: planned } = trade
  return tippedSubmissions(client, { ...request, ...(pickTipAccount && { pickTipAccount }), tip: planned }).map(
    ({ tip, ...one }) => {
      const outlay = tip === undefined ? { ...trade.outlay, tip: 0n } : trade.outlay
      return { ...one, trade: { ...trade, tip, outlay } }
    },
  )
}
