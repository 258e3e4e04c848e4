import { useQuery } from '@tanstack/react-query'
import type { Ratio } from '@tern/core'
import { useMemo } from 'react'
import { candlesQuery, timeframes } from '../../data/market/candles.ts'
import { solPerToken, worthLamports } from '../../data/market/listing.ts'
import { tickerOf, useTicker } from '../../data/market/liveTrades.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import type { Followed } from '../../data/store.ts'
import { lastClose } from './candles.ts'

/** The price in SOL per token of the last trade, as the chart has it; before the first trade, the pool's price. */
export function useLivePrice(token: TokenDetail): Followed<Ratio | null> {
  const { mint, decimals, scale, price } = token
  const { data } = useQuery(candlesQuery(mint, timeframes[1].seconds))
  return useMemo(() => {
    const unit = { decimals, scale }
    const { get, subscribe } = tickerOf(mint)
    const close = lastClose(data ?? [])
    const listed = close === undefined ? price : solPerToken(close, unit)
    const read = () => {
      const ticker = get()
      return ticker === undefined ? listed : solPerToken(ticker.price, unit)
    }
    return { get: read, subscribe }
  }, [mint, decimals, scale, price, data])
}

/** The market cap in lamports at the last price. */
export function useLiveCap(token: TokenDetail): Followed<bigint | null> {
  const { get, subscribe } = useLivePrice(token)
  return { get: () => worthLamports(token.supply, get(), token), subscribe }
}

/** The last price, for components that render with every trade. */
export function useLastPrice(token: TokenDetail): Ratio | null {
  useTicker(token.mint)
  return useLivePrice(token).get()
}
