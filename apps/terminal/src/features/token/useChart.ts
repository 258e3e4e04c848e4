import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LiveTradeRow } from '@tern/server/appRouter'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { candlesQuery, type Timeframe } from '../../data/market/candles.ts'
import { followTrades } from '../../data/market/followTrades.ts'
import { createRhythm } from '../../data/market/framePace.ts'
import { rawPerTokenFloat } from '../../data/market/listing.ts'
import { onResume } from '../../data/market/liveTrades.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import type { TokenUnit } from '../../text/numberText.ts'
import { addTrade, type Candle, dropOldest, parseCandles, timesSupply } from './candles.ts'
import type { DrawnChart } from './drawChart.ts'
import { useDevTrades } from './useDevTrades.ts'
import type { OwnTrade } from './useOwnTrades.ts'
import { useSteadyUnit } from './useSteadyUnit.ts'

/**
 * Redraws per second. The chart is the costliest part of the page; it draws faster with the pointer or the focus
 * inside.
 */
const redrawnHz = { beside: 4, within: 8 }
/** The summary of the last candle is for screen readers. */
const summaryHz = 1
/** More than the trades that arrive while candles load. */
const maxLiveTrades = 500

/** Draws the candles of a token into `box` and extends them with live trades. */
export function useChart(
  box: RefObject<HTMLElement | null>,
  {
    token,
    seconds,
    axis,
    own,
    dev,
  }: {
    readonly token: TokenDetail
    readonly seconds: Timeframe['seconds']
    readonly axis: 'price' | 'cap'
    readonly own: readonly OwnTrade[]
    readonly dev: string | undefined
  },
) {
  const { mint, supply } = token
  const unit = useSteadyUnit(token)
  const client = useQueryClient()
  // Read again for each timeframe shown: earlier candles lack the live trades since.
  const query = useQuery({
    ...candlesQuery(mint, seconds),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const data = query.isFetchedAfterMount ? query.data : undefined
  /** The candles that were read, extended by live trades. */
  const grown = useRef<{ readonly of: typeof data; readonly unit: TokenUnit; readonly candles: Candle[] }>(undefined)
  const [last, setLast] = useState<Candle>()
  const [drawn, setDrawn] = useState<DrawnChart>()
  const starting = useRef<Promise<DrawnChart | undefined>>(undefined)
  const wholeSupply = axis === 'cap' ? Number(supply ?? 0n) / rawPerTokenFloat(unit) : 1
  const supplyNow = useRef(wholeSupply)
  supplyNow.current = wholeSupply
  // One chart for the life of the page: creating one takes longer than drawing all its candles.
  useEffect(() => {
    const element = box.current
    if (element === null) return
    let isGone = false
    const drawing = import('./drawChart.ts').then(({ drawChart }) => (isGone ? undefined : drawChart(element)))
    starting.current = drawing
    void drawing.then(setDrawn)
    return () => {
      isGone = true
      void drawing.then(chart => chart?.remove())
    }
  }, [box])
  /** The latest trades, oldest first: candles that are loading do not include them. */
  const liveTrades = useRef<LiveTradeRow[]>([])
  const onTrade = useRef<(trade: LiveTradeRow) => void>(undefined)
  useEffect(() => {
    liveTrades.current = []
    const stopTrades = followTrades(mint, trade => {
      liveTrades.current.push(trade)
      if (liveTrades.current.length > maxLiveTrades) liveTrades.current.shift()
      onTrade.current?.(trade)
    })
    // Trades from before a gap are older than the candles read after it, and would become their close.
    const stopResume = onResume(() => {
      liveTrades.current = []
      void client.invalidateQueries({ queryKey: ['candles', mint] })
    })
    return () => {
      stopTrades()
      stopResume()
    }
  }, [client, mint])
  useEffect(() => {
    if (data === undefined) return
    const shown = (candle: Candle) => (axis === 'cap' ? timesSupply(candle, supplyNow.current) : candle)
    if (grown.current?.of !== data || grown.current.unit !== unit)
      grown.current = { of: data, unit, candles: [...parseCandles(data, seconds, unit)] }
    const { candles } = grown.current
    let newest = candles.at(-1)
    /** Adds a trade; a trade that the candles include changes nothing. */
    const add = (trade: LiveTradeRow): readonly Candle[] => {
      const added = addTrade(newest, trade, { intervalSeconds: seconds, unit })
      if (added.length > 0 && added[0]?.time === newest?.time) candles.pop()
      candles.push(...added)
      dropOldest(candles)
      newest = candles.at(-1)
      return added
    }
    for (const trade of liveTrades.current) add(trade)
    setLast(newest && shown(newest))
    let isGone = false
    const draw = async (how: (chart: DrawnChart) => void) => {
      const chart = await starting.current
      if (chart !== undefined && !isGone) how(chart)
    }
    void draw(chart => chart.show(candles.map(shown), seconds, axis))
    const waiting = new Map<number, Candle>()
    const redraw = () => {
      const arrived = [...waiting.values()].map(shown)
      waiting.clear()
      void draw(chart => arrived.forEach(chart.update))
    }
    const hz = () => redrawnHz[box.current?.matches(':hover, :focus-within') === true ? 'within' : 'beside']
    const drawing = createRhythm(hz, redraw)
    const summing = createRhythm(
      () => summaryHz,
      () => setLast(newest && shown(newest)),
    )
    onTrade.current = trade => {
      for (const candle of add(trade)) waiting.set(candle.time, candle)
      drawing.touch()
      summing.touch()
    }
    return () => {
      isGone = true
      onTrade.current = undefined
      drawing.stop()
      summing.stop()
    }
  }, [box, data, unit, seconds, axis])
  const devTrades = useDevTrades(mint, dev)
  useEffect(() => drawn?.setTrades(own, devTrades), [drawn, own, devTrades])
  const retry = () => void query.refetch()
  const isEmpty = data !== undefined && last === undefined
  return { last, isLoading: query.isPending, error: query.error, isEmpty, retry }
}
