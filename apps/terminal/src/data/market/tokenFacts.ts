import { queryOptions } from '@tanstack/react-query'
import type { TokenFactsRow } from '@tern/server/appRouter'
import { trpc } from '../trpc.ts'

/** What the chain says of a token; `null`: the server could not read it. What was read before outlives a failure: each fact says its slot. */
export const tokenFactsQuery = (mint: string) =>
  queryOptions({
    queryKey: ['tokenFacts', mint],
    queryFn: ({ client, queryKey }): Promise<TokenFactsRow | null> =>
      trpc.tokens.facts.query({ mint }).catch(() => client.getQueryData<TokenFactsRow>(queryKey) ?? null),
    staleTime: 30_000,
  })
