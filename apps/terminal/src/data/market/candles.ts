import { queryOptions } from '@tanstack/react-query'
import { checked } from '../checked.ts'
import { trpc } from '../trpc.ts'

/** The candle lengths of the chart. */
export const timeframes = [
  { label: '1s', seconds: 1 },
  { label: '15s', seconds: 15 },
  { label: '1m', seconds: 60 },
  { label: '5m', seconds: 300 },
  { label: '1h', seconds: 3600 },
] as const

export type Timeframe = (typeof timeframes)[number]

/** Reads the latest candles of a token, oldest first. The live stream continues the candles. */
export const candlesQuery = (mint: string, intervalSeconds: Timeframe['seconds']) =>
  queryOptions({
    queryKey: ['candles', mint, intervalSeconds],
    queryFn: async () => checked(await trpc.markets.candles.query({ mint, intervalSeconds, limit: 500 }), 'candle'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
