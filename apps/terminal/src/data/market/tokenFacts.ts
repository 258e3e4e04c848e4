import { queryOptions } from '@tanstack/react-query'
import type { TokenFactsRow } from '@tern/server/appRouter'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'

/** A token that was made so lately changes hands with each trade. */
const youngSeconds = 600
const [youngMs, oldMs] = [15_000, 60_000]

/**
 * What the chain says of a token; `null`: the server could not read it. What was read before outlives a failure: each fact says its slot.
 * `madeAtSeconds`: it is read again while it is shown, the sooner the younger the token is; unset: only what could not be read is.
 */
export const tokenFactsQuery = (mint: string, madeAtSeconds?: number | null) =>
  queryOptions({
    queryKey: ['tokenFacts', mint],
    queryFn: ({ client, queryKey }): Promise<TokenFactsRow | null> =>
      trpc.tokens.facts
        .query({ mint })
        .then(async facts => (await checked(facts === null ? [] : [facts], 'facts'))[0] ?? null)
        .catch(() => client.getQueryData<TokenFactsRow>(queryKey) ?? null),
    staleTime: 30_000,
    refetchInterval({ state }) {
      // What could not be read holds buying back.
      if (state.data === null) return 5_000
      if (madeAtSeconds === undefined) return false
      return Date.now() / 1000 - (madeAtSeconds ?? 0) < youngSeconds ? youngMs : oldMs
    },
  })
