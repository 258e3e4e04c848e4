import { defaultComputeUnitLimit, largestAmount } from '@tern/chain'
import type { Client } from '../../client.ts'
import { type ExecuteOptions, executeTrade, type Receipt } from './executeTrade.ts'
import { planTrade } from './planTrade.ts'
import type { PlannedTrade, TradeRequest, TradeSettings } from './trade.ts'
import {
  buyOutlay,
  openTemporary,
  readHolding,
  readMarket,
  readOpenings,
  tipPayment,
  tradeCosts,
} from './tradeContext.ts'

/**
 * What buying for `amountIn` lamports would do, and why it may not.
 * @throws TernError `rpc/*` when the chain could not be read; `trade/invalidComputeUnits`, `trade/invalidReferralCode`,
 * `amount/outOfRange` for settings that are none.
 */
export function planBuy(client: Client, request: TradeRequest): Promise<PlannedTrade> {
  return planTrade(client, 'buy', request)
}

/**
 * Checks the funds anew, signs, sends, and follows the trade until its outcome is known or 60 s have passed. A plan can be
 * bought once; again only after it failed, expired or was not signed.
 * @throws TernError the first reason against it, `trade/alreadySent`, `trade/noBlockhash`, `trade/addressMismatch`, `wallet/*`, `rpc/*`: nothing was sent then.
 */
export function buy(client: Client, planned: PlannedTrade, options?: ExecuteOptions): Promise<Receipt> {
  return executeTrade(client, 'buy', planned, options)
}

/**
 * The most lamports that the wallet can buy for, everything else paid; 0 without an owner.
 * @throws TernError `pool/*`, `layout/*`, `venue/*`, `quote/tokenNotInPool`, `quote/tokenOutNotInPool`, `rpc/*`.
 */
export async function maxBuy(client: Client, settings: TradeSettings): Promise<bigint> {
  if (client.owner === undefined) return 0n
  const market = await readMarket(client, settings, { side: 'buy' })
  const holding = await readHolding(client, client.owner.address, market.token)
  const temporary = await openTemporary(market.pool, holding.owner, 0n)
  const opens = await readOpenings(client, 'buy', market, holding, temporary)
  const { computeUnitLimit = defaultComputeUnitLimit } = settings
  const costs = tradeCosts(client, settings, computeUnitLimit, market.pool, opens, await tipPayment(client, settings))
  return largestAmount(holding.balance, amount => buyOutlay(costs, amount))
}
