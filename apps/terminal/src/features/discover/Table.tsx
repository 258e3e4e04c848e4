import { memo, useMemo } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { type LiveWorth, liveWorth } from '../../data/market/liveWorth.ts'
import { appearance } from '../../data/settings/settings.ts'
import { useStore } from '../../data/store.ts'
import { useNow } from '../../data/useNow.ts'
import { ShortAddress } from '../../ui/Address.tsx'
import { Age } from '../../ui/Age.tsx'
import { LivePrice, LiveSol, Percent, Skeleton, Sol } from '../../ui/Amount.tsx'
import { mintKey } from '../../ui/holdRows.ts'
import { Picture } from '../../ui/Picture.tsx'
import { RowGap } from '../../ui/RowGap.tsx'
import { rowHeights } from '../../ui/rowHeights.ts'
import { SortHeader } from '../../ui/SortHeader.tsx'
import { StarMark } from '../../ui/Star.tsx'
import { TokenLink } from '../../ui/TokenLink.tsx'
import { useFlash } from '../../ui/useFlash.ts'
import { useHeldRows } from '../../ui/useHeldRows.ts'
import { useHold } from '../../ui/useHold.ts'
import { useRowsInSight } from '../../ui/useRowsInSight.ts'
import { isLeft, parseFilter } from './filter.ts'
import { HeldSign } from './HeldSign.tsx'
import type { ListProps } from './listProps.ts'
import { NothingMatches } from './NothingMatches.tsx'
import { type Column, orderAfter, parseOrder, sortListings } from './order.ts'
import { QuickBuyButton } from './QuickBuyButton.tsx'
import { usePressLock } from './usePressLock.ts'

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

/** All tokens that pass the filter, in one sorted table. */
export const Table = memo(function Table({ listings, found, search, onSearch, isAllHeld, onQuickBuy }: ListProps) {
  const order = parseOrder(search.sort ?? '-volume5m')
  const filter = parseFilter(search.table ?? '')
  const now = useNow()
  const left = (found ?? []).filter(listing => isLeft(listing, filter, now))
  const { isHeld, touch } = useHold(isAllHeld)
  const { rows, movedAtMs } = useHeldRows({
    known: found,
    wanted: sortListings(left, order),
    choice: JSON.stringify([search.find, search.table, order]),
    keyOf: mintKey,
    isHeld,
    late: 'last',
  })
  // Computed from all tokens, so that a filter never adds or removes a column.
  const isAgeKnown = (listings ?? []).some(row => row.createdAtSeconds !== null)
  const shownColumns = columns.filter(({ column }) => column !== 'age' || isAgeKnown)
  const rowHeight = rowHeights[useStore(appearance).density].two
  const { from, to, box } = useRowsInSight(rows.length, rowHeight)
  const { locks, quickBuy } = usePressLock(rows, movedAtMs, onQuickBuy)
  return (
    <div ref={box} className="discover-list" data-rows {...locks} {...touch}>
      <table className="table two-line tokens" aria-rowcount={rows.length + 1}>
        <thead className={isHeld ? 'held' : undefined}>
          <tr>
            {shownColumns.map(({ column, label, wide }) => (
              <SortHeader
                key={column}
                label={label}
                className={wide && 'desk-only'}
                sorted={order.column === column ? order.direction : undefined}
                onSort={() => onSearch({ sort: orderAfter(order, column) }, 'step')}
              />
            ))}
            <th scope="col">
              <HeldSign isHeld={isHeld} /> Quick buy
            </th>
          </tr>
        </thead>
        <tbody>
          {listings === undefined ? (
            <LoadingRows />
          ) : (
            <>
              <RowGap height={from * rowHeight} />
              {rows.slice(from, to).map((listing, at) => (
                <TokenRow
                  key={listing.mint}
                  listing={listing}
                  index={from + at}
                  isAgeShown={isAgeKnown}
                  onQuickBuy={quickBuy}
                />
              ))}
              <RowGap height={(rows.length - to) * rowHeight} />
            </>
          )}
        </tbody>
      </table>
      {found !== undefined && rows.length === 0 ? (
        <NothingMatches filter={filter} total={found.length} onReset={() => onSearch({ table: '' }, 'step')}>
          Nothing matches.
        </NothingMatches>
      ) : null}
    </div>
  )
})

interface TokenRowProps {
  readonly listing: Listing
  readonly index: number
  /** False if no token's age is known; a column of dashes is useless. */
  readonly isAgeShown: boolean
  readonly onQuickBuy: (mint: string) => void
}

const TokenRow = memo(function TokenRow({ listing, index, isAgeShown, onQuickBuy }: TokenRowProps) {
  const worth = useMemo(() => liveWorth(listing), [listing])
  return (
    <tr className="token-row" data-mint={listing.mint} data-index={index}>
      <td>
        <TokenLink mint={listing.mint} className="token-link">
          <Picture source={listing.picture} symbol={listing.symbol} />
          <span>
            <b>
              {listing.symbol} <StarMark mint={listing.mint} />
            </b>
            <span className="caption">
              {listing.name}{' '}
              {listing.posesAs === undefined ? (
                <span className="desk-only">
                  <ShortAddress address={listing.mint} />
                </span>
              ) : null}
            </span>
          </span>
        </TokenLink>
      </td>
      <td className="strong">
        <PriceCell worth={worth} />
      </td>
      <td>
        <Percent bps={listing.change5mBps} />
      </td>
      <td className="desk-only">
        <Percent bps={listing.change24hBps} />
      </td>
      <td className="desk-only">
        <span className="live-cell">
          <LiveSol lamports={worth.cap} digits="compact" />
        </span>
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
      <td className="row-action">
        <QuickBuyButton mint={listing.mint} symbol={listing.symbol} onPress={onQuickBuy} />
      </td>
    </tr>
  )
})

function PriceCell({ worth: { ticker, price } }: { worth: LiveWorth }) {
  return (
    <span className="live-cell">
      <span ref={useFlash(ticker)}>
        <LivePrice price={price} zeros="keep" />
      </span>
    </span>
  )
}

function LoadingRows() {
  return Array.from({ length: 12 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are alike
    <tr key={row} className="token-row">
      {columns.map(({ column, wide }) => (
        <td key={column} className={wide && 'desk-only'}>
          <Skeleton width={column === 'token' ? 140 : 56} />
        </td>
      ))}
    </tr>
  ))
}
