import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Ratio } from '@tern/core'
import { type ReactNode, useEffect } from 'react'
import { candlesQuery, timeframes } from '../../data/candles.ts'
import { solPerToken } from '../../data/listing.ts'
import { useTicker } from '../../data/liveTrades.ts'
import { type TokenDetail, tokenQuery } from '../../data/token.ts'
import { Skeleton } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { priceString } from '../../ui/numberText.ts'
import { Chart } from './Chart.tsx'
import { lastClose } from './candles.ts'
import { Safety } from './Safety.tsx'
import { Story } from './Story.tsx'
import { Summary } from './Summary.tsx'
import { Tape } from './Tape.tsx'
import './token.css'

/** A token's price, chart, tape and safety, with a panel beside them. */
export function TokenView({ mint, panel }: { mint: string; panel: (token: TokenDetail) => ReactNode }) {
  const { data: token, error, refetch } = useQuery(tokenQuery(mint))
  if (token === null) return <NotListed mint={mint} />
  if (token === undefined && error !== null) return <Unreachable retry={() => void refetch()} />
  if (token === undefined) return <Loading />
  return <Loaded token={token} panel={panel} />
}

interface LoadedProps {
  readonly token: TokenDetail
  readonly panel: (token: TokenDetail) => ReactNode
}

function Loaded({ token, panel }: LoadedProps) {
  const price = useLastPrice(token)
  const title = `${price === null ? '' : `${priceString(price)} `}${token.symbol} · Tern`
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className="token-page">
      <div className="token-main">
        <Summary token={token} price={price} />
        <Safety token={token} />
        <Story token={token} />
        <div className="token-middle">
          <Chart mint={token.mint} decimals={token.decimals} symbol={token.symbol} />
          <Tape mint={token.mint} decimals={token.decimals} />
        </div>
      </div>
      <aside className="token-aside" aria-label="Trade panel">
        {panel(token)}
      </aside>
    </div>
  )
}

/** SOL per token as of the last trade, as the chart has it; before the first one as the pool stands. */
function useLastPrice({ mint, decimals, price }: TokenDetail): Ratio | null {
  const ticker = useTicker(mint)
  const close = lastClose(useQuery(candlesQuery(mint, timeframes[1].seconds)).data ?? [])
  const last = ticker?.price ?? close
  return last === undefined ? price : solPerToken(last, decimals)
}

function Loading() {
  return (
    <div className="token-page" aria-busy="true">
      <div className="token-main">
        <div className="token-summary">
          <Skeleton width={32} />
          <Skeleton width={120} />
          <Skeleton width={90} />
          <Skeleton width={90} />
        </div>
        <div className="empty">
          <span className="ring large" aria-hidden="true" />
          <h1>Reading the token</h1>
        </div>
      </div>
      <aside className="token-aside" aria-label="Trade panel" />
    </div>
  )
}

function NotListed({ mint }: { mint: string }) {
  return (
    <div className="empty">
      <Icon name="box" />
      <h1>No such token here</h1>
      <p className="mono">{mint.slice(0, 60)}</p>
      <p>This server lists no pool for that mint. Check the address, or choose one from the list.</p>
      <Link to="/discover" className="button">
        Open Discover
      </Link>
    </div>
  )
}

function Unreachable({ retry }: { retry: () => void }) {
  return (
    <div className="empty" role="alert">
      <Icon name="offline" />
      <h1>The server cannot be reached</h1>
      <p>The token and its market come from your Tern server, and it does not answer. Is it running?</p>
      <Button onClick={retry}>Try now</Button>
    </div>
  )
}
