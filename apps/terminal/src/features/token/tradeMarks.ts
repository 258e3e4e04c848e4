import type {
  CandlestickData,
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  UTCTimestamp,
  WhitespaceData,
} from 'lightweight-charts'
import type { OwnTrade } from './useOwnTrades.ts'

/** One's own trades within a candle, of one side. */
export interface TradeMark {
  /** Of the candle. */
  readonly time: UTCTimestamp
  readonly side: OwnTrade['side']
  readonly color: string
}

/** In pixels. */
const [gap, height, halfWidth] = [4, 7, 5]

const isCandle = (bar: CandlestickData | WhitespaceData | null): bar is CandlestickData => bar !== null && 'low' in bar

/**
 * ▲ below a candle in which was bought, ▼ above one in which was sold. The library's own markers have all of a chart laid out
 * anew, and drawn twice, whenever a candle changes; these come with what is drawn anyway.
 * @returns shows these instead of those before.
 */
export function drawTradeMarks(
  chart: IChartApi,
  series: ISeriesApi<'Candlestick'>,
): (marks: readonly TradeMark[]) => void {
  let shown: readonly TradeMark[] = []
  let requestUpdate = () => {}
  const scale = chart.timeScale()

  function draw(context: CanvasRenderingContext2D, { time, side, color }: TradeMark) {
    const index = scale.timeToIndex(time)
    const candle = index === null ? null : series.dataByIndex(index)
    if (!isCandle(candle)) return
    const [price, down] = side === 'buy' ? ([candle.low, 1] as const) : ([candle.high, -1] as const)
    const [x, y] = [scale.timeToCoordinate(time), series.priceToCoordinate(price)]
    if (x === null || y === null) return
    const base = y + down * (gap + height)
    context.fillStyle = color
    context.beginPath()
    context.moveTo(x, y + down * gap)
    context.lineTo(x - halfWidth, base)
    context.lineTo(x + halfWidth, base)
    context.fill()
  }

  const renderer: IPrimitivePaneRenderer = {
    draw: target =>
      target.useMediaCoordinateSpace(({ context }) => {
        for (const mark of shown) draw(context, mark)
      }),
  }
  const views = [{ renderer: () => renderer }]
  series.attachPrimitive({
    attached: to => {
      requestUpdate = to.requestUpdate
    },
    paneViews: () => views,
  })
  return marks => {
    shown = marks
    requestUpdate()
  }
}
