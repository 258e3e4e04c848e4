import { queryOptions, useQuery } from '@tanstack/react-query'
import { trpc } from './trpc.ts'

/** Reads the chain of the server. It cannot change while the page is open. */
export const networkQuery = queryOptions({
  queryKey: ['network'],
  queryFn: () => trpc.network.query(),
  staleTime: Number.POSITIVE_INFINITY,
  retry: true,
  retryDelay: 2_000,
})

export function useNetwork() {
  return useQuery(networkQuery).data
}
