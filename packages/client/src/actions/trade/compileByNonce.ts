import type { Submission } from '@tern/chain'
import { type Message, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import type { PlanMessage } from '../plan/plan.ts'
import { planMessage } from '../plan/planMessage.ts'
import { nonceVariants } from './nonceTrade.ts'
import type { Trade } from './trade.ts'
import { fittingOf } from './tradeMessage.ts'

/** A variant of the message of a trade with a durable nonce. At most a single variant can land. */
export interface NonceMessage {
  /** The tip that it pays. Unset: no tip. */
  readonly tip: PlanMessage['tip']
  readonly submission: Submission
  /**
   * `true` if this variant would expose the trade to trades around it, although the request asks for protection.
   * `buy` and `sell` neither sign nor send it.
   */
  readonly isWithheld: boolean
  readonly message: Message
}

/**
 * Compiles the messages of a trade with the wallet's durable nonce (`openNonce`), for callers that sign and send by themselves.
 * The first message is untipped, for the nodes. A message follows for each provider with a minimum that the plan's tip reaches.
 *
 * @throws TernError `trade/nonceNotReady`, `transaction/tooLarge`, `send/tipAccountNotFound`, `rpc/*`.
 * @example
 * (await compileByNonce(client, plan)).length // 3: the nodes, and two tipped providers
 */
export async function compileByNonce(client: Client, plan: Trade): Promise<readonly NonceMessage[]> {
  const variants = await nonceVariants(client, plan, { ...fittingOf(client), isWithheldToo: true })
  return variants.map(({ submission, isWithheld, message }) => {
    if (message.lifetime === undefined) throw new TernError('trade/nonceNotReady', {})
    return { tip: message.tip, submission, isWithheld, message: planMessage(plan.owner, message, message.lifetime) }
  })
}
