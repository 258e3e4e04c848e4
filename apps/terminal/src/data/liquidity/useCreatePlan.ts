import { queryOptions } from '@tanstack/react-query'
import { type NewPoolRequest, type Planned, planCreatePool, readPoolConfigs, withOwner } from '@tern/client'
import type { Owner } from '@tern/core'
import { client } from '../client.ts'
import { type KeptPlan, useKeptPlan } from '../trade/useKeptPlan.ts'

/** A new pool, planned. */
export type PlannedPool = Awaited<ReturnType<typeof planCreatePool>>

/** Reads the fees that a new pool can have. */
export const poolConfigsQuery = queryOptions({
  queryKey: ['poolConfigs'],
  queryFn: async () => readPoolConfigs(await client()),
  staleTime: 60_000,
})

/** The input of a new pool's plan. */
export interface CreateWish extends Pick<NewPoolRequest, 'config' | 'tokens'> {
  readonly priorityFeeLamports: bigint
  readonly owner: Owner
  /** The wallet's holdings. After a change the plan is renewed. */
  readonly held: string
}

export function useCreatePlan(wish: CreateWish | undefined): KeptPlan<PlannedPool & Planned> {
  return useKeptPlan(
    wish && {
      key: ['create', wish.config, ...wish.tokens.flatMap(({ mint, amount }) => [mint, amount])].join(' '),
      ...{ owner: wish.owner, facts: `${wish.held} ${wish.priorityFeeLamports}` },
      async plan() {
        const { config, tokens, priorityFeeLamports, owner } = wish
        return planCreatePool(withOwner(await client(), owner), {
          ...{ protocol: 'raydium_cpmm', config, tokens, priorityFeeLamports },
        })
      },
    },
  )
}
