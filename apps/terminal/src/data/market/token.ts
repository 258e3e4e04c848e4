import { queryOptions } from '@tanstack/react-query'
import { TRPCClientError } from '@trpc/client'
import { trpc } from '../trpc.ts'
import { parseListing } from './listing.ts'

/** One token with what its mint allows; `null`: not listed on this server. */
export const tokenQuery = (mint: string) =>
  queryOptions({
    queryKey: ['token', mint],
    queryFn: async () => {
      try {
        const row = await trpc.tokens.get.query({ mint })
        return { ...parseListing(row), uri: row.uri }
      } catch (error) {
        const code = error instanceof TRPCClientError ? error.data?.code : undefined
        if (code === 'NOT_FOUND' || code === 'BAD_REQUEST') return null
        throw error
      }
    },
    refetchInterval: 5_000,
  })

export type TokenDetail = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof tokenQuery>['queryFn']>>>>
