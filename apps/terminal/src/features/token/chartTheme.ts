import type { CandlestickSeriesPartialOptions, ChartOptions, DeepPartial } from 'lightweight-charts'
import { readColour } from '../../theme/readColour.ts'

/**
 * Reads the design's variables as chart options, because a canvas cannot read CSS. Rising candles are filled, falling
 * ones hollow.
 */
export function chartTheme(element: HTMLElement): {
  readonly chart: DeepPartial<ChartOptions>
  readonly candles: CandlestickSeriesPartialOptions
  /** The colour of a flat candle. */
  readonly still: string
  /** The colour of the creator's trades. */
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
        // The library's logo needs an inline style and inner HTML; the page shows the attribution itself.
        attributionLogo: false,
      },
      grid: { vertLines: { visible: false }, horzLines: { color: rule } },
      rightPriceScale: {
        borderColor: rule,
        scaleMargins: { top: 0.08, bottom: 0.08 },
        tickMarkDensity: 5,
        // Hides labels that the chart's edge would cut.
        entireTextOnly: true,
        // Wide enough for every price: a change of width would rebuild each canvas.
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
      // Hollow. The last price's label would take the canvas's colour, so `drawChart` colours the price line.
      downColor: canvas,
      borderDownColor: down,
      wickDownColor: down,
      priceLineColor: caption,
    },
    still: field,
    dev,
  }
}
