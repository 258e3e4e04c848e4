import { queryOptions } from '@tanstack/react-query'
import { type Planned, planAgain, plansIn } from '@tern/client'
import type { Address, Owner } from '@tern/core'
import { sentJournal } from '../activity/sentJournal.ts'
import { clientOf, sendingOf } from './clientOf.ts'
import type { SentPlan } from './sendPlan.ts'
import { type SendingWish, sendingKey } from './wishKey.ts'

/** An action of several transactions that stopped after some transactions landed. */
export interface StoppedPlan<Request = unknown> {
  readonly id: string
  readonly kind: string
  readonly landed: number
  readonly of: number
  readonly request: Request
}

/** Lists a wallet's stopped actions of these kinds, newest first. */
export const stoppedPlansQuery = <Request>(owner: Address, kinds: readonly string[]) =>
  queryOptions({
    queryKey: ['stoppedPlans', owner, ...kinds],
    queryFn: async (): Promise<readonly StoppedPlan<Request>[]> =>
      plansIn(await sentJournal.list()).flatMap(({ id, kind, stand, steps, request, owner: by }) => {
        const landed = steps.filter(({ status }) => status === 'confirmed').length
        if (!kinds.includes(kind) || stand !== 'stopped' || by !== owner || landed === 0) return []
        return [{ id, kind, landed, of: steps.length, request: request as Request }]
      }),
    staleTime: 0,
    // The tab that follows a transaction of an earlier page writes its outcome into the journal.
    refetchInterval: 5_000,
  })

/** Plans the rest of a stopped action, at the prices of now and with the fees of now. */
export const restOfPlanQuery = <Request, Quote>(id: string, owner: Owner, sending: SendingWish) =>
  queryOptions({
    queryKey: ['restOfPlan', id, owner.address, sendingKey(sending), ...feesOf(sending)],
    queryFn: async () => {
      const client = await clientOf(owner, sending.fees)
      // Without a provider, the rest goes directly to the nodes.
      const planned = await planAgain(client, id, { provider: undefined, ...sendingOf(owner.address, sending) })
      return { ...(planned as Planned<Request, Quote>), client } satisfies SentPlan
    },
    refetchInterval: 5_000,
    staleTime: 0,
    retry: false,
  })

const feesOf = ({ fees: { priorityFeeLamports, bribeLamports, provider = '' } }: SendingWish) => [
  ...[String(priorityFeeLamports), String(bribeLamports), provider],
]
