import { queryOptions } from '@tanstack/react-query'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'
import { parseListing } from './listing.ts'

/** Reads the other listed tokens of a token's creator, newest first. `creator` is `null` if it is unknown. */
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
