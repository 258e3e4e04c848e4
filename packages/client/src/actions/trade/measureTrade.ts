import { maxComputeUnits } from '@tern/chain/internal'
import type { Address } from '@tern/core'
import type { Client } from '../../client.ts'
import { writesOf } from '../plan/signMessage.ts'
import { simulatePlan } from './simulatePlan.ts'
import type { MeasuredUnits, Trade } from './trade.ts'
import { knownUnitLimit } from './tradeMessage.ts'

/** A trade's measured needs. */
export interface MeasuredTrade {
  /** For the request of the final plan. */
  readonly measured: MeasuredUnits
  /** Accounts that the trade may change, except its temporary account. Their recent prices determine the priority fee. */
  readonly writes: readonly Address[]
}

/**
 * Simulates a plan's message on the current chain. If a program refuses it, `measured.refusal` holds the reason.
 *
 * @throws TernError `trade/noBlockhash`, `rpc/*`.
 * @throws TernError the reason, see `explainFailure`, if the node lags behind earlier readings or does not know the blockhash.
 *   Such a failure says nothing about the trade.
 * @example
 * (await measureTrade(client, plan)).measured.units // 61_204
 */
export async function measureTrade(client: Client, plan: Trade): Promise<MeasuredTrade> {
  const { chain } = client
  const unlimited = { ...plan, unitLimit: maxComputeUnits }
  const [lifetime, { slot: newest }] = await Promise.all([chain.readBlockhash(), chain.readClock()])
  const { unitsConsumed, message, error, failure, slot } = await simulatePlan(client, unlimited, { lifetime })
  const isRefused = slot >= newest && typeof error === 'object' && error !== null && 'InstructionError' in error
  if (failure !== undefined && !isRefused) throw failure
  const writes = writesOf(plan.owner, message.instructions).filter(address => address !== plan.temporary?.address)
  // The accounts have changed since the plan was made.
  if (isRefused) chain.forget(writes)
  const refusal = failure && { refusal: { error: failure, minimum: plan.minimum } }
  return { measured: { units: unitsConsumed, knownLimit: knownUnitLimit(plan), ...refusal }, writes }
}
