import { type BlockhashLifetime, isWritable, type Outcome, sendTransaction } from '@tern/chain'
import { type Owner, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { settled } from '../settled.ts'
import { signable } from '../signable.ts'
import { checkTrade } from './planTrade.ts'
import { type Realised, readRealised } from './realised.ts'
import type { PlannedTrade, SentTrade, TradePlan } from './trade.ts'
import { readHolding } from './tradeContext.ts'
import { compileTrade, instructionsOf } from './tradeMessage.ts'

/** Where a trade stands on its way. */
export interface TradeUpdate {
  readonly status: 'sending' | 'sent' | Receipt['status']
  /** Absent until the trade is signed. */
  readonly signature?: string
  /** With *sending*: no way took it so far (`send/*`); it is tried again and may have arrived. With *failed* and *unknown*: why. */
  readonly error?: TernError
}

/** How a trade is signed and followed. */
export interface ExecuteOptions {
  readonly onStatus?: (update: TradeUpdate) => void
  /** A blockhash got earlier; unset: the latest is read. */
  readonly lifetime?: BlockhashLifetime
  /** Stops following; the trade itself cannot be called back, its status is then *unknown*. */
  readonly signal?: AbortSignal
  /** Unset: 60 s. */
  readonly timeoutMs?: number
  /** Asks the providers that can to keep others from trading around it. Unset: not asked. */
  readonly frontRunningProtection?: boolean
}

/** What became of a trade. `unknown`: it may still land; `followTrade` goes on watching. */
export interface Receipt extends Partial<Realised> {
  readonly signature: string
  readonly status: Outcome['status']
  readonly slot?: bigint
  /** Why it failed on chain, or that it is *unknown* because the time was up. */
  readonly error?: TernError
  /** With *unknown*: how many more blocks it may land in. */
  readonly blocksLeft?: bigint
  readonly trade: SentTrade
}

/** Plans that were signed, unless it is known that nothing came of it: a second transaction would be a second trade. */
const signed = new WeakSet<TradePlan>()

export async function executeTrade(
  client: Client,
  side: TradePlan['side'],
  planned: PlannedTrade,
  options: ExecuteOptions = {},
): Promise<Receipt> {
  const { owner, plan } = signable(client, planned)
  if (plan.side !== side) throw new TernError('trade/wrongSide', { expected: side, actual: plan.side })

  if (signed.has(plan)) throw new TernError('trade/alreadySent', { mint: plan.token.mint })

  signed.add(plan)
  let trade: SentTrade
  try {
    options.onStatus?.({ status: 'sending' })
    const [holding, lifetime] = await Promise.all([
      readHolding(client, plan.owner, plan.token, { maxAgeMs: 0 }),
      options.lifetime ?? client.chain.readBlockhash(),
    ])
    const [refusal] = checkTrade(plan, holding)
    if (refusal !== undefined) throw refusal
    trade = await signTrade(owner, plan, lifetime)
  } catch (error) {
    signed.delete(plan)
    throw error
  }
  return followTrade(client, trade, options)
}

/** @throws TernError `transaction/tooLarge`, and what the owner throws. */
export async function signTrade(owner: Owner, plan: TradePlan, lifetime: BlockhashLifetime): Promise<SentTrade> {
  const { quote, minimum, request } = plan
  const instructions = await instructionsOf(plan)
  const message = compileTrade(plan, instructions, lifetime)
  const mostIn = 'exactIn' in quote.request ? quote.request.exactIn : request.amountIn
  const limits = { mintIn: quote.tokenIn, mintOut: quote.tokenOut, mostIn, leastOut: minimum }
  const [transaction] = await owner.signTransactions([{ ...message, limits }])
  if (transaction === undefined) throw new TernError('transaction/noSigners', {})
  const accounts = instructions.flatMap(instruction => instruction.accounts ?? [])
  const writes = new Set(accounts.filter(({ role }) => isWritable(role)).map(({ address }) => address))
  return {
    plan,
    transaction,
    programs: instructions.map(({ programAddress }) => programAddress),
    writes: [...writes.add(plan.owner)],
  }
}

/**
 * Sends a signed trade, again if it was sent before, and follows it until its outcome is known or 60 s have passed. The same
 * bytes can land once only.
 */
export async function followTrade(
  client: Client,
  trade: SentTrade,
  { onStatus, signal, timeoutMs, frontRunningProtection = false }: Omit<ExecuteOptions, 'lifetime'> = {},
): Promise<Receipt> {
  const { plan, transaction } = trade
  const { signature } = transaction
  const route = {
    providers: client.providers,
    tipLamports: plan.outlay.tip,
    frontRunningProtection,
    ...(client.relayer === undefined ? {} : { relayer: client.relayer }),
  }
  const outcome = await sendTransaction(client.chain, transaction, route, {
    onSent: () => onStatus?.({ status: 'sent', signature }),
    onFailure: error => onStatus?.({ status: 'sending', signature, error }),
    ...(signal === undefined ? {} : { signal }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  })
  if (outcome.status === 'failed' || outcome.status === 'expired') signed.delete(plan)
  // What was read before the trade is no basis for the next one.
  client.chain.forget(trade.writes, 'slot' in outcome ? outcome.slot : undefined)
  const receipt = await receiptOf(client, trade, outcome)
  onStatus?.({ status: receipt.status, signature, ...(receipt.error === undefined ? {} : { error: receipt.error }) })
  return receipt
}

async function receiptOf(client: Client, trade: SentTrade, outcome: Outcome): Promise<Receipt> {
  const { status } = outcome
  const common = { signature: trade.transaction.signature, trade }
  if (status === 'confirmed') {
    const realised = await readRealised(client.chain, trade.plan, common.signature)
    return { ...common, ...settled(outcome), ...realised }
  }
  if (status === 'failed') {
    // Reads the errors of every venue: loaded by trades that fail.
    const { landedError } = await import('./landedError.ts')
    return { ...common, ...settled(outcome, error => landedError(trade, error)) }
  }
  return { ...common, ...settled(outcome) }
}
