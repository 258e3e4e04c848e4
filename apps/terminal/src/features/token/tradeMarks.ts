import type {
  CandlestickData,
  IChartApi,
  IPrimitivePaneRenderer,
  ISeriesApi,
  UTCTimestamp,
  WhitespaceData,
} from 'lightweight-charts'

/** Own trades of one side within a candle, or the creator's. */
export interface TradeMark {
  /** The candle's time. */
  readonly time: UTCTimestamp
  readonly of: 'buy' | 'sell' | 'dev'
  readonly color: string
  /** `true` if another mark lies between this mark and the candle. */
  readonly isSecond?: boolean
}

/** In pixels. */
const [gap, height, halfWidth] = [4, 7, 5]

const isCandle = (bar: CandlestickData | WhitespaceData | null): bar is CandlestickData => bar !== null && 'low' in bar

/**
 * Draws trade marks: ▲ below a candle for an own buy, ▼ above it for an own sale, ◆ above it for a trade of the
 * creator.
 * The library's own markers lay out the whole chart and draw it twice whenever a candle changes; these marks are drawn
 * along with the candles.
 *
 * @returns a function that replaces the marks
 */
export function drawTradeMarks(
  chart: IChartApi,
  series: ISeriesApi<'Candlestick'>,
): (marks: readonly TradeMark[]) => void {
  let shown: readonly TradeMark[] = []
  let requestUpdate = () => {}
  const scale = chart.timeScale()

  function draw(context: CanvasRenderingContext2D, { time, of, color, isSecond }: TradeMark) {
    const index = scale.timeToIndex(time)
    const candle = index === null ? null : series.dataByIndex(index)
    if (!isCandle(candle)) return
    const [price, down] = of === 'buy' ? ([candle.low, 1] as const) : ([candle.high, -1] as const)
    const [x, y] = [scale.timeToCoordinate(time), series.priceToCoordinate(price)]
    if (x === null || y === null) return
    const tip = y + down * (gap + (isSecond ? gap + height : 0))
    const [base, end] = of === 'dev' ? [tip - halfWidth, tip - 2 * halfWidth] : [tip + down * height, undefined]
    context.fillStyle = color
    context.beginPath()
    context.moveTo(x, tip)
    context.lineTo(x - halfWidth, base)
    if (end !== undefined) context.lineTo(x, end)
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
