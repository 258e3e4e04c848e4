import { type AutoFee, readUnitPrice } from '@tern/chain'
import type { Client } from '../../client.ts'
import { measureTrade } from './measureTrade.ts'
import type { TradePlan, TradeSettings } from './trade.ts'
import { autoFees } from './tradeFee.ts'
import { unitLimitOf } from './tradeMessage.ts'

/** Automatic fees and compute units: settings for the plan that is then made. */
export type TradeBudget = Required<Pick<TradeSettings, 'computeUnitLimit' | 'priorityFeeLamports' | 'bribeLamports'>>

/**
 * What a plan's message takes and is worth, as the chain is now: the compute units of its simulation and a tenth, and what the
 * owner's wallet may add, up to the most that one may take; the priority fee that lately got others in who write to the same
 * accounts, within `fee`, and 3/7 of that for the provider.
 * @throws TernError why the trade would fail (as `explainFailure` says it); `trade/noBlockhash`, `rpc/*`.
 */
export async function readTradeBudget(
  client: Client,
  plan: TradePlan,
  { percentile, ...fee }: Omit<AutoFee, 'unitLimit'>,
): Promise<TradeBudget> {
  const { measured, writes } = await measureTrade(client, plan)
  if (measured.refusal !== undefined) throw measured.refusal.error
  const { computeUnitLimit: _, ...request } = plan.request
  const computeUnitLimit = unitLimitOf({ ...plan, request: { ...request, measured } })
  const price = await readUnitPrice(client.chain, writes, percentile)
  return { computeUnitLimit, ...autoFees(price, { ...fee, unitLimit: computeUnitLimit }) }
}
