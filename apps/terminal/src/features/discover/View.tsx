import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { feed } from '../../data/liveTrades.ts'
import { useStore } from '../../data/store.ts'
import { tokensQuery } from '../../data/tokens.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Columns } from './Columns.tsx'
import './discover.css'
import { findListings } from './order.ts'
import type { DiscoverSearch } from './search.ts'
import { Table } from './Table.tsx'

const route = getRouteApi('/discover')

/** Every token that can be traded here, live: in columns from launch to pool, or in one table. */
export function DiscoverView() {
  const query = useQuery(tokensQuery)
  const [text, setText] = useState('')
  const asked: DiscoverSearch = route.useSearch()
  const navigate = route.useNavigate()
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
  const listings = query.data
  const found = listings && findListings(listings, text)
  const total = listings?.length
  const isFeedLive = useStore(feed).state === 'live'
  // Without a bonding curve there is nothing to tell apart.
  const hasCurves = listings?.some(({ curve }) => curve !== null) ?? true
  const view = asked.view ?? (hasCurves ? 'columns' : 'table')
  const retry = () => void query.refetch()
  return (
    <>
      <div className="discover-bar">
        <h1>Discover</h1>
        <fieldset className="segment" aria-label="View">
          {(['columns', 'table'] as const).map(name => (
            <button
              key={name}
              type="button"
              aria-pressed={view === name}
              onClick={() => void navigate({ search: { ...asked, view: name }, replace: true })}
            >
              {name === 'columns' ? 'Columns' : 'Table'}
            </button>
          ))}
        </fieldset>
        {found === undefined ? null : (
          <span className="faint cell nowrap desk-only">
            {found.length === total ? `${total} tokens` : `${found.length} of ${total} tokens`}
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
            value={text}
            onChange={event => setText(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
          <span className="desk-only" aria-hidden="true">
            <kbd>/</kbd>
          </span>
        </div>
      </div>
      {query.error !== null && total !== undefined && isFeedLive ? (
        <div className="banner" role="alert">
          ! The list could not be refreshed. What you see may be old.
          <Button size="small" onClick={retry}>
            Try now
          </Button>
        </div>
      ) : null}
      {query.error !== null && total === undefined ? (
        <Unreachable retry={retry} />
      ) : total !== undefined && found?.length === 0 ? (
        <NothingFound total={total} search={text} reset={() => setText('')} />
      ) : view === 'table' ? (
        <Table listings={found} />
      ) : (
        // Other words, other rows: what was held is of no use then.
        <Columns
          key={text}
          listings={found}
          search={text.trim()}
          shown={asked.column ?? 'new'}
          onShow={column => void navigate({ search: { ...asked, column }, replace: true })}
        />
      )}
    </>
  )
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
