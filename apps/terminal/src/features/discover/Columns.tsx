import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { Listing } from '../../data/listing.ts'
import { useNow } from '../../data/useNow.ts'
import { Skeleton } from '../../ui/Amount.tsx'
import { Card } from './Card.tsx'
import { type ColumnName, columnNames } from './columns.ts'
import { useColumn } from './useColumn.ts'

const titles: Readonly<Record<ColumnName, string>> = { new: 'New', filling: 'Filling', graduated: 'Graduated' }

const cardHeight = 84

interface ColumnsProps {
  /** Unset: they are being read. */
  readonly listings: readonly Listing[] | undefined
  /** What is looked for; empty: everything is shown. */
  readonly search: string
  /** The one that a phone shows. */
  readonly shown: ColumnName
  readonly onShow: (column: ColumnName) => void
}

/** Tokens from launch to pool, one column a stage. */
export function Columns({ listings, search, shown, onShow }: ColumnsProps) {
  return (
    <>
      <fieldset className="column-tabs phone-only" aria-label="Columns">
        {columnNames.map(name => (
          <button key={name} type="button" aria-pressed={name === shown} onClick={() => onShow(name)}>
            {titles[name]}
          </button>
        ))}
      </fieldset>
      <div className="columns">
        {columnNames.map(name => (
          <Column key={name} name={name} listings={listings} search={search} isShown={name === shown} />
        ))}
      </div>
    </>
  )
}

interface ColumnProps {
  readonly name: ColumnName
  readonly listings: readonly Listing[] | undefined
  readonly search: string
  /** On a phone. */
  readonly isShown: boolean
}

function Column({ name, listings, search, isShown }: ColumnProps) {
  const { rows, waiting, isHeld, hold, refresh } = useColumn(listings ?? [], name)
  const list = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => cardHeight,
    overscan: 8,
    initialRect: { width: 400, height: 800 },
    getItemKey: index => rows[index]?.mint ?? index,
  })
  const showNew = () => {
    refresh()
    list.current?.scrollTo({ top: 0 })
    // The button goes, and a focus that is lost would leave the column held.
    list.current?.querySelector('a')?.focus({ preventScroll: true })
  }
  return (
    <section className={`column${isShown ? ' shown' : ''}${isHeld ? ' held' : ''}`} aria-label={titles[name]}>
      <header>
        <h2>{titles[name]}</h2>
        <span className="faint cell nowrap">
          {name === 'new' ? <Launches listings={listings} /> : name === 'filling' ? 'curve 70% and up' : 'in a pool'}
        </span>
        <span className="spacer" />
        {isHeld ? <span className="chip held-chip desk-only">Held</span> : null}
      </header>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing inside only keeps rows from moving */}
      <div
        className="column-body"
        onPointerEnter={event => hold(event.pointerType === 'mouse')}
        onPointerDown={() => hold(true)}
        onPointerUp={event => hold(event.pointerType === 'mouse')}
        onPointerCancel={() => hold(false)}
        onPointerLeave={() => hold(false)}
        onFocus={() => hold(true)}
        onBlur={() => hold(false)}
      >
        {waiting > 0 ? (
          <button type="button" className="waiting-bar" onClick={showNew}>
            ↑ {waiting} new above
            <span>values live, order held</span>
          </button>
        ) : null}
        {listings === undefined ? (
          <LoadingCards />
        ) : rows.length === 0 ? (
          <p className="empty cell">{search === '' ? empty[name] : 'Nothing here matches.'}</p>
        ) : (
          <div className="column-list" ref={list}>
            <ul style={{ height: virtual.getTotalSize() }}>
              {virtual.getVirtualItems().map(({ index, key, start }) => {
                const listing = rows[index]
                return listing === undefined ? null : <Card key={key} listing={listing} top={start} />
              })}
            </ul>
          </div>
        )}
      </div>
    </section>
  )
}

const empty: Readonly<Record<ColumnName, string>> = {
  new: 'Tokens appear here the moment they are launched.',
  filling: 'No curve is that far. Tokens come here when 70% of their curve is sold.',
  graduated: 'Tokens come here when their curve is complete.',
}

/** How many came lately, where that is known of any. */
function Launches({ listings = [] }: { listings: readonly Listing[] | undefined }) {
  const now = useNow()
  const lately = listings.filter(
    ({ curve, createdAtSeconds }) => curve !== null && (createdAtSeconds ?? 0) > now - 60,
  ).length
  return lately === 0 ? 'on their curve' : `${lately} in the last minute`
}

function LoadingCards() {
  return Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike
    <div key={row} className="token-card" aria-hidden="true">
      <span className="picture card-picture" />
      <div>
        <Skeleton width={120} />
        <br />
        <Skeleton width={160} />
      </div>
    </div>
  ))
}
