import { queryOptions } from '@tanstack/react-query'
import { planAgain, plansIn, type SwapPlanRequest, withOwner } from '@tern/client'
import type { Address, Owner } from '@tern/core'
import { sentJournal } from '../activity/sentJournal.ts'
import { client } from '../client.ts'
import type { PlannedSwap } from './useSwapPlan.ts'

/** A swap of several transactions that stopped after some transactions landed. */
export interface StoppedSwap {
  readonly id: string
  readonly landed: number
  readonly of: number
  readonly request: Pick<SwapPlanRequest, 'tokenIn' | 'tokenOut'>
}

/** Lists a wallet's stopped swaps, newest first. */
export const stoppedSwapsQuery = (owner: Address) =>
  queryOptions({
    queryKey: ['stoppedSwaps', owner],
    queryFn: async (): Promise<readonly StoppedSwap[]> =>
      plansIn(await sentJournal.list()).flatMap(({ id, kind, stand, steps, request, owner: by }) => {
        const landed = steps.filter(({ status }) => status === 'confirmed').length
        if (kind !== 'swap' || stand !== 'stopped' || by !== owner || landed === 0) return []
        return [{ id, landed, of: steps.length, request: request as SwapPlanRequest }]
      }),
    staleTime: 0,
    // The tab that follows a transaction of an earlier page writes its outcome into the journal.
    refetchInterval: 5_000,
  })

/** Plans the rest of a stopped swap, at the prices of now. */
export const restOfSwapQuery = (id: string, owner: Owner) =>
  queryOptions({
    queryKey: ['restOfSwap', id, owner.address],
    queryFn: async () => (await planAgain(withOwner(await client(), owner), id)) as PlannedSwap,
    refetchInterval: 5_000,
    staleTime: 0,
    retry: false,
  })
