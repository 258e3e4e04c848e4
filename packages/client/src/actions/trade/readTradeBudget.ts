import { type AutoFee, readUnitPrice } from '@tern/chain'
import type { Client } from '../../client.ts'
import { measureTrade } from './measureTrade.ts'
import type { Trade, TradeSettings } from './trade.ts'
import { autoFees } from './tradeFee.ts'
import { unitLimitOf } from './tradeMessage.ts'

/** Automatic fees and compute units: settings for the final plan. */
export type TradeBudget = Required<Pick<TradeSettings, 'computeUnitLimit' | 'priorityFeeLamports' | 'bribeLamports'>>

/**
 * Reads a plan's compute units and fees from the current chain.
 * The unit limit is the simulation's units plus 10%, plus the units for the wallet's guards, at most 1,400,000.
 * The priority fee is the recent price of the written accounts, within `fee`. The bribe is 3/7 of the priority fee.
 *
 * @throws TernError the reason if the trade would fail, see `explainFailure`.
 * @throws TernError `trade/noBlockhash`, `rpc/*`.
 * @example
 * await readTradeBudget(client, plan, { maxLamports: 100_000n })
 * // { computeUnitLimit: 66_000, priorityFeeLamports: 70_000n, bribeLamports: 30_000n }
 */
export async function readTradeBudget(
  client: Client,
  plan: Trade,
  { percentile, ...fee }: Omit<AutoFee, 'unitLimit'>,
): Promise<TradeBudget> {
  const { measured, writes } = await measureTrade(client, plan)
  if (measured.refusal !== undefined) throw measured.refusal.error
  const { computeUnitLimit: _, ...request } = plan.request
  const computeUnitLimit = unitLimitOf({ ...plan, request, measured })
  const price = await readUnitPrice(client.chain, writes, percentile)
  return { computeUnitLimit, ...autoFees(price, { ...fee, unitLimit: computeUnitLimit }) }
}
