import type { BlockhashLifetime, Simulation } from '@tern/chain'
import type { Address, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { PlanMessage } from '../plan/plan.ts'
import { simulateMessage } from '../plan/simulateMessage.ts'
import type { Trade } from './trade.ts'
import { messageOf } from './tradeMessage.ts'

/**
 * Simulates a trade's own message on the current chain. `failure` explains a failed simulation.
 *
 * @param asked accounts to return. The message must name each.
 * @throws TernError `rpc/*`.
 */
export async function simulatePlan(
  client: Client,
  trade: Trade,
  { lifetime, asked = [] }: { readonly lifetime: BlockhashLifetime; readonly asked?: readonly Address[] },
): Promise<Simulation & { readonly message: PlanMessage; readonly failure?: TernError }> {
  const message = await messageOf(trade)
  return { ...(await simulateMessage(client, message, { owner: trade.owner, lifetime, asked })), message }
}
