import { type BlockhashLifetime, type Simulation, simulate } from '@tern/chain'
import type { Address, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { PlanMessage } from './plan.ts'
import { planInstructions, planMessage } from './planMessage.ts'

/** How to simulate a message. */
export interface SimulatedBy {
  readonly owner: Address
  readonly lifetime: BlockhashLifetime
  /** Accounts to return. The message must name each. Unset: none. */
  readonly asked?: readonly Address[]
}

/**
 * Simulates a message of a plan on the current chain. `failure` explains a failed simulation.
 *
 * @throws TernError `rpc/*`.
 */
export async function simulateMessage(
  { chain }: Pick<Client, 'chain'>,
  message: PlanMessage,
  { owner, lifetime, asked }: SimulatedBy,
): Promise<Simulation & { readonly failure?: TernError }> {
  const simulation = await simulate(chain, planMessage(owner, message, lifetime), asked)
  if (simulation.error === null) return simulation
  const programs = planInstructions(message).map(({ programAddress }) => programAddress)
  const { explainFailure } = await import('@tern/venues/explainFailure')
  return { ...simulation, failure: explainFailure({ ...message.failureKey, programs }, simulation.error) }
}
