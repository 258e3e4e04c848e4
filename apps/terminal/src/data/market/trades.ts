import { queryOptions } from '@tanstack/react-query'
import { trpc } from '../trpc.ts'

/** The latest trades of a token, newest first; the live stream goes on from there. */
export const tradesQuery = (mint: string) =>
  queryOptions({
    queryKey: ['trades', mint],
    queryFn: () => trpc.markets.trades.query({ mint, limit: 200 }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
