import type { Client } from '../../client.ts'
import { type ExecuteOptions, executeTrade, type Receipt } from './executeTrade.ts'
import { planTrade } from './planTrade.ts'
import type { PlannedTrade, TradeRequest } from './trade.ts'

/**
 * What selling `amountIn` raw units would do, and why it may not.
 * @throws TernError `rpc/*` when the chain could not be read; `trade/invalidComputeUnits`, `trade/invalidReferralCode`,
 * `amount/outOfRange` for settings that are none.
 */
export function planSell(client: Client, request: TradeRequest): Promise<PlannedTrade> {
  return planTrade(client, 'sell', request)
}

/**
 * Checks the wallet anew, signs, sends, and follows the trade until its outcome is known or 60 s have passed. A plan can be
 * sold once; again only after it failed, expired or was not signed.
 * @throws TernError the first reason against it, `trade/alreadySent`, `trade/noBlockhash`, `trade/addressMismatch`, `wallet/*`, `rpc/*`: nothing was sent then.
 */
export function sell(client: Client, planned: PlannedTrade, options?: ExecuteOptions): Promise<Receipt> {
  return executeTrade(client, 'sell', planned, options)
}
