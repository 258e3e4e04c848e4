import { useQuery } from '@tanstack/react-query'
import { wrappedNativeMint } from '@tern/core'
import { type PointerEvent, useState } from 'react'
import { closesQuery } from '../../data/market/closes.ts'
import { type Listing, solPerToken } from '../../data/market/listing.ts'
import { tickerOf } from '../../data/market/liveTrades.ts'
import type { SwapToken } from '../../data/swap/swapTokens.ts'
import { useNow } from '../../data/useNow.ts'
import { priceText, ratioOf } from '../../text/numberText.ts'
import { dateText, minuteText } from '../../text/timeText.ts'
import { Percent, Price } from '../../ui/Amount.tsx'
import { LineDrawing } from '../../ui/LineDrawing.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { changeBps, type PairLine, type PairSide, pairLine, type Window, windows } from './pairLine.ts'

interface PairChartProps {
  readonly pay: SwapToken
  readonly receive: SwapToken
  readonly listings: readonly Listing[]
}

/** The price of a pair over time. Shows nothing if the server lists no market of a token. */
export function PairChart({ pay, receive, listings }: PairChartProps) {
  const [name, setName] = useState<Window['name']>('24h')
  const window = windows.find(one => one.name === name) ?? windows[1]
  const [given, got] = [useSide(pay, window, listings), useSide(receive, window, listings)]
  const to = useNow()
  /** The pointer's share of the width. It stays where it is while another window loads. */
  const [pointed, setPointed] = useState<number>()
  if (given === undefined || got === undefined) return null
  const isLoading = given.isLoading || got.isLoading
  const error = given.error ?? got.error
  const line = isLoading || error !== null ? undefined : pairLine(given.side, got.side, { window, to })
  const title = `${receive.symbol} per ${pay.symbol}`
  const at = pointed === undefined || line === undefined ? undefined : Math.round(pointed * (line.points.length - 1))
  // Without a trade, only the current price is known.
  const hasHistory = line !== undefined && line.to > line.from
  const price = line?.points[at ?? line.points.length - 1]
  return (
    <section className="card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <span className="strong">
          <Price price={price === undefined ? (isLoading ? undefined : null) : shownPrice(price)} />
        </span>
        {!hasHistory ? null : <Under line={line} at={at} window={window} />}
        <span className="spacer" />
        <Segmented label="Window" options={windows} chosen={name} onChoose={setName} />
      </header>
      {error === null ? null : (
        <Unread
          what="Could not load the prices"
          error={error}
          onRetry={() => {
            given.retry()
            got.retry()
          }}
        />
      )}
      {error === null && !isLoading && !hasHistory ? <p className="hint pair-empty">No trades yet.</p> : null}
      {error === null && (isLoading || hasHistory) ? (
        <Figure title={title} line={line} window={window} at={at} onPoint={setPointed} />
      ) : null}
    </section>
  )
}

/** Reads and follows the prices of a token; `undefined` if the server lists no market of it. */
function useSide({ mint, decimals, scale }: SwapToken, { intervalSeconds }: Window, listings: readonly Listing[]) {
  const isSol = mint === wrappedNativeMint
  const listing = listings.find(one => one.mint === mint)
  const { data, error, refetch } = useQuery({
    ...closesQuery(mint, intervalSeconds),
    enabled: !isSol && listing !== undefined,
    refetchInterval: intervalSeconds * 1_000,
  })
  if (!isSol && listing === undefined) return undefined
  const unit = { decimals, scale }
  const last = isSol ? undefined : tickerOf(mint).get()
  const now = last === undefined ? listing?.price : solPerToken(last.price, unit)
  const side: PairSide = {
    ...{ mint, unit, closes: data ?? [] },
    now: now == null ? undefined : Number(now.numerator) / Number(now.denominator),
  }
  return { side, isLoading: !isSol && data === undefined && error === null, error, retry: () => void refetch() }
}

/** A float has noise in its last digits. */
const shownPrice = (price: number) => ratioOf(Number(price.toPrecision(12)))
const spoken = (price: number) => priceText(shownPrice(price)).plain

/** The time that the pointer is at, otherwise the change over the line. */
function Under({ line, at, window }: { line: PairLine; at: number | undefined; window: Window }) {
  if (at !== undefined) return <span className="hint">{timeText(timeAt(line, at), line.to)}</span>
  const bps = changeBps(line)
  const isWhole = line.to - line.from >= window.seconds
  return (
    <span className="pair-change nowrap">
      {Math.abs(bps) < 5 ? null : (
        <span className={bps > 0 ? 'up' : 'down'} aria-hidden="true">
          {bps > 0 ? '▲ ' : '▼ '}
        </span>
      )}
      <Percent bps={bps} />{' '}
      <span className="hint">{isWhole ? window.label : `since ${timeText(line.from, line.to)}`}</span>
    </span>
  )
}

const timeAt = ({ from, to, points }: PairLine, at: number) => from + ((to - from) * at) / (points.length - 1)

/** `14:30`, with the day if it is another. */
function timeText(seconds: number, nowSeconds: number): string {
  const [at, now] = [new Date(seconds * 1000), new Date(nowSeconds * 1000)]
  return at.toDateString() === now.toDateString() ? minuteText(at) : `${dateText(at)} ${minuteText(at)}`
}

interface FigureProps {
  readonly title: string
  /** Unset while it loads. */
  readonly line: PairLine | undefined
  readonly window: Window
  readonly at: number | undefined
  readonly onPoint: (share: number | undefined) => void
}

function Figure({ title, line, window, at, onPoint }: FigureProps) {
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    onPoint(Math.min(1, Math.max(0, (clientX - left) / width)))
  }
  return (
    <figure className="pair-chart">
      <figcaption className="visually-hidden">
        {title}, {window.label}.{' '}
        {line === undefined
          ? 'Loading.'
          : `Between ${spoken(Math.min(...line.points))} and ${spoken(Math.max(...line.points))}.`}
      </figcaption>
      <div className="pair-line" onPointerMove={point} onPointerLeave={() => onPoint(undefined)}>
        <LineDrawing points={line?.points} />
        {line === undefined || at === undefined ? null : (
          <span className="pair-pointer" style={{ left: `${(100 * at) / (line.points.length - 1)}%` }} />
        )}
      </div>
      <p className="pair-times" aria-hidden="true">
        {line === undefined ? <span>…</span> : axisTexts(line).map(text => <span key={text}>{text}</span>)}
      </p>
    </figure>
  )
}

/** Five times below the line, without equal neighbours. */
function axisTexts(line: PairLine): readonly string[] {
  const isOfDays = line.to - line.from > 2 * 86_400
  const texts = [0, 0.25, 0.5, 0.75].map(share => {
    const at = line.from + (line.to - line.from) * share
    if (share === 0 && !isOfDays) return timeText(at, line.to)
    return isOfDays ? dateText(new Date(at * 1000)) : minuteText(new Date(at * 1000))
  })
  return [...texts.filter((text, n) => text !== texts[n - 1]), 'now']
}
