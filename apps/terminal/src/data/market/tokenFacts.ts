import { queryOptions } from '@tanstack/react-query'
import type { TokenFactsRow } from '@tern/server/appRouter'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'

/** What the chain says of a token; `null`: the server could not read it. What was read before outlives a failure: each fact says its slot. */
export const tokenFactsQuery = (mint: string) =>
  queryOptions({
    queryKey: ['tokenFacts', mint],
    queryFn: ({ client, queryKey }): Promise<TokenFactsRow | null> =>
      trpc.tokens.facts
        .query({ mint })
        .then(async facts => (await checked(facts === null ? [] : [facts], 'facts'))[0] ?? null)
        .catch(() => client.getQueryData<TokenFactsRow>(queryKey) ?? null),
    staleTime: 30_000,
    // What could not be read holds buying back.
    refetchInterval: ({ state }) => (state.data === null ? 5_000 : false),
  })
