import { type AutoFee, mostComputeUnits, simulatedUnitLimit } from '@tern/chain'
import type { Client } from '../../client.ts'
import { readAutoFees } from './readAutoFees.ts'
import { simulatePlan } from './simulatePlan.ts'
import type { TradePlan, TradeSettings } from './trade.ts'
import { writesOf } from './tradeMessage.ts'

/** Automatic fees and compute units: settings for the plan that is then made. */
export type TradeBudget = Required<Pick<TradeSettings, 'computeUnitLimit' | 'priorityFeeLamports' | 'bribeLamports'>>

/**
 * What a plan's message takes and is worth, as the chain is now: the compute units of its simulation and a tenth, the priority
 * fee that lately got others in who write to the same accounts, within `fee`, and 3/7 of that for the provider.
 * @throws TernError why the trade would fail (as `landedError` tells it); `trade/noBlockhash`, `rpc/*`.
 */
export async function readTradeBudget(
  client: Client,
  plan: TradePlan,
  fee: Omit<AutoFee, 'unitLimit'>,
): Promise<TradeBudget> {
  const { chain } = client
  const measured = { ...plan, unitLimit: mostComputeUnits }
  const { unitsConsumed, instructions } = await simulatePlan(client, measured, await chain.readBlockhash())
  const computeUnitLimit = simulatedUnitLimit(unitsConsumed)
  const writes = writesOf(plan, instructions)
  return { computeUnitLimit, ...(await readAutoFees({ chain }, writes, { ...fee, unitLimit: computeUnitLimit })) }
}
