import { queryOptions } from '@tanstack/react-query'
import type { TokenFactsRow } from '@tern/server/appRouter'
import { trpc } from '../trpc.ts'

/** What the chain says of a token; `null`: the server could not read it. */
export const tokenFactsQuery = (mint: string) =>
  queryOptions({
    queryKey: ['tokenFacts', mint],
    queryFn: (): Promise<TokenFactsRow | null> => trpc.tokens.facts.query({ mint }).catch(() => null),
    staleTime: 30_000,
  })
