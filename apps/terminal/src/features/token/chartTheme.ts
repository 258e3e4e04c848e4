import type { CandlestickSeriesPartialOptions, ChartOptions, DeepPartial } from 'lightweight-charts'
import { readColour } from '../../theme/readColour.ts'

/** The design's variables as the chart's options; a canvas cannot read CSS. Candles are filled up and hollow down. */
export function chartTheme(element: HTMLElement): {
  readonly chart: DeepPartial<ChartOptions>
  readonly candles: CandlestickSeriesPartialOptions
  /** Of a candle that went neither up nor down. */
  readonly still: string
  /** Of what who made the token traded. */
  readonly dev: string
} {
  const style = getComputedStyle(element)
  const variables = ['--bg0', '--line', '--fg2', '--line2', '--buy', '--sell', '--fg0'] as const
  const [canvas, rule, caption, field, up, down, dev] = variables.map(name => readColour(element, name))
  if (!canvas || !rule || !caption || !field || !up || !down || !dev)
    return { chart: {}, candles: {}, still: '', dev: '' }
  return {
    chart: {
      layout: {
        background: { color: canvas },
        textColor: caption,
        fontFamily: style.fontFamily,
        fontSize: 12,
        // Its logo would bring an inline style and an inner HTML; the page shows the attribution itself.
        attributionLogo: false,
      },
      grid: { vertLines: { visible: false }, horzLines: { color: rule } },
      rightPriceScale: {
        borderColor: rule,
        scaleMargins: { top: 0.08, bottom: 0.08 },
        tickMarkDensity: 5,
        // None that the chart's edge cuts.
        entireTextOnly: true,
        // As wide as a price takes: what is narrower would have every canvas made anew.
        minimumWidth: 76,
      },
      timeScale: { borderColor: rule },
      crosshair: {
        vertLine: { color: field, labelBackgroundColor: field },
        horzLine: { color: field, labelBackgroundColor: field },
      },
    },
    candles: {
      upColor: up,
      borderUpColor: up,
      wickUpColor: up,
      // Hollow. Then the last price's label would take the canvas's colour, so `drawChart` colours the price line.
      downColor: canvas,
      borderDownColor: down,
      wickDownColor: down,
      priceLineColor: caption,
    },
    still: field,
    dev,
  }
}
