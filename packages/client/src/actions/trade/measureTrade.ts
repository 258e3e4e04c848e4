import { mostComputeUnits } from '@tern/chain'
import type { Address } from '@tern/core'
import type { Client } from '../../client.ts'
import { simulatePlan } from './simulatePlan.ts'
import type { MeasuredUnits, TradePlan } from './trade.ts'
import { knownUnitLimit, writesOf } from './tradeMessage.ts'

/** What a trade takes of the chain. */
export interface MeasuredTrade {
  /** For the request of the plan that is then made. */
  readonly measured: MeasuredUnits
  /** The accounts that it may change, but one that is there for this trade alone: what others pay for these is what it has to pay. */
  readonly writes: readonly Address[]
}

/**
 * Simulates a plan's message as the chain is now.
 * @throws TernError why the trade would fail (as `landedError` tells it); `trade/noBlockhash`, `rpc/*`.
 */
export async function measureTrade(client: Client, plan: TradePlan): Promise<MeasuredTrade> {
  const unlimited = { ...plan, unitLimit: mostComputeUnits }
  const { unitsConsumed, instructions } = await simulatePlan(client, unlimited, await client.chain.readBlockhash())
  return {
    measured: { units: unitsConsumed, knownLimit: knownUnitLimit(plan) },
    writes: writesOf(plan, instructions).filter(address => address !== plan.temporary?.address),
  }
}
