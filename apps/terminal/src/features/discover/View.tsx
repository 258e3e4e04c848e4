import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useKey } from '../../data/keys/keyHandlers.ts'
import { feed } from '../../data/market/liveTrades.ts'
import { tokensQuery } from '../../data/market/tokens.ts'
import { useStore } from '../../data/store.ts'
import { lazyPage } from '../../lazyPage.tsx'
import { AwaitDialog } from '../../ui/AwaitDialog.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Kept } from '../../ui/Kept.tsx'
import { Offline } from '../../ui/PageState.tsx'
import { useOncePainted } from '../../ui/useOncePainted.ts'
import { Bar } from './Bar.tsx'
import { Columns } from './Columns.tsx'
import './discover.css'
import type { ListProps } from './listProps.ts'
import { findListings } from './order.ts'
import { asksForFacts, changeSearch, parseDiscoverSearch } from './search.ts'
import { useFacts } from './useFacts.ts'
import { useQuickBuy } from './useQuickBuy.ts'
import { useRowKeys } from './useRowKeys.ts'

const route = getRouteApi('/discover')

const TradeDialog = lazy(async () => ({ default: (await import('../../ui/TradeDialog.tsx')).TradeDialog }))

/** Load after the page, or when first needed. */
export const Table = lazyPage(() => import('./Table.tsx'), 'Table')
export const NothingListed = lazyPage(() => import('./NothingListed.tsx'), 'NothingListed')

/** The Discover page: live tokens in columns from launch to pool, or in one table. */
export function DiscoverView() {
  const query = useQuery(tokensQuery)
  // The router also passes parameters that this page does not know; parsing drops them.
  const address = route.useSearch()
  const search = useMemo(() => parseDiscoverSearch(address), [address])
  const navigate = route.useNavigate()
  const [isAllHeld, setAllHeld] = useState(false)
  const quick = useQuickBuy(query.data)
  useKey('hold', () => setAllHeld(!isAllHeld))
  useRowKeys()
  useEffect(() => {
    document.title = 'Discover · Tern'
  }, [])
  const onSearch = useCallback<ListProps['onSearch']>(
    (change, step) =>
      void navigate({
        search: before => changeSearch(parseDiscoverSearch(before), change),
        replace: step === 'replace',
      }),
    [navigate],
  )
  const listings = useFacts(query.data, asksForFacts(search))
  const words = search.find ?? ''
  const found = useMemo(() => listings && findListings(listings, words), [listings, words])
  const isFeedLive = useStore(feed).state === 'live'
  // Without a bonding curve every token would be in one column.
  const hasCurves = listings?.some(({ curve }) => curve !== null) ?? true
  const view = search.view ?? (hasCurves ? 'columns' : 'table')
  const shown = useOncePainted(view)
  const retry = () => void query.refetch()
  // Deferred: the switch must respond before the lists render. Lists do not move right after a press anyway.
  const list = { listings, found, search, onSearch, isAllHeld: useDeferredValue(isAllHeld), onQuickBuy: quick.press }
  return (
    <>
      <Bar
        view={view}
        search={search}
        onSearch={onSearch}
        listings={listings}
        found={found}
        isAllHeld={isAllHeld}
        onHoldAll={setAllHeld}
      />
      {query.error !== null && listings !== undefined && isFeedLive ? (
        <Banner
          kind="caution"
          end={
            <Button size="small" onClick={retry}>
              Try now
            </Button>
          }
        >
          Could not refresh the list. Prices may be old.
        </Banner>
      ) : null}
      {query.error !== null && listings === undefined ? (
        <Offline onRetry={retry}>Your Tern server does not answer. Is it running?</Offline>
      ) : found?.length === 0 ? (
        <Suspense>
          <NothingListed known={listings?.length ?? 0} words={words} onShowAll={() => onSearch({ find: '' }, 'step')} />
        </Suspense>
      ) : (
        <div className="discover-views">
          <Kept isShown={shown === 'columns'}>
            <Columns {...list} />
          </Kept>
          <Kept isShown={shown === 'table'}>
            <Suspense>
              <Table {...list} />
            </Suspense>
          </Kept>
        </div>
      )}
      {quick.asked === undefined ? null : (
        <AwaitDialog>
          <TradeDialog {...quick.asked} side="buy" onClose={quick.close} />
        </AwaitDialog>
      )}
    </>
  )
}
