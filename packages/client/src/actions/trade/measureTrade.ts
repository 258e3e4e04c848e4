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
 * Simulates a plan's message as the chain is now. Where a program refuses it, `measured.refusal` says why.
 * @throws TernError where nothing was found out about the trade: `trade/noBlockhash`, `rpc/*`; what a node answers that is behind what
 * was read, or knows the blockhash not, as `explainFailure` says it.
 */
export async function measureTrade(client: Client, plan: TradePlan): Promise<MeasuredTrade> {
  const { chain } = client
  const unlimited = { ...plan, unitLimit: mostComputeUnits }
  const [lifetime, { slot: newest }] = await Promise.all([chain.readBlockhash(), chain.readClock()])
  const { unitsConsumed, instructions, error, failure, slot } = await simulatePlan(client, unlimited, lifetime)
  const isRefused = slot >= newest && typeof error === 'object' && error !== null && 'InstructionError' in error
  if (failure !== undefined && !isRefused) throw failure
  const writes = writesOf(plan, instructions).filter(address => address !== plan.temporary?.address)
  // What the plan was made from is not as it was read.
  if (isRefused) chain.forget(writes)
  const refusal = failure && { refusal: { error: failure, minimum: plan.minimum } }
  return { measured: { units: unitsConsumed, knownLimit: knownUnitLimit(plan), ...refusal }, writes }
}
