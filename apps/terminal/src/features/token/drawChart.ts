import { CandlestickSeries, createChart, type IChartApi, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts'
import { appearance } from '../../data/settings/settings.ts'
import { compactText, priceString, ratioOf, unscaled } from '../../text/numberText.ts'
import { clockText, dateText, minuteText } from '../../text/timeText.ts'
import { type Candle, dropOldest, isFlat, timesBefore } from './candles.ts'
import { chartTheme } from './chartTheme.ts'
import { drawTradeMarks, type TradeMark } from './tradeMarks.ts'
import type { OwnTrade } from './useOwnTrades.ts'

type Axis = 'price' | 'cap'

type DevTrade = Pick<OwnTrade, 'timestampSeconds'>

export interface DrawnChart {
  /** Replaces every candle. If the interval or axis changed, the latest candles scroll into view. */
  show(candles: readonly Candle[], seconds: number, axis: Axis): void
  /** Redraws the last candle, or adds the next. */
  update(candle: Candle): void
  /** Marks trades: own buys below the candle, own sells above it, and the creator's trades above both. */
  setTrades(own: readonly OwnTrade[], dev: readonly DevTrade[]): void
  remove(): void
}

/** Converts a candle for the library. A flat candle has a colour of its own. */
function toBar(candle: Candle, still: string) {
  const bar = { ...candle, time: candle.time as UTCTimestamp }
  return isFlat(candle) ? { ...bar, color: still, borderColor: still, wickColor: still } : bar
}

/** The axis's smallest step: four digits below the price's first. */
const minMoveOf = (price: number) => (price > 0 ? 10 ** (Math.floor(Math.log10(price)) - 3) : 0.000001)

const momentOf = (time: number) => new Date(time * 1000)

/** A market cap in SOL, formatted like the rest of the page. */
const capString = (value: number) => compactText(BigInt(Math.round(value * 1000)), unscaled(3))

/** Empty intervals after the last candle. */
const candlesAhead = 4

/** Draws candles into `element`, and follows its size and the page's theme. */
export function drawChart(element: HTMLElement): DrawnChart {
  let [intervalSeconds, axis]: readonly [number, Axis] = [0, 'price']
  const theme = chartTheme(element)
  const chart: IChartApi = createChart(element, {
    ...theme.chart,
    autoSize: true,
    localization: { timeFormatter: (time: number) => `${dateText(momentOf(time))}, ${clockText(momentOf(time))}` },
    timeScale: {
      ...theme.chart.timeScale,
      timeVisible: true,
      rightOffset: candlesAhead,
      barSpacing: 8,
      tickMarkFormatter: (time: number) => (intervalSeconds < 15 ? clockText : minuteText)(momentOf(time)),
    },
  })
  const series: ISeriesApi<'Candlestick'> = chart.addSeries(CandlestickSeries, theme.candles)
  let shown: Candle[] = []
  let { still, dev: devColor } = theme
  let [own, dev]: readonly [readonly OwnTrade[], readonly DevTrade[]] = [[], []]
  const showMarks = drawTradeMarks(chart, series)
  const repaint = () => {
    const renewed = chartTheme(element)
    chart.applyOptions(renewed.chart)
    series.applyOptions(renewed.candles)
    ;({ still, dev: devColor } = renewed)
    draw()
    mark()
  }
  const stopRepainting = appearance.subscribe(repaint)

  const scaleTo = (price: number) => {
    const minMove = minMoveOf(price)
    const write = (value: number) =>
      axis === 'cap' ? capString(value) : priceString(ratioOf(Number(value.toPrecision(4))), 'keep')
    // Float errors put the axis's zero slightly off zero.
    const formatter = (value: number) => (value < minMove / 2 ? '0' : write(value))
    series.applyOptions({ priceFormat: { type: 'custom', formatter, minMove } })
  }
  const colourLast = (candle: Candle) => {
    const { borderUpColor, borderDownColor, priceLineColor: before } = series.options()
    const priceLineColor = candle.close >= candle.open ? borderUpColor : borderDownColor
    // Setting a series' options lays out the whole chart, so set them only on a change.
    if (priceLineColor !== before) series.applyOptions({ priceLineColor })
  }

  const mark = () => {
    const { borderUpColor, borderDownColor } = series.options()
    const [first] = shown
    const colors = { buy: borderUpColor, sell: borderDownColor, dev: devColor }
    const marks = new Map<string, TradeMark>()
    const add = (of: TradeMark['of'], { timestampSeconds }: DevTrade) => {
      const time = (Math.floor(timestampSeconds / intervalSeconds) * intervalSeconds) as UTCTimestamp
      const isSecond = of === 'dev' && marks.has(`sell${time}`)
      if (first !== undefined && time >= first.time)
        marks.set(`${of}${time}`, { time, of, color: colors[of], isSecond })
    }
    for (const trade of own) add(trade.side, trade)
    for (const trade of dev) add('dev', trade)
    showMarks([...marks.values()])
  }

  const draw = () => {
    series.setData([
      ...timesBefore(shown, intervalSeconds).map(time => ({ time: time as UTCTimestamp })),
      ...shown.map(candle => toBar(candle, still)),
    ])
    const last = shown.at(-1)
    if (last !== undefined) colourLast(last)
  }

  return {
    show(candles, seconds, of) {
      const isOther = seconds !== intervalSeconds || of !== axis
      ;[shown, intervalSeconds, axis] = [[...candles], seconds, of]
      if (isOther) chart.timeScale().applyOptions({ secondsVisible: seconds < 60 })
      const last = candles.at(-1)
      if (last !== undefined) scaleTo(last.close)
      draw()
      mark()
      // Not `scrollToRealTime`, which animates for half a second.
      if (isOther) chart.timeScale().scrollToPosition(candlesAhead, false)
    },
    update(candle) {
      const last = shown.at(-1)
      if (last?.time === candle.time) shown.pop()
      shown.push(candle)
      if (last === undefined) scaleTo(candle.close)
      if (last === undefined || dropOldest(shown)) {
        draw()
        mark()
        return
      }
      series.update(toBar(candle, still))
      colourLast(candle)
    },
    setTrades(...trades) {
      ;[own, dev] = trades
      mark()
    },
    remove() {
      stopRepainting()
      chart.remove()
    },
  }
}
