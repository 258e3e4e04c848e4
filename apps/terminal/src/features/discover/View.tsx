import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef } from 'react'
import { type Listing, solPerToken, worthLamports } from '../../data/listing.ts'
import { feed, useTicker } from '../../data/liveTrades.ts'
import { useStore } from '../../data/store.ts'
import { useNow } from '../../data/useNow.ts'
import { Percent, Price, Skeleton, Sol, Unknown } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ageText } from '../../ui/numberText.ts'
import { Picture } from '../../ui/Picture.tsx'
import { RowGap } from '../../ui/RowGap.tsx'
import './discover.css'
import type { Column, Order } from './order.ts'
import { useDiscover } from './useDiscover.ts'

const columns: readonly { readonly column: Column; readonly label: string; readonly wide?: true }[] = [
  { column: 'token', label: 'Token' },
  { column: 'price', label: 'Price SOL' },
  { column: 'change5m', label: '5m' },
  { column: 'change24h', label: '24h', wide: true },
  { column: 'marketCap', label: 'Market cap SOL', wide: true },
  { column: 'liquidity', label: 'Liquidity SOL', wide: true },
  { column: 'volume5m', label: 'Volume 5m SOL', wide: true },
  { column: 'age', label: 'Age', wide: true },
]

const rowHeight = 52

/** Every token that can be traded here, live. */
export function DiscoverView() {
  const discover = useDiscover()
  const list = useRef<HTMLDivElement>(null)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focusSearch = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey
      if (event.key !== '/' || typing) return
      event.preventDefault()
      search.current?.focus()
    }
    document.addEventListener('keydown', focusSearch)
    return () => document.removeEventListener('keydown', focusSearch)
  }, [])
  useEffect(() => {
    document.title = 'Discover · Tern'
  }, [])
  const { rows, total, order } = discover
  const isFeedLive = useStore(feed).state === 'live'
  const isAgeKnown = rows.some(row => row.createdAtSeconds !== null)
  const shownColumns = columns.filter(({ column }) => column !== 'age' || isAgeKnown)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    initialRect: { width: 1200, height: 800 },
  })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    <>
      <div className="discover-bar">
        <h1>Discover</h1>
        {total === undefined ? null : (
          <span className="faint cell nowrap">
            {rows.length === total ? `${total} tokens` : `${rows.length} of ${total} tokens`}
          </span>
        )}
        <span className="spacer" />
        <div className="input slim discover-search">
          <Icon name="search" />
          <input
            ref={search}
            type="search"
            aria-label="Find a token"
            placeholder="Symbol, name or mint"
            value={discover.search}
            onChange={event => discover.setSearch(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <span className="desk-only" aria-hidden="true">
            <kbd>/</kbd>
          </span>
        </div>
      </div>
      {discover.error !== null && total !== undefined && isFeedLive ? (
        <div className="banner" role="alert">
          ! The list could not be refreshed. What you see may be old.
          <Button size="small" onClick={discover.retry}>
            Try now
          </Button>
        </div>
      ) : null}
      {discover.error !== null && total === undefined ? (
        <Unreachable retry={discover.retry} />
      ) : total !== undefined && rows.length === 0 ? (
        <NothingFound total={total} search={discover.search} reset={() => discover.setSearch('')} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing inside only keeps rows from moving
        <div
          ref={list}
          className="discover-list"
          onPointerEnter={event => discover.hold(event.pointerType === 'mouse')}
          onPointerLeave={() => discover.hold(false)}
          onFocus={() => discover.hold(true)}
          onBlur={() => discover.hold(false)}
        >
          <table className="table tokens" aria-rowcount={(total ?? 0) + 1}>
            <thead>
              <tr>
                {shownColumns.map(({ column, label, wide }) => (
                  <HeaderCell
                    key={column}
                    column={column}
                    label={label}
                    wide={wide}
                    order={order}
                    onSort={discover.sortBy}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {total === undefined ? (
                <LoadingRows />
              ) : (
                <>
                  <RowGap height={before} />
                  {items.map(item => {
                    const listing = rows[item.index]
                    return listing === undefined ? null : (
                      <TokenRow key={listing.mint} listing={listing} isAgeShown={isAgeKnown} />
                    )
                  })}
                  <RowGap height={after} />
                </>
              )}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

interface HeaderCellProps {
  readonly column: Column
  readonly label: string
  readonly wide: true | undefined
  readonly order: Order
  readonly onSort: (column: Column) => void
}

function HeaderCell({ column, label, wide, order, onSort }: HeaderCellProps) {
  const sorted = order.column === column ? order.direction : undefined
  return (
    <th scope="col" className={wide && 'desk-only'} aria-sort={sorted}>
      <button type="button" onClick={() => onSort(column)}>
        {label}
        <span aria-hidden="true">{sorted === undefined ? '' : sorted === 'ascending' ? ' ▲' : ' ▼'}</span>
      </button>
    </th>
  )
}

interface TokenRowProps {
  readonly listing: Listing
  /** Off when no token's age is known: a column of dashes says nothing. */
  readonly isAgeShown: boolean
}

const TokenRow = memo(function TokenRow({ listing, isAgeShown }: TokenRowProps) {
  const ticker = useTicker(listing.mint)
  const price = ticker === undefined ? listing.price : solPerToken(ticker.price, listing.decimals)
  return (
    <tr className="token-row">
      <td>
        <Link to="/t/$mint" params={{ mint: listing.mint }} className="token-link">
          <Picture source={listing.picture} symbol={listing.symbol} />
          <span>
            <b>{listing.symbol}</b>
            <span className="caption">{listing.name}</span>
          </span>
        </Link>
      </td>
      <td className="strong">
        <span key={ticker?.slot} className={ticker === undefined ? undefined : `flash ${ticker.side}`}>
          <Price price={price} zeros="keep" />
        </span>
      </td>
      <td>
        <Percent bps={listing.change5mBps} />
      </td>
      <td className="desk-only">
        <Percent bps={listing.change24hBps} />
      </td>
      <td className="desk-only">
        <Sol lamports={worthLamports(listing.supply, price, listing.decimals)} digits="compact" />
      </td>
      <td className="desk-only">
        <Sol lamports={listing.liquidityLamports} digits="compact" />
      </td>
      <td className="desk-only">
        <Sol lamports={listing.volume5mLamports} digits={{ fraction: 3 }} />
        <div className="caption">
          <span className="up">▲{listing.buys5m}</span> <span className="down">▼{listing.sells5m}</span>
        </div>
      </td>
      {isAgeShown ? (
        <td className="desk-only">
          <Age since={listing.createdAtSeconds} />
        </td>
      ) : null}
    </tr>
  )
})

function Age({ since }: { since: number | null }) {
  const now = useNow()
  return since === null ? <Unknown /> : ageText(now - since)
}

function LoadingRows() {
  return Array.from({ length: 12 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike
    <tr key={row} className="token-row">
      {columns.map(({ column, wide }) => (
        <td key={column} className={wide && 'desk-only'}>
          <Skeleton width={column === 'token' ? 140 : 56} />
        </td>
      ))}
    </tr>
  ))
}

function Unreachable({ retry }: { retry: () => void }) {
  return (
    <div className="empty" role="alert">
      <Icon name="offline" />
      <h2>The server cannot be reached</h2>
      <p>The list of tokens comes from your Tern server, and it does not answer. Is it running?</p>
      <Button onClick={retry}>Try now</Button>
    </div>
  )
}

function NothingFound({ total, search, reset }: { total: number; search: string; reset: () => void }) {
  return (
    <div className="empty">
      <Icon name="filter" />
      <h2>{total === 0 ? 'No tokens yet' : 'Nothing matches'}</h2>
      <p>
        {total === 0
          ? 'Tokens appear here as soon as the server finds a pool for them.'
          : `None of the ${total} tokens matches “${search}”.`}
      </p>
      {total === 0 ? null : <Button onClick={reset}>Show all</Button>}
    </div>
  )
}
