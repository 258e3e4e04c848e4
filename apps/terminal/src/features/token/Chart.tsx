import { useRef, useState } from 'react'
import { type Timeframe, timeframes } from '../../data/candles.ts'
import { useChart } from './useChart.ts'

/** For those who hear it: `0.00000005165`, never `5.165e-8`. */
const spoken = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })

/** Candles of the price in SOL, live, in the timeframe that was chosen. */
export function Chart({ mint, decimals, symbol }: { mint: string; decimals: number; symbol: string }) {
  const [timeframe, setTimeframe] = useState<Timeframe>(timeframes[1])
  const box = useRef<HTMLDivElement>(null)
  const { last, isLoading, error, isEmpty } = useChart(box, mint, decimals, timeframe.seconds)
  return (
    <section className="chart" aria-label="Price chart">
      {/* biome-ignore lint/a11y/useSemanticElements: buttons of a toolbar, not form controls */}
      <div className="timeframes" role="group" aria-label="Timeframe">
        {timeframes.map(one => (
          <button key={one.label} type="button" aria-pressed={one === timeframe} onClick={() => setTimeframe(one)}>
            {one.label}
          </button>
        ))}
        <span className="spacer" />
        <span className="caption chart-unit">SOL per {symbol}</span>
      </div>
      <p className="visually-hidden">
        Candles of {timeframe.label} each.{' '}
        {last === undefined
          ? ''
          : `Last ${spoken.format(last.close)} SOL, this candle between ${spoken.format(last.low)} and ${spoken.format(last.high)}.`}
      </p>
      <div className="chart-body">
        <div ref={box} className={isEmpty ? 'chart-canvas blank' : 'chart-canvas'} />
        {isLoading ? (
          <div className="chart-note">
            <span className="ring large" aria-hidden="true" />
            Reading candles
          </div>
        ) : null}
        {isEmpty ? <div className="chart-note">No trades yet. First trades appear here.</div> : null}
        {error !== null && last === undefined ? (
          <div className="chart-note danger">The candles could not be read. Trying again.</div>
        ) : null}
        <a className="chart-credit" href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          Charts by TradingView
        </a>
      </div>
    </section>
  )
}
