import { memo, type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { appearance } from '../../data/settings/settings.ts'
import { useStore } from '../../data/store.ts'
import { useNow } from '../../data/useNow.ts'
import { mintKey } from '../../ui/holdRows.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Kept } from '../../ui/Kept.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { ParkedRow } from '../../ui/ParkedRow.tsx'
import { type Parked, parkRows } from '../../ui/parked.ts'
import { rowHeights } from '../../ui/rowHeights.ts'
import { useHeldRows } from '../../ui/useHeldRows.ts'
import { useHold } from '../../ui/useHold.ts'
import { useRowsInSight } from '../../ui/useRowsInSight.ts'
import { Card } from './Card.tsx'
import {
  type ColumnName,
  type ColumnOrder,
  columnOf,
  columnOrders,
  columnTitles,
  listColumn,
  usualOrder,
} from './columns.ts'
import { FilterPopover } from './FilterPopover.tsx'
import { type Filter, formatFilter, parseFilter } from './filter.ts'
import { HeldSign } from './HeldSign.tsx'
import { LoadingCards } from './LoadingCards.tsx'
import type { ListProps } from './listProps.ts'
import { NothingMatches } from './NothingMatches.tsx'
import { usePressLock } from './usePressLock.ts'

const empty: Readonly<Record<ColumnName, string>> = {
  new: 'No launches yet.',
  filling: 'No curve at 70% yet.',
  graduated: 'No graduated tokens yet.',
}

const orderNames: Readonly<Record<ColumnOrder, string>> = {
  age: 'Newest first',
  curve: 'Closest to graduation first',
  cap: 'Largest market cap first',
  volume: 'Most volume in 5 min first',
  trades: 'Most trades in 5 min first',
}

/** Cards kept mounted after a search or scrolling removed them: most come back, and a card is costly to build. */
const maxParked = 12

interface ColumnProps extends ListProps {
  readonly name: ColumnName
  /** Whether a phone shows this column. */
  readonly isShown: boolean
}

/**
 * A column of Discover: a head with filters and order, and cards that hold their order while a pointer or the focus is
 * inside.
 */
export function Column(props: ColumnProps) {
  const { name, listings, found, search, onSearch, isShown, isAllHeld, onQuickBuy } = props
  const [asked, by] = [search[name] ?? '', search[`${name}By`] ?? usualOrder(name)]
  const filter = useMemo(() => parseFilter(asked), [asked])
  const now = useNow()
  // Memoised, because holding the lists and pointer events render the column too.
  const wanted = useMemo(
    () => listColumn(found ?? [], { name, nowSeconds: now }, { filter, by }),
    [found, name, now, filter, by],
  )
  const { isHeld, touch } = useHold(isAllHeld)
  const { rows, waiting, refresh, movedAtMs } = useHeldRows({
    known: found,
    wanted,
    choice: JSON.stringify([search.find, asked, by]),
    keyOf: mintKey,
    isHeld,
    late: 'waits',
  })
  const list = useRef<HTMLUListElement>(null)
  const rowHeight = rowHeights[useStore(appearance).density].card
  const { from, to, box } = useRowsInSight(rows.length, rowHeight)
  const { locks, quickBuy } = usePressLock(rows, movedAtMs, onQuickBuy)
  const showNew = () => {
    refresh()
    list.current?.parentElement?.scrollTo({ top: 0 })
    // The pressed button disappears; without a new focus inside, the column would stay held.
    list.current?.querySelector<HTMLElement>('li:not(.away) a')?.focus({ preventScroll: true })
  }
  const bar = useRef<HTMLButtonElement>(null)
  const isWaiting = waiting > 0
  // Make room for the bar above the first card, and scroll by as much, so that no card moves on screen.
  useLayoutEffect(() => {
    const [scrolled, height] = [list.current?.parentElement, bar.current?.offsetHeight]
    if (!isWaiting || !scrolled || !height) return
    scrolled.style.paddingTop = `${height}px`
    scrolled.scrollTop += height
    return () => {
      scrolled.style.paddingTop = ''
      scrolled.scrollTop -= height
    }
  }, [isWaiting])
  const total = useMemo(() => found?.filter(one => columnOf(one) === name).length ?? 0, [found, name])
  const protocols = useMemo(() => protocolsIn(listings, name, filter), [listings, name, filter])
  return (
    <section className={isShown ? 'column shown' : 'column'} aria-label={columnTitles[name]}>
      <header className={isHeld ? 'held' : undefined}>
        <h2>{columnTitles[name]}</h2>
        <span className="faint cell nowrap column-note">
          {name === 'new' ? (
            <Launches listings={listings} now={now} />
          ) : name === 'filling' ? (
            'curve 70% and up'
          ) : (
            'in a pool'
          )}
        </span>
        <span className="spacer" />
        <HeldSign isHeld={isHeld} />
        <Tools {...{ name, filter, by, onSearch, protocols, total }} left={wanted.length} />
      </header>
      <div className="column-body" {...locks} {...touch}>
        {isWaiting ? (
          <button ref={bar} type="button" className="waiting-bar" onClick={showNew}>
            ↑ {waiting} new above
            <span>values live, order held</span>
          </button>
        ) : null}
        {listings === undefined ? (
          <LoadingCards />
        ) : (
          <>
            {rows.length > 0 ? null : (
              <NothingMatches filter={filter} total={total} onReset={() => onSearch({ [name]: '' }, 'step')}>
                {search.find === undefined ? empty[name] : 'Nothing matches.'}
              </NothingMatches>
            )}
            <Kept isShown={rows.length > 0}>
              <div className="column-list" ref={box} data-rows>
                <Cards {...{ list, name, rows, from, to, rowHeight, quickBuy }} />
              </div>
            </Kept>
          </>
        )}
      </div>
    </section>
  )
}

interface ToolsProps extends Pick<ListProps, 'onSearch'> {
  readonly name: ColumnName
  readonly filter: Filter
  readonly by: ColumnOrder
  readonly protocols: readonly string[]
  readonly left: number
  readonly total: number
}

/** The filter and the sort menu of a column. */
const Tools = memo(function Tools({ name, filter, by, onSearch, ...found }: ToolsProps) {
  return (
    <>
      <FilterPopover
        of={columnTitles[name]}
        filter={filter}
        onChange={(next, step) => onSearch({ [name]: formatFilter(next) }, step === 'begin' ? 'step' : 'replace')}
        {...found}
      />
      <Menu
        trigger={<Icon name="chevronDown" />}
        size="small"
        shape="square"
        aria-label={`Sort ${columnTitles[name]}`}
        groups={[
          columnOrders.map(order => ({
            label: orderNames[order],
            end: order === by ? '✓' : undefined,
            onPick: () => onSearch({ [`${name}By`]: order === usualOrder(name) ? undefined : order }, 'step'),
          })),
        ]}
      />
    </>
  )
})

interface CardsProps {
  readonly list: RefObject<HTMLUListElement | null>
  readonly name: ColumnName
  readonly rows: readonly Listing[]
  /** Index of the first row in sight, and of the first row past it. */
  readonly from: number
  readonly to: number
  readonly rowHeight: number
  readonly quickBuy: (mint: string) => void
}

/** The cards in sight and some parked cards. Memoised, because pointer events render the column. */
const Cards = memo(function Cards({ list, name, rows, from, to, rowHeight, quickBuy }: CardsProps) {
  const parked = useRef<readonly Parked<Listing>[]>([])
  // While the list is empty, keep all parked cards.
  if (rows.length > 0)
    parked.current = parkRows({ before: parked.current, shown: rows.slice(from, to), from, max: maxParked })
  return (
    <ul ref={list} style={{ height: rows.length * rowHeight }}>
      {parked.current.map(({ row, at }) => (
        <li
          key={row.mint}
          className={at === undefined ? 'token-card away' : 'token-card'}
          data-mint={at === undefined ? undefined : row.mint}
          data-index={at}
          aria-hidden={at === undefined || undefined}
          style={{ top: (at ?? 0) * rowHeight }}
        >
          <ParkedRow isAway={at === undefined}>
            <Card listing={row} column={name} onQuickBuy={quickBuy} />
          </ParkedRow>
        </li>
      ))}
    </ul>
  )
})

/** Counts the launches of the last minute. */
function Launches({ listings = [], now }: { listings: ListProps['listings']; now: number }) {
  const lately = listings.filter(
    ({ curve, createdAtSeconds }) => curve !== null && (createdAtSeconds ?? 0) > now - 60,
  ).length
  return lately === 0 ? 'on their curve' : `${lately} a minute`
}

/** The protocols of a column's tokens, and the protocols that its filter names. */
function protocolsIn(listings: readonly Listing[] | undefined, name: ColumnName, filter: Filter): readonly string[] {
  const traded = (listings ?? []).filter(one => columnOf(one) === name).map(({ protocol }) => protocol)
  return [...new Set([...traded, ...(filter.protocols ?? [])])].sort()
}
