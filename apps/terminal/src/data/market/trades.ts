import { queryOptions } from '@tanstack/react-query'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'

/** Reads the latest trades of a token, newest first. The live stream continues the list. */
export const tradesQuery = (mint: string) =>
  queryOptions({
    queryKey: ['trades', mint],
    queryFn: async () => checked(await trpc.markets.trades.query({ mint, limit: 200 }), 'trade'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Reads a wallet's latest trades of a token, newest first. */
export const tradesByQuery = (mint: string, by: string) =>
  queryOptions({
    queryKey: ['tradesBy', mint, by],
    queryFn: async () => checked(await trpc.markets.trades.query({ mint, limit: 200, by }), 'trade'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
