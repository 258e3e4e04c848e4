import type { Client } from '../../client.ts'
import type { Receipt } from '../plan/follow.ts'
import { type ExecuteOptions, executeTrade } from './executeTrade.ts'
import { planTrade } from './planTrade.ts'
import type { PlannedTrade, TradeRequest } from './trade.ts'

/**
 * Plans to sell `amountIn` raw units, without signing or sending.
 *
 * @returns the plan with its preview, and the `reasons` against it. No reasons: the trade may be made.
 * @throws TernError `rpc/*` if the chain could not be read.
 * @throws TernError `trade/invalidComputeUnits`, `trade/invalidReferralCode`, `amount/outOfRange` for invalid settings.
 * @example
 * const { quote, reasons } = await planSell(client, request) // quote.amountOut: 11_000_000n lamports, reasons: []
 */
export function planSell(client: Client, request: TradeRequest): Promise<PlannedTrade> {
  return planTrade(client, 'sell', request)
}

/**
 * Checks the wallet again, signs, sends, and follows the trade until its outcome is known or 60 s have passed.
 * A plan can be sold once. It can be sold again only after it failed, expired or was not signed.
 *
 * @throws TernError the first reason against it, `trade/alreadySent`, `trade/noBlockhash`, `trade/addressMismatch`, `wallet/*`, `rpc/*`.
 *   Nothing was sent then.
 * @example
 * await sell(client, await planSell(client, request)) // { status: 'confirmed', signature: '5Nf…', amountOut: 11_000_000n, … }
 */
export function sell(client: Client, planned: PlannedTrade, options?: ExecuteOptions): Promise<Receipt> {
  return executeTrade(client, 'sell', { planned, options })
}
