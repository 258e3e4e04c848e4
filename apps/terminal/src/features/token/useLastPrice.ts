import { useQuery } from '@tanstack/react-query'
import type { Ratio } from '@tern/core'
import { candlesQuery, timeframes } from '../../data/market/candles.ts'
import { solPerToken } from '../../data/market/listing.ts'
import { useTicker } from '../../data/market/liveTrades.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { lastClose } from './candles.ts'

/**
 * SOL per token as of the last trade, as the chart has it; before the first one as the pool stands. Renders with every trade: for
 * what shows it, and nothing around that.
 */
export function useLastPrice({ mint, decimals, price }: TokenDetail): Ratio | null {
  const ticker = useTicker(mint)
  const close = lastClose(useQuery(candlesQuery(mint, timeframes[1].seconds)).data ?? [])
  const last = ticker?.price ?? close
  return last === undefined ? price : solPerToken(last, decimals)
}
