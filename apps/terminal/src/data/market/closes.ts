import { queryOptions } from '@tanstack/react-query'
import { trpc } from '../trpc.ts'

/** A token's price at a time. */
export interface PricePoint {
  readonly seconds: number
  /** Lamports for a raw unit: a float, for drawing only. */
  readonly price: number
}

/** Reads the closes of a token's latest candles, oldest first. Each is the price at the end of its interval. */
export const closesQuery = (mint: string, intervalSeconds: 1 | 15 | 60 | 300 | 3600) =>
  queryOptions({
    queryKey: ['closes', mint, intervalSeconds],
    queryFn: async (): Promise<readonly PricePoint[]> => {
      const candles = await trpc.markets.candles.query({ mint, intervalSeconds, limit: 500 })
      return candles.map(({ t, close }) => ({ seconds: t + intervalSeconds, price: Number(close) }))
    },
    staleTime: 60_000,
  })

/** The price at a time; before the first known price, that first price. Without prices it is 0. */
export function priceAt(prices: readonly PricePoint[], seconds: number): number {
  return (prices.findLast(point => point.seconds <= seconds) ?? prices[0])?.price ?? 0
}
