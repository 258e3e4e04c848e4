import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { trpc } from '../trpc.ts'
import { parseListing } from './listing.ts'

/** Every listed token. Prices move between refetches by the live trades. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async () => (await trpc.tokens.list.query()).map(parseListing),
  refetchInterval: 5_000,
  placeholderData: keepPreviousData,
})
