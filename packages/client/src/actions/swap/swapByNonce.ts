import type { Instruction } from '@solana/kit'
import type { Tip } from '@tern/chain'
import type { Address } from '@tern/core'
import type { Client } from '../../client.ts'
import type { PlanMessage } from '../plan/plan.ts'
import { joinVariants, readNonceUse } from '../trade/nonceTrade.ts'
import { tippedSubmissions } from '../trade/tippedSubmissions.ts'
import type { SwapPlanRequest } from './swap.ts'

/** A message of a swap that is to live by the wallet's durable nonce. */
export interface SwapByNonce {
  readonly owner: Address
  readonly request: SwapPlanRequest
  /** The planned tip. */
  readonly tip: Tip | undefined
  /** Makes the message with another tip, after these instructions. */
  compose(tip: Tip | undefined, before: readonly Instruction[]): Promise<PlanMessage>
}

/**
 * Makes the variants of a message with the wallet's durable nonce, as for a trade: for the nodes without a tip, and for each
 * provider whose minimum the tip reaches.
 *
 * @throws TernError `trade/nonceNotReady`, `send/tipAccountNotFound`, `rpc/*`.
 */
export async function swapByNonce(client: Client, { owner, request, tip, compose }: SwapByNonce): Promise<PlanMessage> {
  const { advance, lifetime } = await readNonceUse(client, owner, request.nonceIndex)
  const submissions = tippedSubmissions(client, { ...request, tip }).filter(({ isWithheld }) => !isWithheld)
  const variants = submissions.map(async ({ submission, tip: paid }) => ({
    ...(await compose(paid, [advance])),
    ...{ lifetime, submission },
  }))
  return joinVariants(await Promise.all(variants), tip)
}
