import { queryOptions } from '@tanstack/react-query'
import { type Planned, planUnwrap, type UnwrapQuote, type UnwrapRequest, withOwner } from '@tern/client'
import type { Owner } from '@tern/core'
import { inSol, wholeText } from '../../text/numberText.ts'
import { client } from '../client.ts'
import { sendPlan } from '../trade/sendPlan.ts'
import { swapOf } from './swapOf.ts'

type PlannedUnwrap = Planned<UnwrapRequest, UnwrapQuote>

/** Plans to turn the wallet's wrapped SOL into SOL. */
export const unwrapQuery = (owner: Owner, priorityFeeLamports: bigint) =>
  queryOptions({
    queryKey: ['unwrap', owner.address, String(priorityFeeLamports)],
    queryFn: async (): Promise<PlannedUnwrap> => planUnwrap(withOwner(await client(), owner), { priorityFeeLamports }),
    refetchInterval: 5_000,
    staleTime: 0,
    retry: false,
  })

/**
 * Signs and sends. Never rejects.
 *
 * @param amount lamports of wrapped SOL.
 */
export function sendUnwrap(planned: PlannedUnwrap, owner: Owner, amount: bigint): void {
  const whole = `${wholeText(amount, inSol)} SOL`
  void sendPlan(planned, owner, {
    ...{ kind: 'swap', title: 'Unwrap SOL', detail: whole, subject: swapOf(owner.address) },
    ...{ asked: `Unwrap ${whole}`, done: `Unwrapped ${whole}`, nothing: 'Nothing was unwrapped.' },
  })
}
