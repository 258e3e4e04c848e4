import type { IChartApi, ISeriesApi, ISeriesPrimitive, Time, UTCTimestamp } from 'lightweight-charts'
import { expect, it } from 'vitest'
import { drawTradeMarks } from './tradeMarks.ts'

const at = (time: number) => time as UTCTimestamp
const bars = [{ time: at(60), open: 20, high: 30, low: 10, close: 25 }, { time: at(120) }]

/** A chart with ten pixels a bar. The vertical position of a price is 100 less the price. */
function openChart() {
  let attached: ISeriesPrimitive<Time> | undefined
  let updates = 0
  const indexOf = (time: Time) => bars.findIndex(bar => bar.time === time)
  const scale = {
    timeToIndex: (time: Time) => (indexOf(time) < 0 ? null : indexOf(time)),
    timeToCoordinate: (time: Time) => indexOf(time) * 10,
  }
  const series = {
    attachPrimitive(primitive: ISeriesPrimitive<Time>) {
      attached = primitive
      primitive.attached?.({ requestUpdate: () => updates++ } as never)
    },
    dataByIndex: (index: number) => bars[index] ?? null,
    priceToCoordinate: (price: number) => 100 - price,
  }
  const show = drawTradeMarks(
    { timeScale: () => scale } as unknown as IChartApi,
    series as unknown as ISeriesApi<'Candlestick'>,
  )
  const drawn = () => {
    const corners: (readonly [string, number, number])[] = []
    let fillStyle = ''
    const corner = (x: number, y: number) => corners.push([fillStyle, x, y])
    const context = {
      set fillStyle(colour: string) {
        fillStyle = colour
      },
      beginPath() {},
      fill() {},
      moveTo: corner,
      lineTo: corner,
    }
    const renderer = attached?.paneViews?.()[0]?.renderer()
    renderer?.draw({ useMediaCoordinateSpace: (use: (scope: object) => void) => use({ context }) } as never)
    return corners
  }
  return { show, drawn, updates: () => updates }
}

it('a buy points up below its candle, a sale points down above it', () => {
  const { show, drawn, updates } = openChart()
  expect(drawn()).toEqual([])
  show([
    { time: at(60), of: 'buy', color: 'cyan' },
    { time: at(60), of: 'sell', color: 'orange' },
  ])
  expect(updates()).toBe(1)
  expect(drawn()).toEqual([
    ['cyan', 0, 94],
    ['cyan', -5, 101],
    ['cyan', 5, 101],
    ['orange', 0, 66],
    ['orange', -5, 59],
    ['orange', 5, 59],
  ])
})

it('the creator’s trade is a diamond above the candle and above a sale', () => {
  const { show, drawn } = openChart()
  const dev = { time: at(60), of: 'dev', color: 'white' } as const
  show([dev])
  const diamond = [
    ['white', 0, 66],
    ['white', -5, 61],
    ['white', 0, 56],
    ['white', 5, 61],
  ]
  expect(drawn()).toEqual(diamond)
  show([{ ...dev, isSecond: true }])
  expect(drawn()).toEqual(diamond.map(([color, x, y]) => [color, x, Number(y) - 11]))
})

it('draws no mark without a candle', () => {
  const { show, drawn } = openChart()
  show([
    { time: at(120), of: 'buy', color: 'cyan' },
    { time: at(180), of: 'sell', color: 'orange' },
  ])
  expect(drawn()).toEqual([])
})
