import { queryOptions } from '@tanstack/react-query'
import type { TokenFactsRow } from '@tern/server/appRouter'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'

/** The holders of a token younger than this change with each trade. */
const youngSeconds = 600
const [youngMs, oldMs] = [15_000, 60_000]

/**
 * Reads the chain's facts of a token; `null` if the server could not read any.
 * If a later read fails, the earlier facts stay: each fact has its own slot.
 *
 * @param madeAtSeconds Unix seconds. While shown, the facts are read every 15 s for a young token, every 60 s
 *   otherwise.
 *   Unset: they are read again only if they could not be read.
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
      // Facts that could not be read hold back buying, so retry soon.
      if (state.data === null) return 5_000
      if (madeAtSeconds === undefined) return false
      return Date.now() / 1000 - (madeAtSeconds ?? 0) < youngSeconds ? youngMs : oldMs
    },
  })
