import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, useState } from 'react'
import { useListKeys } from '../../data/keys/useListKeys.ts'
import { fractionOf } from '../../text/numberText.ts'
import { Amount, Percent, Price, Skeleton, Sol, Unknown } from '../../ui/Amount.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Check } from '../../ui/Check.tsx'
import { mintKey } from '../../ui/holdRows.ts'
import { PageState } from '../../ui/PageState.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { SortHeader } from '../../ui/SortHeader.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useHeldRows } from '../../ui/useHeldRows.ts'
import { useHold } from '../../ui/useHold.ts'
import {
  type HoldingRow,
  isDust,
  isListed,
  type ListedHolding,
  type SortColumn,
  type Sorting,
  sortRows,
} from './holdingRows.ts'
import { type PortfolioSearch, sortingOf, sortOf } from './search.ts'

interface HoldingsProps {
  /** `undefined` while it loads. */
  readonly rows: readonly HoldingRow[] | undefined
  readonly closed: readonly HoldingRow[] | undefined
  /** Whether a refresh failed. */
  readonly isStale: boolean
  readonly search: PortfolioSearch
  readonly onSearch: (change: { readonly tab?: 'sold' | undefined; readonly sort?: PortfolioSearch['sort'] }) => void
}

/** The tokens that the wallet holds, and the tokens that it has sold completely. */
export function Holdings({ rows, closed, isStale, search, onSearch }: HoldingsProps) {
  const tab = search.tab === 'sold' ? 'closed' : 'held'
  const [isDustHidden, setDustHidden] = useState(true)
  const body = useListKeys<HTMLTableSectionElement>('a.name')
  const hasDust = rows?.some(row => row.mint !== null && isDust(row)) ?? false
  const shown = tab === 'closed' ? closed : rows?.filter(row => row.mint === null || !isDustHidden || !isDust(row))
  const count = (list: readonly unknown[] | undefined) => (list === undefined ? null : <small>{list.length}</small>)
  return (
    <section className="card" aria-label="Holdings">
      <div className="holdings-head">
        <Tabs
          label="Holdings"
          look="line"
          panel="holdings"
          tabs={[
            { name: 'held', label: <>Tokens{count(rows)}</> },
            { name: 'closed', label: <>Sold{count(closed)}</> },
          ]}
          selected={tab}
          onSelect={name => onSearch({ tab: name === 'closed' ? 'sold' : undefined })}
        />
        {hasDust && tab === 'held' ? (
          <Check kind="checkbox" checked={isDustHidden} onChange={setDustHidden}>
            Hide under 0.0001 SOL
          </Check>
        ) : null}
      </div>
      <div role="tabpanel" id="holdings" aria-labelledby={`holdings-${tab}`}>
        {shown !== undefined && shown.length === 0 ? (
          <PageState sign="box" title={tab === 'closed' ? 'No closed positions yet' : 'Nothing to show'}>
            {tab === 'closed' ? 'Tokens that you have sold completely appear here with their profit.' : null}
          </PageState>
        ) : (
          <HoldingsTable
            body={body}
            rows={shown}
            kind={tab}
            isStale={isStale}
            sorting={sortingOf(search.sort)}
            onSort={sorting => onSearch({ sort: sortOf(sorting) })}
          />
        )}
      </div>
    </section>
  )
}

/** Renders sell buttons for a holding. */
export type SellButtons = (row: ListedHolding) => ReactNode

interface TableProps extends Pick<HoldingsProps, 'rows' | 'isStale'> {
  readonly kind: 'held' | 'closed'
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
  readonly body?: Ref<HTMLTableSectionElement>
  /** Sell buttons for a token; unset: a link to its sale. */
  readonly sell?: SellButtons
}

/** Holdings in a sortable table. Rows keep their place while a pointer or the focus is inside. */
export function HoldingsTable({ rows, kind, isStale, body, sorting, onSort, sell }: TableProps) {
  const column = kind === 'closed' && sorting.column === 'value' ? 'realised' : sorting.column
  const { isHeld, touch } = useHold(false)
  const { rows: shown } = useHeldRows({
    known: rows,
    wanted: sortRows(rows ?? [], { ...sorting, column }),
    choice: JSON.stringify([kind, column, sorting.direction]),
    keyOf: mintKey,
    isHeld,
    late: 'last',
  })
  const head = (name: SortColumn, label: string, className?: string) => (
    <SortHeader
      label={label}
      className={className}
      sorted={column === name ? sorting.direction : undefined}
      onSort={() =>
        onSort({
          column: name,
          direction: column === name && sorting.direction === 'descending' ? 'ascending' : 'descending',
        })
      }
    />
  )
  return (
    <div className="table-scroll">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col" className="desk-only">
              Amount
            </th>
            {head('value', 'Value SOL')}
            <th scope="col" className="desk-only">
              Avg entry SOL
            </th>
            <th scope="col" className="desk-only">
              Mark SOL
            </th>
            {head('change24hBps', '24h', 'desk-only')}
            {head('unrealised', 'Unrealised SOL')}
            {head('realised', 'Realised SOL', kind === 'closed' ? undefined : 'desk-only')}
            <th scope="col" className="desk-only">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body} data-rows className={isStale ? 'stale' : undefined} {...touch}>
          {rows === undefined
            ? [0, 1, 2].map(key => <Waiting key={key} />)
            : shown.map((row, index) => (
                <HoldingLine key={row.mint ?? 'SOL'} row={row} index={index} kind={kind} {...(sell && { sell })} />
              ))}
        </tbody>
      </table>
    </div>
  )
}

function Waiting() {
  return (
    <tr>
      <td>
        <Skeleton width={120} />
      </td>
      {['amount', 'value', 'average', 'mark', 'change', 'unrealised', 'realised'].map(name => (
        <td key={name} className={name === 'value' || name === 'unrealised' ? undefined : 'desk-only'}>
          <Skeleton width={56} />
        </td>
      ))}
      <td className="desk-only" />
    </tr>
  )
}

interface LineProps extends Pick<TableProps, 'kind' | 'sell'> {
  readonly row: HoldingRow
  readonly index: number
}

function HoldingLine({ row, index, kind, sell }: LineProps) {
  const { mint, symbol, unit, amount, price, average, value, unrealised, unrealisedBps, realised } = row
  const held =
    unit === null ? <Unknown /> : <Amount raw={amount} of={unit} digits={{ fraction: fractionOf(amount, unit) }} />
  return (
    <tr data-index={index}>
      <td>
        <TokenName row={row}>{held}</TokenName>
      </td>
      <td className="desk-only">{held}</td>
      <td className="strong">
        <Sol lamports={value} digits={{ fraction: 5 }} />
      </td>
      <td className="desk-only">
        <Price price={average} zeros="keep" />
      </td>
      <td className="desk-only">
        <Price price={price} zeros="keep" />
      </td>
      <td className="desk-only">
        <Percent bps={row.change24hBps} />
      </td>
      <td>
        <Sol lamports={unrealised} digits={{ fraction: 5 }} sign="shown" />
        {unrealisedBps === null ? null : (
          <span className="desk-only">
            {' '}
            (<Percent bps={unrealisedBps} />)
          </span>
        )}
      </td>
      <td className={kind === 'closed' ? undefined : 'desk-only'}>
        <Sol lamports={realised} digits={{ fraction: 5 }} sign="shown" />
      </td>
      <td className="desk-only">
        {sell !== undefined && isListed(row) ? (
          sell(row)
        ) : mint !== null && row.listing !== null ? (
          <Link
            to="/t/$mint"
            params={{ mint }}
            search={kind === 'closed' ? {} : { side: 'sell' }}
            className={buttonClass({ size: 'small' })}
            aria-label={`${kind === 'closed' ? 'Trade' : 'Sell'} ${symbol}`}
          >
            {kind === 'closed' ? 'Trade' : 'Sell'}
          </Link>
        ) : null}
      </td>
    </tr>
  )
}

function TokenName({ row, children }: { row: HoldingRow; children: ReactNode }) {
  const { mint, symbol, name, picture, listing } = row
  const inside = (
    <>
      {mint === null ? <SolPicture /> : <Picture source={picture} symbol={symbol} size={24} />}
      <span className="holding-name">
        <span>
          <b className="strong">{symbol}</b> <span className="faint desk-only">{name}</span>
        </span>
        <span className="caption phone-only">{children}</span>
      </span>
    </>
  )
  return mint !== null && listing !== null ? (
    <Link to="/t/$mint" params={{ mint }} className="name">
      {inside}
    </Link>
  ) : (
    <span className="name" title={mint ?? undefined}>
      {inside}
    </span>
  )
}

function SolPicture() {
  return (
    <svg className="picture sol-picture" viewBox="0 0 32 32" aria-hidden="true">
      <path d="M10 9h14l-3 3H7zM7 14.5h14l3 3H10zM10 20h14l-3 3H7z" />
    </svg>
  )
}
