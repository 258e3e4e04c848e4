import { memo, useEffect, useRef, useState } from 'react'
import { type ListedPool, takesLiquidity } from '../../data/liquidity/listedPool.ts'
import type { PoolList } from '../../data/liquidity/pools.ts'
import { appearance } from '../../data/settings/settings.ts'
import { useStore } from '../../data/store.ts'
import { solPicture } from '../../data/swap/swapTokens.ts'
import { Skeleton, Sol, Unknown } from '../../ui/Amount.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { createMotion, type Motion } from '../../ui/motion.ts'
import { PairPictures } from '../../ui/PairPictures.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { rowHeights } from '../../ui/rowHeights.ts'
import { SortHeader } from '../../ui/SortHeader.tsx'
import { useHeldRows } from '../../ui/useHeldRows.ts'
import { useHold } from '../../ui/useHold.ts'
import { useMedia } from '../../ui/useMedia.ts'
import { usePlacedRows } from '../../ui/usePlacedRows.ts'
import { useRested } from '../../ui/useRested.ts'
import { useRowsInSight } from '../../ui/useRowsInSight.ts'
import type { PoolOrder, PoolWindow } from './listPools.ts'
import { aprText, feeText, spans, typeNames } from './poolTexts.ts'
import type { PoolColumn } from './search.ts'
import { useSortedPools } from './useSortedPools.ts'

interface PoolTableProps {
  /** All pools; `undefined` while they load. */
  readonly list: PoolList | undefined
  /** Addresses of the pools that match, in any order. */
  readonly found: readonly string[] | undefined
  readonly order: PoolOrder
  readonly window: PoolWindow
  /** Addresses of the pools that the wallet has liquidity in. */
  readonly mine: ReadonlySet<string>
  /** The search, the filter and the order. Another choice applies at once, even while the list is in use. */
  readonly choice: string
  readonly onSort: (column: PoolColumn) => void
}

/** The height of a row on a phone, as `tables.css` has it. */
const phoneRow = 52
/** Neighbours of the visible rows: a turn of the wheel scrolls by seven rows. */
const around = 8
const itself = (address: string) => address

/** The pools in a table. Rows keep their place while the list is in use. */
export function PoolTable({ found, choice, ...table }: PoolTableProps) {
  const { list, order, window } = table
  const { isHeld, isFocused, touch } = useHold(false)
  const wanted = useSortedPools({ list, found, order, window, isHeld })
  // Rows are addresses, so that new figures leave all rows as they are.
  const { rows } = useHeldRows({ known: found, wanted, choice, keyOf: itself, isHeld, late: 'last' })
  const { density } = useStore(appearance)
  const isPhone = useMedia('(max-width: 760px)')
  const rowHeight = isPhone ? phoneRow : rowHeights[density].page
  // Its own component, so that scrolling renders the rows in sight only.
  return <Rows {...{ rows, touch, isFocused, isPhone, rowHeight }} {...table} />
}

interface RowsProps extends Omit<PoolTableProps, 'found' | 'choice'> {
  readonly rows: readonly string[]
  readonly touch: ReturnType<typeof useHold>['touch']
  readonly isFocused: boolean
  readonly isPhone: boolean
  /** Pixels. */
  readonly rowHeight: number
}

/** Renders the rows in sight. */
function Rows({ rows, touch, isFocused, isPhone, rowHeight, list, order, window, mine, onSort }: RowsProps) {
  const [motion] = useState(createMotion)
  const { box, ...inSight } = useRowsInSight(rows.length, rowHeight, { around, onScroll: motion.move })
  const placed = usePlacedRows(rows, inSight, { motion, isFocused })
  return (
    <div ref={box} className="pools-list" data-rows {...touch}>
      <table className="table pools-table" aria-rowcount={rows.length + 1}>
        <Head order={order} window={window} onSort={onSort} />
        <tbody style={list && { height: rows.length * rowHeight }}>
          {list === undefined ? (
            <LoadingRows />
          ) : (
            placed.map(({ element, key, index }) => {
              const pool = list.pools[list.places.get(key) ?? -1]
              return pool === undefined ? null : (
                <PoolLine
                  key={element}
                  pool={pool}
                  index={index}
                  top={index * rowHeight}
                  window={window}
                  isMine={mine.has(key)}
                  isPhone={isPhone}
                  motion={motion}
                />
              )
            })
          )}
        </tbody>
      </table>
    </div>
  )
}

const Head = memo(function Head({ order, window, onSort }: Pick<PoolTableProps, 'order' | 'window' | 'onSort'>) {
  const head = (column: PoolColumn, label: string, className?: string) => (
    <SortHeader
      label={label}
      className={className}
      sorted={order.column === column ? order.direction : undefined}
      onSort={() => onSort(column)}
    />
  )
  return (
    <thead>
      <tr>
        <th scope="col">Pool</th>
        <th scope="col" className="left desk-only">
          Type
        </th>
        {head('fee', 'Fee', 'desk-only')}
        {head('liquidity', 'Liquidity SOL')}
        {head('volume', `Volume ${spans[window]} SOL`, 'desk-only')}
        {head('fees', `Fees ${spans[window]} SOL`, 'desk-only')}
        {head('apr', `APR ${spans[window]}`)}
        <th scope="col" className="desk-only">
          <span className="visually-hidden">Actions</span>
        </th>
      </tr>
    </thead>
  )
})

interface PoolLineProps {
  readonly pool: ListedPool
  readonly index: number
  /** The row's place in the list, in pixels. */
  readonly top: number
  readonly window: PoolWindow
  readonly isMine: boolean
  readonly isPhone: boolean
  readonly motion: Motion
}

const PoolLine = memo(function PoolLine({ pool, index, top, window, isMine, isPhone, motion }: PoolLineProps) {
  const { address, pair, tokens, protocol, type, feePpm, tvlLamports, state } = pool
  const period = pool[window]
  const to = { to: '/pools/$address', params: { address } } as const
  const href = `/pools/${address}`
  const row = useRef<HTMLTableRowElement>(null)
  // The focus must not pass to another pool with the row's elements.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each other pool
  useEffect(
    () => () => {
      const focused = row.current?.querySelector<HTMLElement>(':focus')
      focused?.blur()
    },
    [address],
  )
  return (
    <tr
      ref={row}
      className="pool-row"
      style={{ transform: `translateY(${top}px)` }}
      data-index={index}
      aria-rowindex={index + 2}
    >
      <td>
        <RowLink to={to} href={href} className="name">
          <Pictures address={address} tokens={tokens} motion={motion} />
          <span className="pool-pair">
            <span>
              <b>{pair}</b>
              {isMine ? (
                <>
                  {' '}
                  <Chip kind="here" size="small">
                    mine
                  </Chip>
                </>
              ) : null}
              {state === 'open' ? null : (
                <>
                  {' '}
                  <Chip size="small">{stateNames[state]}</Chip>
                </>
              )}
            </span>
            {isPhone ? (
              <span className="caption">
                {typeNames[type]} {feePpm === null ? null : feeText(feePpm)}
              </span>
            ) : null}
          </span>
        </RowLink>
      </td>
      <td className="left soft desk-only">{typeNames[type]}</td>
      <td className="desk-only">{feePpm === null ? <Unknown /> : feeText(feePpm)}</td>
      <td>
        <Sol lamports={tvlLamports} digits="compact" />
      </td>
      <td className="desk-only">
        <Sol lamports={period === null ? 0n : period.volumeLamports} digits="compact" />
      </td>
      <td className="desk-only">
        <Sol lamports={period === null ? 0n : period.feeLamports} digits="compact" />
      </td>
      <td className="strong">
        {period === null ? '0%' : period.aprBps === null ? <Unknown /> : aprText(period.aprBps)}
      </td>
      <td className="desk-only">
        <span className="actions">
          <RowLink
            to={{ to: '/swap', search: { from: tokens[1].mint, to: tokens[0].mint } }}
            href={`/swap?from=${tokens[1].mint}&to=${tokens[0].mint}`}
            className={buttonClass({ look: 'quiet', size: 'small' })}
            aria-label={`Swap ${pair}`}
          >
            Swap
          </RowLink>
          {takesLiquidity(protocol) ? (
            <RowLink to={to} href={href} className={buttonClass({ size: 'small' })} aria-label={`Add to ${pair}`}>
              Add
            </RowLink>
          ) : null}
        </span>
      </td>
    </tr>
  )
})

/** The pair's pictures. While the list is scrolled, new ones are letters: decoding takes longer than all else of a row. */
function Pictures({ address, tokens, motion }: Pick<ListedPool, 'address' | 'tokens'> & { motion: Motion }) {
  const isRested = useRested(motion, address)
  const shown = isRested
    ? tokens
    : tokens.map(token => (token.picture === solPicture ? token : { ...token, picture: null }))
  return <PairPictures tokens={shown} size={22} />
}

const stateNames = { notOpen: 'opens later', paused: 'paused', empty: 'empty' } as const

function LoadingRows() {
  return Array.from({ length: 12 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are alike
    <tr key={row}>
      <td>
        <Skeleton width={140} />
      </td>
      {['type', 'fee', 'liquidity', 'volume', 'fees', 'apr', 'actions'].map(name => (
        <td key={name} className={name === 'liquidity' || name === 'apr' ? undefined : 'desk-only'}>
          <Skeleton width={56} />
        </td>
      ))}
    </tr>
  ))
}
