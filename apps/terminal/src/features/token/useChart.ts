import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { candlesQuery, type Timeframe } from '../../data/candles.ts'
import { onLiveTrade, onResume } from '../../data/liveTrades.ts'
import { addTrade, type Candle, parseCandles } from './candles.ts'

/** Four times a second: the chart is what drops frames. */
const redrawMs = 250

/** Draws the candles of a token into `box` and goes on with the live trades. */
export function useChart(
  box: RefObject<HTMLElement | null>,
  mint: string,
  decimals: number,
  seconds: Timeframe['seconds'],
) {
  const client = useQueryClient()
  const query = useQuery(candlesQuery(mint, seconds))
  const { data } = query
  const [last, setLast] = useState<Candle>()
  useEffect(() => onResume(() => void client.invalidateQueries({ queryKey: ['candles', mint] })), [client, mint])
  useEffect(() => {
    const element = box.current
    if (element === null || data === undefined) return
    const candles = parseCandles(data, seconds, decimals)
    let newest = candles.at(-1)
    setLast(newest)
    let remove: (() => void) | undefined
    let gone = false
    const starting = import('./drawChart.ts').then(({ drawChart }) => {
      if (gone) return undefined
      const chart = drawChart(element, seconds)
      remove = chart.remove
      chart.setCandles(candles)
      return chart
    })
    const waiting = new Map<number, Candle>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const redraw = async () => {
      const chart = await starting
      timer = undefined
      if (gone) return
      for (const candle of waiting.values()) chart?.update(candle)
      waiting.clear()
      setLast(newest)
    }
    const stop = onLiveTrade(trade => {
      if (trade.mint !== mint) return
      const added = addTrade(newest, trade, seconds, decimals)
      for (const candle of added) waiting.set(candle.time, candle)
      newest = added.at(-1) ?? newest
      timer ??= setTimeout(() => void redraw(), redrawMs)
    })
    return () => {
      gone = true
      stop()
      clearTimeout(timer)
      remove?.()
    }
  }, [box, data, decimals, mint, seconds])
  return { last, isLoading: query.isPending, error: query.error, isEmpty: data !== undefined && last === undefined }
}
