import { type BlockhashLifetime, type Simulation, simulate } from '@tern/chain'
import type { Address, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { PlanMessage } from '../plan/plan.ts'
import { planInstructions, planMessage } from '../plan/planMessage.ts'
import type { Trade } from './trade.ts'
import { messageOf } from './tradeMessage.ts'

/**
 * Simulates a trade's own message on the current chain. `failure` explains a failed simulation.
 *
 * @param asked accounts to return. The message must name each.
 * @throws TernError `rpc/*`.
 */
export async function simulatePlan(
  { chain }: Client,
  trade: Trade,
  lifetime: BlockhashLifetime,
  asked?: readonly Address[],
): Promise<Simulation & { readonly message: PlanMessage; readonly failure?: TernError }> {
  const message = await messageOf(trade)
  const simulation = await simulate(chain, planMessage(trade.owner, message, lifetime), asked)
  if (simulation.error === null) return { ...simulation, message }
  const programs = planInstructions(message).map(({ programAddress }) => programAddress)
  const { explainFailure } = await import('@tern/venues/explainFailure')
  return { ...simulation, message, failure: explainFailure({ ...message.failureKey, programs }, simulation.error) }
}
