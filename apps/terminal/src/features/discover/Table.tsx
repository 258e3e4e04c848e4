import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef } from 'react'
import { type Listing, solPerToken, worthLamports } from '../../data/listing.ts'
import { useTicker } from '../../data/liveTrades.ts'
import { Percent, Price, Skeleton, Sol } from '../../ui/Amount.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { RowGap } from '../../ui/RowGap.tsx'
import { Age } from './Age.tsx'
import type { Column, Order } from './order.ts'
import { useTable } from './useTable.ts'

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

/** Every token in one table that can be sorted. `listings` unset: they are being read. */
export function Table({ listings }: { listings: readonly Listing[] | undefined }) {
  const { rows, order, hold, sortBy } = useTable(listings ?? [])
  const list = useRef<HTMLDivElement>(null)
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
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing inside only keeps rows from moving
    <div
      ref={list}
      className="discover-list"
      onPointerEnter={event => hold(event.pointerType === 'mouse')}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <table className="table tokens" aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {shownColumns.map(({ column, label, wide }) => (
              <HeaderCell key={column} column={column} label={label} wide={wide} order={order} onSort={sortBy} />
            ))}
          </tr>
        </thead>
        <tbody>
          {listings === undefined ? (
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
