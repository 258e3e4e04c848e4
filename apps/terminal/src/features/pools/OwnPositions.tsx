import { Link } from '@tanstack/react-router'
import type { LiquidityPosition } from '@tern/client'
import type { Address } from '@tern/core'
import { useMemo } from 'react'
import { useActivity } from '../../data/activity/useActivity.ts'
import type { ListedPool } from '../../data/liquidity/listedPool.ts'
import { Sol, Unknown } from '../../ui/Amount.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { PairPictures } from '../../ui/PairPictures.tsx'
import type { PoolWindow } from './listPools.ts'
import { changePoolForm } from './poolForms.ts'
import { aprText, feeText, shareText, spans } from './poolTexts.ts'
import { type PositionRow, positionRows, sumOf } from './positionRows.ts'

interface OwnPositionsProps {
  readonly owner: Address
  readonly positions: readonly LiquidityPosition[]
  /** The listed pools; `undefined` while they load. */
  readonly pools: readonly ListedPool[] | undefined
  readonly window: PoolWindow
}

/** The wallet's shares of pools: their value, and the fees that they have earned. Absent without any. */
export function OwnPositions({ owner, positions, pools, window }: OwnPositionsProps) {
  const isAny = positions.length > 0
  const { entries, isBehind } = useActivity(isAny ? owner : undefined, 'whole')
  const rows = useMemo(() => {
    if (positions.length === 0 || pools === undefined) return []
    const own = new Set<string>(positions.map(({ pool }) => pool.address))
    const listed = new Map(pools.flatMap(pool => (own.has(pool.address) ? [[pool.address as string, pool]] : [])))
    return positionRows(positions, { listed, read: { entries, isBehind }, window })
  }, [positions, pools, entries, isBehind, window])
  if (rows.length === 0) return null
  return (
    <section className="card pools-own" aria-label="My positions">
      <header>
        <h2>My positions</h2>
        <b>
          <Sol lamports={sumOf(rows.map(({ value }) => value))} digits={{ fraction: 3 }} unit="SOL" />
        </b>
        <span className="faint desk-only">{rows.length} open</span>
        <span className="spacer" />
        <span className="soft">
          Fees earned{' '}
          <b className="strong">
            <Sol lamports={sumOf(rows.map(({ fees }) => fees))} digits="compact" unit="SOL" />
          </b>
        </span>
      </header>
      <div className="table-scroll">
        <table className="table">
          <thead className="desk-only">
            <tr>
              <th scope="col">Position</th>
              <th scope="col">Share of the pool</th>
              <th scope="col">Value SOL</th>
              <th scope="col">Fees earned SOL</th>
              <th scope="col">APR {spans[window]}</th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <Position key={row.address} row={row} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Position({ row }: { row: PositionRow }) {
  const { address, tokens, pair, feePpm, share, value, fees, aprBps } = row
  const form = (tab: 'add' | 'remove', label: string) => (
    <Link
      to="/pools/$address"
      params={{ address }}
      className={buttonClass({ size: 'small' })}
      aria-label={label}
      onClick={() => changePoolForm(address, { tab })}
    >
      {tab === 'add' ? 'Add' : 'Remove'}
    </Link>
  )
  return (
    <tr>
      <td>
        <Link to="/pools/$address" params={{ address }} className="name">
          <PairPictures tokens={tokens} size={22} />
          <span className="pool-pair">
            <span>
              <b>{pair}</b> {feePpm === null ? null : <span className="faint">{feeText(feePpm)}</span>}
            </span>
            <span className="caption phone-only">{shareText(share)} of the pool</span>
          </span>
        </Link>
      </td>
      <td className="desk-only">{shareText(share)}</td>
      <td className="strong">
        <Sol lamports={value} digits={{ fraction: 3 }} />
      </td>
      <td className="desk-only">
        <Sol lamports={fees} digits="compact" />
      </td>
      <td className="desk-only">{aprBps === null ? <Unknown /> : aprText(aprBps)}</td>
      <td>
        <span className="actions">
          <span className="desk-only">{form('add', `Add to your share of ${pair}`)}</span>
          {form('remove', `Remove your share of ${pair}`)}
        </span>
      </td>
    </tr>
  )
}
