import { defaultComputeUnitLimit, largestAmount } from '@tern/chain/internal'
import type { Client } from '../../client.ts'
import type { Receipt } from '../plan/follow.ts'
import { type ExecuteOptions, executeTrade } from './executeTrade.ts'
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
 * Plans to buy for `amountIn` lamports, without signing or sending.
 *
 * @returns the plan with its preview, and the `reasons` against it. No reasons: the trade may be made.
 * @throws TernError `rpc/*` if the chain could not be read.
 * @throws TernError `trade/invalidComputeUnits`, `trade/invalidReferralCode`, `amount/outOfRange` for invalid settings.
 * @example
 * const { quote, reasons } = await planBuy(client, request) // quote.amountOut: 35_842_105_263n raw units, reasons: []
 */
export function planBuy(client: Client, request: TradeRequest): Promise<PlannedTrade> {
  return planTrade(client, 'buy', request)
}

/**
 * Checks the funds again, signs, sends, and follows the trade until its outcome is known or 60 s have passed.
 * A plan can be bought once. It can be bought again only after it failed, expired or was not signed.
 *
 * @throws TernError the first reason against it, `trade/alreadySent`, `trade/noBlockhash`, `trade/addressMismatch`, `wallet/*`, `rpc/*`.
 *   Nothing was sent then.
 * @example
 * await buy(client, await planBuy(client, request)) // { status: 'confirmed', signature: '5Nf…', amountOut: 35_842_105_263n, … }
 */
export function buy(client: Client, planned: PlannedTrade, options?: ExecuteOptions): Promise<Receipt> {
  return executeTrade(client, 'buy', { planned, options })
}

/**
 * Computes the max lamports that the wallet can buy for, after all costs. 0 without an owner.
 *
 * @throws TernError `pool/*`, `layout/*`, `venue/*`, `quote/tokenNotInPool`, `quote/tokenOutNotInPool`, `rpc/*`.
 * @example
 * await maxBuy(client, settings) // 985_956_862n lamports of a wallet with 1 SOL, at a priority fee of 100,000
 */
export async function maxBuy(client: Client, settings: TradeSettings): Promise<bigint> {
  if (client.owner === undefined) return 0n
  const market = await readMarket(client, settings, { side: 'buy' })
  const holding = await readHolding(client, client.owner.address, { token: market.token })
  const temporary = await openTemporary(market.pool, { owner: holding.owner, amount: 0n })
  const opens = await readOpenings(client, { side: 'buy', market, holding, temporary })
  const { computeUnitLimit = defaultComputeUnitLimit } = settings
  const costs = tradeCosts(client, {
    settings,
    unitLimit: computeUnitLimit,
    pool: market.pool,
    opens,
    tip: await tipPayment(client, settings),
  })
  return largestAmount(holding.balance, amount => buyOutlay(costs, amount))
}
