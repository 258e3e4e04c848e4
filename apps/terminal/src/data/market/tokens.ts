import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'
import { parseListing } from './listing.ts'

/** Every listed token. Prices move between refetches by the live trades. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ client, queryKey }) => {
    const rows = await trpc.tokens.list.query()
    // The first list shall be there soon, and before it there is nothing to keep.
    const isFirst = client.getQueryData(queryKey) === undefined
    return (isFirst ? rows : await checked(rows, 'token')).map(parseListing)
  },
  refetchInterval: 5_000,
  placeholderData: keepPreviousData,
})
