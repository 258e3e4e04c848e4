import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useKey } from '../../data/keys/keyHandlers.ts'
import { timeframes } from '../../data/market/candles.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { priceText, ratioOf } from '../../text/numberText.ts'
import { Ring } from '../../ui/Ring.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { firstTimeframe, parseTokenSearch, type TokenSearch } from './search.ts'
import { useChart } from './useChart.ts'
import type { OwnTrade } from './useOwnTrades.ts'

const route = getRouteApi('/t/$mint')

/** A price for screen readers: `0.00000005165`, never `5.165e-8`. */
const spoken = (price: number) => priceText(ratioOf(price)).plain

/** The last chosen timeframe, with which the next token's chart begins. */
let lastChosen: (typeof timeframes)[number]['label'] | undefined

interface ChartProps {
  readonly token: TokenDetail
  readonly own: readonly OwnTrade[]
  /** The token's creator, if known. */
  readonly dev: string | undefined
}

/**
 * The live candles of a token in SOL, by price or market cap, in the chosen timeframe.
 * It marks the wallet's own trades and the creator's.
 */
export function Chart({ token, own, dev }: ChartProps) {
  // The router also passes parameters that this page does not know; parsing drops them.
  const asked = parseTokenSearch(route.useSearch())
  const navigate = route.useNavigate()
  const show = (change: TokenSearch) => void navigate({ search: before => ({ ...before, ...change }), replace: true })
  // Chosen once per visit, so that new trades do not change the timeframe.
  const [first] = useState(() => {
    const ageSeconds = token.createdAtSeconds === null ? 0 : Date.now() / 1_000 - token.createdAtSeconds
    return lastChosen ?? firstTimeframe({ trades5m: token.buys5m + token.sells5m, ageSeconds })
  })
  const at = Math.max(
    0,
    timeframes.findIndex(({ label }) => label === (asked.timeframe ?? first)),
  )
  const timeframe = timeframes[at] ?? timeframes[1]
  const axis = asked.axis ?? 'price'
  const box = useRef<HTMLDivElement>(null)
  const { last, isLoading, error, isEmpty, retry } = useChart(box, {
    token,
    seconds: timeframe.seconds,
    axis,
    own,
    dev,
  })
  const showAxis = (name: 'price' | 'cap') =>
    void navigate({
      search: ({ axis: _, ...rest }: TokenSearch) => (name === 'cap' ? { ...rest, axis: name } : rest),
      replace: true,
    })
  const choose = (name: (typeof timeframes)[number]['label']) => {
    lastChosen = name
    show({ timeframe: name })
  }
  const step = (by: number) => {
    const next = timeframes[at + by]
    if (next !== undefined) choose(next.label)
  }
  useKey('shorterTimeframe', () => step(-1))
  useKey('longerTimeframe', () => step(1))
  useKey('priceOrCap', () => showAxis(axis === 'cap' ? 'price' : 'cap'))
  const of = axis === 'cap' ? 'market cap' : 'price'
  return (
    <section className="chart" aria-label="Price chart">
      <div className="timeframes">
        <Segmented
          label="Timeframe"
          options={timeframes.map(({ label }) => ({ name: label, label }))}
          chosen={timeframe.label}
          onChoose={choose}
        />
        <span className="spacer" />
        <Segmented
          label="Axis"
          options={[
            { name: 'price', label: 'Price' },
            { name: 'cap', label: 'MCap' },
          ]}
          chosen={axis}
          onChoose={showAxis}
        />
      </div>
      <p className="visually-hidden" id="chart-summary" tabIndex={-1}>
        Candles of the {of}, {timeframe.label} each.{' '}
        {last === undefined
          ? ''
          : `Last ${spoken(last.close)} SOL, this candle between ${spoken(last.low)} and ${spoken(last.high)}.`}
      </p>
      <div className="chart-body">
        <div ref={box} className={isEmpty || isLoading ? 'chart-canvas blank' : 'chart-canvas'} />
        {isLoading ? (
          <div className="chart-note">
            <Ring size="large" />
            Loading candles
          </div>
        ) : null}
        {isEmpty ? <div className="chart-note">No trades yet.</div> : null}
        {error !== null && last === undefined ? (
          <div className="chart-note">
            <Unread what="Could not load the candles" error={error} onRetry={retry} />
          </div>
        ) : null}
        <a className="chart-credit" href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          Charts by TradingView
        </a>
      </div>
    </section>
  )
}
