import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'
import { parseListing } from './listing.ts'

/** Reads every listed token. Between reads, the live trades move the prices. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ client, queryKey }) => {
    const rows = await trpc.tokens.list.query()
    // Do not wait for the check of the first list: it should show soon, and there is no earlier data to keep.
    const isFirst = client.getQueryData(queryKey) === undefined
    return (isFirst ? rows : await checked(rows, 'token')).map(parseListing)
  },
  refetchInterval: 5_000,
  placeholderData: keepPreviousData,
})
