import type { Instruction } from '@solana/kit'
import { type BlockhashLifetime, type Simulation, simulate } from '@tern/chain'
import type { Address, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { TradePlan } from './trade.ts'
import { compileTrade, failureKeyOf, instructionsOf } from './tradeMessage.ts'

/**
 * Simulates a plan's own message on the current chain. `failure` explains a failed simulation.
 *
 * @param asked accounts to return. The message must name each.
 * @throws TernError `rpc/*`.
 */
export async function simulatePlan(
  { chain }: Client,
  plan: TradePlan,
  lifetime: BlockhashLifetime,
  asked?: readonly Address[],
): Promise<Simulation & { readonly instructions: readonly Instruction[]; readonly failure?: TernError }> {
  const instructions = await instructionsOf(plan)
  const simulation = await simulate(chain, compileTrade(plan, instructions, lifetime), asked)
  if (simulation.error === null) return { ...simulation, instructions }
  const programs = instructions.map(({ programAddress }) => programAddress)
  const { explainFailure } = await import('@tern/venues/explainFailure')
  return { ...simulation, instructions, failure: explainFailure(failureKeyOf(plan, programs), simulation.error) }
}
