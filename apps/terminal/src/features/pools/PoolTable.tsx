import { memo, useState } from 'react'
import { type ListedPool, takesLiquidity } from '../../data/liquidity/listedPool.ts'
import { appearance } from '../../data/settings/settings.ts'
import { useStore } from '../../data/store.ts'
import { solPicture } from '../../data/swap/swapTokens.ts'
import { Skeleton, Sol, Unknown } from '../../ui/Amount.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { PairPictures } from '../../ui/PairPictures.tsx'
import { RowLink } from '../../ui/RowLink.tsx'
import { rowHeights } from '../../ui/rowHeights.ts'
import { SortHeader } from '../../ui/SortHeader.tsx'
import { useHeldRows } from '../../ui/useHeldRows.ts'
import { useMedia } from '../../ui/useMedia.ts'
import { useRowsInSight } from '../../ui/useRowsInSight.ts'
import type { PoolOrder, PoolWindow } from './listPools.ts'
import { createMotion, type Motion, useRested } from './motion.ts'
import { aprText, feeText, spans, typeNames } from './poolTexts.ts'
import type { PoolColumn } from './search.ts'

interface PoolTableProps {
  /** The pools that match, in any order; `undefined` while they load. */
  readonly pools: readonly ListedPool[] | undefined
  /** In the order of the list. */
  readonly wanted: readonly ListedPool[]
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
const addressKey = ({ address }: ListedPool) => address

/** The pools in a table. Rows keep their place while the list is in use. */
export function PoolTable({ wanted, choice, ...table }: PoolTableProps) {
  const known = table.pools
  // Its own component, so that scrolling does not hold all rows again, which takes a frame for thousands.
  const { rows, touch } = useHeldRows({ known, wanted, choice, keyOf: addressKey, isAllHeld: false, late: 'last' })
  return <Rows rows={rows} touch={touch} {...table} />
}

interface RowsProps extends Omit<PoolTableProps, 'wanted' | 'choice'> {
  readonly rows: readonly ListedPool[]
  readonly touch: ReturnType<typeof useHeldRows>['touch']
}

/** Renders the rows in sight. */
function Rows({ rows, touch, pools, order, window, mine, onSort }: RowsProps) {
  const { density } = useStore(appearance)
  const isPhone = useMedia('(max-width: 760px)')
  const rowHeight = isPhone ? phoneRow : rowHeights[density].page
  const { from, to, box } = useRowsInSight(rows.length, rowHeight)
  const [motion] = useState(createMotion)
  const head = (column: PoolColumn, label: string, className?: string) => (
    <SortHeader
      label={label}
      className={className}
      sorted={order.column === column ? order.direction : undefined}
      onSort={() => onSort(column)}
    />
  )
  return (
    <div ref={box} className="pools-list" data-rows onScroll={motion.move} {...touch}>
      <table className="table pools-table" aria-rowcount={rows.length + 1}>
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
        <tbody style={pools && { height: rows.length * rowHeight }}>
          {pools === undefined ? (
            <LoadingRows />
          ) : (
            rows
              .slice(from, to)
              .map((pool, at) => (
                <PoolLine
                  key={pool.address}
                  pool={pool}
                  index={from + at}
                  top={(from + at) * rowHeight}
                  window={window}
                  isMine={mine.has(pool.address)}
                  isPhone={isPhone}
                  motion={motion}
                />
              ))
          )}
        </tbody>
      </table>
    </div>
  )
}

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
  return (
    <tr className="pool-row" style={{ top }} data-index={index} aria-rowindex={index + 2}>
      <td>
        <RowLink to={to} href={href} className="name">
          <Pictures tokens={tokens} motion={motion} />
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
function Pictures({ tokens, motion }: { tokens: ListedPool['tokens']; motion: Motion }) {
  const isRested = useRested(motion)
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
