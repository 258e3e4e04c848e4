import { getRouteApi, Link } from '@tanstack/react-router'
import { type Address, wrappedNativeMint } from '@tern/core'
import { useEffect, useMemo, useState } from 'react'
import type { Flight } from '../../data/activity/flights.ts'
import {
  type Item,
  isMeantBy,
  isOfKind,
  itemsOf,
  type Kind,
  kinds,
  matches,
  resumable,
} from '../../data/activity/items.ts'
import { type NameOf, namesOf } from '../../data/activity/namesOf.ts'
import { useActivity } from '../../data/activity/useActivity.ts'
import { useFlights } from '../../data/activity/useFlights.ts'
import { useListKeys } from '../../data/keys/useListKeys.ts'
import { ownSymbol } from '../../data/market/listing.ts'
import { useTokens } from '../../data/market/useTokens.ts'
import { saveFile } from '../../data/saveFile.ts'
import { useStore } from '../../data/store.ts'
import { session } from '../../data/wallets/session.ts'
import { Skeleton } from '../../ui/Amount.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { FindField } from '../../ui/FindField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { PageState } from '../../ui/PageState.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Unloaded } from '../../ui/Unloaded.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { Line } from './Line.tsx'
import { type ActivitySearch, parseActivitySearch } from './search.ts'
import { activityCsv } from './wording.ts'
import './activity.css'

const route = getRouteApi('/activity')

const kindNames: Readonly<Record<Kind, string>> = {
  all: 'All',
  trades: 'Trades',
  liquidity: 'Liquidity',
  transfers: 'Transfers',
  rent: 'Rent',
  failed: 'Failed',
  unknown: 'Unknown',
}

/** Lines shown at first, and added by each "Show older". */
const linesAtOnce = 50

/** The Activity page: the wallet's transactions from the chain, and the pending ones of this browser. */
export function ActivityView() {
  const current = useStore(session)
  useEffect(() => {
    document.title = 'Activity · Tern'
  }, [])
  if (current.status !== 'locked' && current.status !== 'unlocked') return null
  return <Activity key={current.address} owner={current.address} />
}

function Activity({ owner }: { owner: Address }) {
  const { search, change } = useActivitySearch()
  const { kind = 'all', find: text = '', tx } = search
  const isNarrowed = kind !== 'all' || text.trim() !== ''
  const activity = useActivity(owner, isNarrowed ? 'whole' : 'pages')
  const { entries } = activity
  const underway = useFlights(owner)
  const items = useMemo(() => itemsOf(entries ?? [], underway, owner), [entries, underway, owner])
  const mints = useMemo(() => mintsOf(items), [items])
  const tokens = useTokens(mints)
  const { listings } = tokens
  const nameOf = namesOf(tokens, entries ?? [])
  const words = (mint: Address) => {
    const listing = listings.get(mint)
    return listing === undefined ? [] : [ownSymbol(listing), listing.name]
  }
  const save = () => saveFile('tern-activity.csv', activityCsv(entries ?? [], nameOf), 'text/csv')
  const found = items.filter(item => matches(item, text, words))
  useMeant(tx !== undefined && !items.some(item => isMeantBy(item, tx)), activity)
  if (activity.error !== null && entries === undefined && items.length === 0)
    return <Unloaded what="your transactions" error={activity.error} onRetry={activity.retry} />
  return (
    <div className="page-body">
      <div className="page-head">
        <h1>Activity</h1>
        <div className="input slim activity-find">
          <Icon name="search" />
          <FindField
            aria-label="Search activity"
            placeholder="Signature or token"
            words={text}
            onWords={find => change({ find })}
          />
        </div>
        <span className="spacer" />
        <span className="desk-only">
          <Button blocked={entries === undefined} onClick={save}>
            CSV
          </Button>
        </span>
        <span className="phone-only">
          <Menu
            shape="square"
            aria-label="File"
            groups={[[{ label: 'Save as CSV', blocked: entries === undefined, onPick: save }]]}
          />
        </span>
      </div>
      <Notes activity={activity} />
      <section className="card" aria-label="Transactions">
        <div className="activity-tabs">
          <Tabs
            label="Kind"
            look="line"
            panel="transactions"
            tabs={kinds.map(name => ({ name, label: <TabLabel name={name} items={found} activity={activity} /> }))}
            selected={kind}
            onSelect={kind => change({ kind })}
          />
        </div>
        <div role="tabpanel" id="transactions" aria-labelledby={`transactions-${kind}`}>
          <Lines
            key={`${kind} ${text}`}
            items={found.filter(item => isOfKind(item, kind))}
            nameOf={nameOf}
            resumable={resumable(underway, owner)}
            activity={activity}
            isNarrowed={isNarrowed}
            tx={tx}
            onTx={tx => change({ tx })}
          />
        </div>
      </section>
    </div>
  )
}

/** Reads the page's settings from the URL, and changes them there. */
function useActivitySearch() {
  // The router also passes parameters that this page does not know; parsing drops them.
  const search = parseActivitySearch(route.useSearch())
  const navigate = route.useNavigate()
  const change = (changed: { readonly [K in keyof ActivitySearch | 'kind']?: unknown }) =>
    void navigate({ search: before => parseActivitySearch({ ...before, ...changed }), replace: true })
  return { search, change }
}

type Read = ReturnType<typeof useActivity>

/** Reads older pages until the list holds the transaction that the URL names. */
function useMeant(isMissing: boolean, { hasOlder, isReading, error, readOlder }: Read) {
  const reads = isMissing && hasOlder && !isReading && error === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: one request for each page that arrives
  useEffect(() => {
    if (reads) readOlder()
  }, [reads])
}

/** The tokens to name. SOL has its name, and LP tokens are named by their pool. */
const mintsOf = (items: readonly Item[]): readonly Address[] => [
  ...new Set(
    items
      .flatMap(({ entry, flight }) => [
        ...((entry?.liquidity?.sides ?? entry?.tokens)?.map(({ mint }) => mint) ?? []),
        ...(entry?.trade ? [entry.trade.mint] : []),
        ...(flight?.mint === undefined ? [] : [flight.mint]),
      ])
      .filter(mint => mint !== wrappedNativeMint),
  ),
]

function TabLabel({ name, items, activity }: { name: Kind; items: readonly Item[]; activity: Read }) {
  const count = items.filter(item => isOfKind(item, name)).length
  return (
    <>
      {kindNames[name]}
      {activity.entries === undefined ? null : (
        <small>
          {count}
          {activity.hasOlder && name !== 'unknown' ? '+' : ''}
        </small>
      )}
    </>
  )
}

interface LinesProps {
  readonly items: readonly Item[]
  readonly nameOf: NameOf
  readonly resumable: Flight | undefined
  readonly activity: Read
  readonly isNarrowed: boolean
  /** The transaction that the URL names. */
  readonly tx: string | undefined
  readonly onTx: (tx: string | undefined) => void
}

function Lines({ items, nameOf, resumable, activity, isNarrowed, tx, onTx }: LinesProps) {
  const [asked, setShown] = useState(linesAtOnce)
  const meant = items.findIndex(item => isMeantBy(item, tx))
  const shown = Math.max(asked, meant + 1)
  const list = useListKeys<HTMLUListElement>('[aria-expanded]')
  const { entries, hasOlder, isReading, readOlder, isWhole, isBehind } = activity
  if (items.length === 0 && entries === undefined) return <Waiting />
  if (items.length === 0 && isBehind && !isNarrowed) return <PageState sign="ring" title="Reading your transactions" />
  if (items.length === 0)
    return isNarrowed ? (
      <PageState
        sign={isBehind ? 'ring' : 'filter'}
        title={isBehind ? 'Searching older transactions' : 'Nothing matches'}
      >
        {isBehind ? null : 'Try another tab or search.'}
      </PageState>
    ) : (
      <PageState
        sign="activity"
        title="No transactions yet"
        action={
          <Link to="/discover" className={buttonClass({})}>
            Open Discover
          </Link>
        }
      >
        Your trades and transfers appear here.
      </PageState>
    )
  const showMore = () => {
    setShown(shown + linesAtOnce)
    if (shown + linesAtOnce > items.length && hasOlder) readOlder()
  }
  return (
    <>
      <ul ref={list} className="transactions">
        {items.slice(0, shown).map((item, index) => (
          <Line
            key={item.key}
            item={item}
            nameOf={nameOf}
            canResume={item.flight === resumable && resumable !== undefined}
            isMeant={index === meant}
            onOpen={onTx}
          />
        ))}
      </ul>
      {items.length > shown || hasOlder ? (
        <div className="activity-more">
          <Button blocked={isReading && items.length <= shown} onClick={showMore}>
            {isReading && items.length <= shown ? 'Loading…' : 'Show older'}
          </Button>
        </div>
      ) : isWhole || isBehind ? null : (
        <p className="hint activity-end">This server has no older transactions.</p>
      )}
    </>
  )
}

function Waiting() {
  return (
    <ul className="transactions" aria-hidden="true">
      {[180, 240, 200, 160, 220].map(width => (
        <li key={width}>
          <div className="transaction">
            <span className="transaction-when">
              <Skeleton width={52} />
            </span>
            <span className="transaction-what">
              <Skeleton width={width} />
            </span>
            <span className="transaction-state">
              <Skeleton width={72} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Notes({ activity: { error, entries, isBehind, hasOlder, retry } }: { activity: Read }) {
  if (error !== null) return <Unread what="Could not refresh the list" error={error} onRetry={retry} />
  if (isBehind && !hasOlder && entries !== undefined && entries.length > 0)
    return (
      <Banner kind="plain" place="inset">
        Reading your transactions: {entries.length} so far.
      </Banner>
    )
  return null
}
