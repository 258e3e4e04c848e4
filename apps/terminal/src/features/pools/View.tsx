import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { usePools } from '../../data/liquidity/pools.ts'
import { useOwnLiquidity } from '../../data/liquidity/useOwnLiquidity.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { FindField } from '../../ui/FindField.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PageState } from '../../ui/PageState.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Unloaded } from '../../ui/Unloaded.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { findPools, orderAfter, orderOf } from './listPools.ts'
import { OwnPositions } from './OwnPositions.tsx'
import { PoolTable } from './PoolTable.tsx'
import { windows } from './poolTexts.ts'
import './pools.css'
import { type PoolsSearch, parsePoolsSearch } from './search.ts'

const route = getRouteApi('/pools')

const types = [
  { name: 'all', label: 'All' },
  { name: 'concentrated', label: 'Concentrated' },
  { name: 'standard', label: 'Standard' },
  { name: 'stable', label: 'Stable' },
] as const

/** The list of pools, with search, liquidity, volume, fees and APR. */
export function PoolsView() {
  const search = parsePoolsSearch(route.useSearch())
  const navigate = route.useNavigate()
  const onSearch = (change: { readonly [K in keyof PoolsSearch]?: unknown }) =>
    void navigate({ search: before => parsePoolsSearch({ ...before, ...change }), replace: true })
  const { list, error, retry } = usePools()
  const { owner, positions } = useOwnLiquidity()
  const mine = useMemo(() => new Set<string>(positions.map(({ pool }) => pool.address)), [positions])
  const { find = '', type, sort, window: chosen } = search
  const window = chosen ?? 'day'
  const order = useMemo(() => orderOf(sort), [sort])
  const { pools, named } = list ?? {}
  // A change of figures leaves the found pools as they are.
  const found = useMemo(() => named && findPools(named, find, type).map(({ address }) => address), [named, find, type])
  useEffect(() => {
    document.title = 'Pools · Tern'
  }, [])
  if (pools === undefined && error !== null) return <Unloaded what="the pools" error={error} onRetry={retry} />
  return (
    <div className="page-body pools-page">
      <div className="page-head">
        <h1>Pools</h1>
        <span className="pools-type">
          <Segmented
            label="Type"
            options={types}
            chosen={type ?? 'all'}
            onChoose={name => onSearch({ type: name === 'all' ? undefined : name })}
          />
        </span>
        <div className="input slim pools-find">
          <Icon name="search" />
          <FindField
            aria-label="Search pools"
            placeholder="Token or pool address"
            words={find}
            onWords={words => onSearch({ find: words })}
          />
        </div>
        <span className="spacer" />
        <span className="pools-period">
          <Segmented
            label="Period"
            options={windows}
            chosen={window}
            onChoose={name => onSearch({ window: name === 'day' ? undefined : name })}
          />
        </span>
        <Link to="/pools/create" className={buttonClass({ look: 'paper' })}>
          <Icon name="add" size="small" />
          <span>
            Create<span className="desk-only"> pool</span>
          </span>
        </Link>
      </div>
      {error === null || pools === undefined ? null : (
        <Unread what="Could not refresh the list" error={error} onRetry={retry} />
      )}
      {owner === undefined ? null : <OwnPositions owner={owner} positions={positions} pools={pools} window={window} />}
      <section className="card pools-card" aria-label="All pools">
        {found !== undefined && found.length === 0 ? (
          <Nothing
            isFiltered={named !== undefined && named.length > 0}
            onReset={() => onSearch({ find: '', type: undefined })}
          />
        ) : (
          <PoolTable
            list={list}
            found={found}
            order={order}
            window={window}
            mine={mine}
            choice={JSON.stringify([find, type, order, window])}
            onSort={column => onSearch({ sort: orderAfter(order, column) })}
          />
        )}
      </section>
    </div>
  )
}

function Nothing({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  return isFiltered ? (
    <PageState sign="filter" title="No pool matches" action={<Button onClick={onReset}>Show all pools</Button>}>
      Paste a pool’s address to open any other pool.
    </PageState>
  ) : (
    <PageState sign="box" title="No pools yet">
      This server has not found a pool yet.
    </PageState>
  )
}
