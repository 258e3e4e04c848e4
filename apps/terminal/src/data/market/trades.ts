import { queryOptions } from '@tanstack/react-query'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'

/** The latest trades of a token, newest first; the live stream goes on from there. */
export const tradesQuery = (mint: string) =>
  queryOptions({
    queryKey: ['trades', mint],
    queryFn: async () => checked(await trpc.markets.trades.query({ mint, limit: 200 }), 'trade'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** What one wallet traded of a token lately, newest first. */
export const tradesByQuery = (mint: string, by: string) =>
  queryOptions({
    queryKey: ['tradesBy', mint, by],
    queryFn: async () => checked(await trpc.markets.trades.query({ mint, limit: 200, by }), 'trade'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
