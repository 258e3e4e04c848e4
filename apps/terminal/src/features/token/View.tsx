import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { type TokenDetail, tokenQuery } from '../../data/market/token.ts'
import { tokenFactsQuery } from '../../data/market/tokenFacts.ts'
import { errorText } from '../../text/errorText.ts'
import { withNextStep } from '../../text/nextStep.ts'
import { priceString } from '../../text/numberText.ts'
import { Skeleton } from '../../ui/Amount.tsx'
import { Offline, PageState } from '../../ui/PageState.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import { Chart } from './Chart.tsx'
import { creatorOf } from './creatorOf.ts'
import { Dock } from './Dock.tsx'
import { Safety } from './Safety.tsx'
import { Summary } from './Summary.tsx'
import { Tape } from './Tape.tsx'
import './token.css'
import { useLivePrice } from './useLastPrice.ts'
import { useOwnTrades } from './useOwnTrades.ts'
import { useSteadyUnit } from './useSteadyUnit.ts'

/** Few pages need it, so it loads separately. */
const NotListed = lazy(async () => ({ default: (await import('./NotListed.tsx')).NotListed }))

interface TokenViewProps {
  readonly mint: string
  /** The trade panel next to the page. */
  readonly panel: (token: TokenDetail) => ReactNode
  /** Sell buttons for the balance, in raw units. */
  readonly sell: (token: TokenDetail, balance: bigint) => ReactNode
  /** Sell buttons for another token. */
  readonly sellOther: ComponentProps<typeof Dock>['sellOther']
  /** Renders with the wallet's other positions. */
  readonly others: ComponentProps<typeof Dock>['others']
}

/** A token's page: price, chart, trades, safety, positions, and a panel beside them. */
export function TokenView({ mint, panel, ...dock }: TokenViewProps) {
  const { data: token, error, refetch } = useQuery(tokenQuery(mint))
  if (token === null)
    return (
      <Suspense fallback={<Loading />}>
        <NotListed mint={mint} waiting={<Loading />} />
      </Suspense>
    )
  if (token === undefined && error !== null) return <TokenUnread error={error} retry={() => void refetch()} />
  if (token === undefined) return <Loading />
  // The URL named a pool: go to the page of its token.
  if (token.mint !== mint) return <Navigate to="/t/$mint" params={{ mint: token.mint }} search={true} replace />
  return (
    <div className="token-page">
      <Loaded token={token} {...dock} />
      {panel(token)}
    </div>
  )
}

interface LoadedProps extends Pick<TokenViewProps, 'sell' | 'sellOther' | 'others'> {
  readonly token: TokenDetail
}

function Loaded({ token, ...dock }: LoadedProps) {
  const { mint } = token
  const { data: facts } = useQuery(tokenFactsQuery(mint, token.createdAtSeconds))
  const own = useOwnTrades(mint)
  useMigration(token)
  const isNarrow = useMedia('(max-width: 1240px)')
  const dev = creatorOf(token, facts)
  const unit = useSteadyUnit(token)
  const tape = <Tape mint={mint} unit={unit} dev={dev} />
  return (
    <div className="token-main">
      <Title token={token} />
      <div className="token-summary-line">
        <Summary token={token} />
      </div>
      <Safety token={token} facts={facts} />
      <div className="token-middle">
        <Chart token={token} own={own.trades} dev={dev} />
        {isNarrow ? null : tape}
      </div>
      <Dock {...dock} token={token} facts={facts} position={own.position} tape={isNarrow ? tape : null} />
    </div>
  )
}

const titleMs = 1_000

/** The price in the browser's tab, updated once a second. */
function Title({ token }: { token: TokenDetail }) {
  const price = useLivePrice(token)
  useEffect(() => {
    const write = () => {
      const last = price.get()
      document.title = `${last === null ? '' : `${priceString(last)} `}${token.symbol} · Tern`
    }
    write()
    const timer = setInterval(write, titleMs)
    return () => clearInterval(timer)
  }, [price, token.symbol])
  return null
}

const migrationMs = 500

/**
 * Follows a migration. The server finds the new pool some moments after the curve ends, so ask often until it has.
 * After the pool changes, read the token's facts again.
 */
function useMigration({ mint, pool, curve }: TokenDetail) {
  const client = useQueryClient()
  const before = useRef(pool)
  useEffect(() => {
    if (before.current === pool) return
    before.current = pool
    void client.invalidateQueries({ queryKey: tokenFactsQuery(mint).queryKey })
  }, [client, mint, pool])
  const hasEnded = curve !== null && curve.stage !== 'trading'
  useEffect(() => {
    if (!hasEnded) return
    const renew = () => void client.invalidateQueries({ queryKey: tokenQuery(mint).queryKey }, { cancelRefetch: false })
    const timer = setInterval(renew, migrationMs)
    return () => clearInterval(timer)
  }, [client, mint, hasEnded])
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
        <PageState sign="ring" title="Loading token" heading="h1" />
      </div>
      <div className="token-aside" />
    </div>
  )
}

function TokenUnread({ error, retry }: { error: unknown; retry: () => void }) {
  const said = errorText(error)
  const isAway = said === 'The server cannot be reached'
  return (
    <Offline title={isAway ? said : 'Could not load the token'} heading="h1" onRetry={retry}>
      {isAway ? 'Your Tern server does not answer. Is it running?' : withNextStep(said)}
    </Offline>
  )
}
