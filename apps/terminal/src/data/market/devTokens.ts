import { queryOptions } from '@tanstack/react-query'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'
import { parseListing } from './listing.ts'

/** What else the maker of a token has made, of what the server lists, the newest first; `creator`: `null` where nobody is named. */
export const devTokensQuery = (mint: string) =>
  queryOptions({
    queryKey: ['devTokens', mint],
    async queryFn() {
      const { creator, tokens } = await trpc.tokens.byDevOf.query({ mint })
      await checked([{ creator }], 'made')
      return { creator, tokens: (await checked(tokens, 'token')).map(parseListing) }
    },
    refetchInterval: 15_000,
  })
