import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { candlesQuery, type Timeframe } from '../../data/market/candles.ts'
import { onResume, onTradesOf } from '../../data/market/liveTrades.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { addTrade, type Candle, parseCandles, timesSupply } from './candles.ts'
import type { DrawnChart } from './drawChart.ts'
import type { OwnTrade } from './useOwnTrades.ts'

/** The chart is what drops frames: four times a second, eight while the pointer or the focus is in it. */
const redrawMs = { beside: 250, within: 125 }

/** Draws the candles of a token into `box` and goes on with the live trades. */
export function useChart(
  box: RefObject<HTMLElement | null>,
  { mint, decimals, supply }: TokenDetail,
  seconds: Timeframe['seconds'],
  axis: 'price' | 'cap',
  own: readonly OwnTrade[],
) {
  const client = useQueryClient()
  const query = useQuery(candlesQuery(mint, seconds))
  const { data } = query
  const [last, setLast] = useState<Candle>()
  const [drawn, setDrawn] = useState<DrawnChart>()
  const wholeSupply = axis === 'cap' ? Number(supply ?? 0n) / 10 ** decimals : 1
  const supplyNow = useRef(wholeSupply)
  supplyNow.current = wholeSupply
  useEffect(() => onResume(() => void client.invalidateQueries({ queryKey: ['candles', mint] })), [client, mint])
  useEffect(() => {
    const element = box.current
    if (element === null || data === undefined) return
    const shown = (candle: Candle) => (axis === 'cap' ? timesSupply(candle, supplyNow.current) : candle)
    const candles = parseCandles(data, seconds, decimals)
    let newest = candles.at(-1)
    setLast(newest && shown(newest))
    let remove: (() => void) | undefined
    let gone = false
    const starting = import('./drawChart.ts').then(({ drawChart }) => {
      if (gone) return undefined
      const chart = drawChart(element, seconds, axis)
      remove = chart.remove
      chart.setCandles(candles.map(shown))
      setDrawn(chart)
      return chart
    })
    const waiting = new Map<number, Candle>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const redraw = async () => {
      const chart = await starting
      timer = undefined
      if (gone) return
      for (const candle of waiting.values()) chart?.update(shown(candle))
      waiting.clear()
      setLast(newest && shown(newest))
    }
    const stop = onTradesOf(mint, trade => {
      const added = addTrade(newest, trade, seconds, decimals)
      for (const candle of added) waiting.set(candle.time, candle)
      newest = added.at(-1) ?? newest
      const isWithin = element.matches(':hover, :focus-within')
      timer ??= setTimeout(() => void redraw(), isWithin ? redrawMs.within : redrawMs.beside)
    })
    return () => {
      gone = true
      stop()
      clearTimeout(timer)
      setDrawn(undefined)
      remove?.()
    }
  }, [box, data, decimals, mint, seconds, axis])
  useEffect(() => drawn?.setOwnTrades(own), [drawn, own])
  return { last, isLoading: query.isPending, error: query.error, isEmpty: data !== undefined && last === undefined }
}
