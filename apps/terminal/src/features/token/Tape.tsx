import type { TradeRow } from '@tern/server/appRouter'
import { memo, useRef, useState } from 'react'
import { solPerToken } from '../../data/market/listing.ts'
import { appearance } from '../../data/settings/settings.ts'
import { useStore } from '../../data/store.ts'
import { session } from '../../data/wallets/session.ts'
import type { TokenUnit } from '../../text/numberText.ts'
import { Age } from '../../ui/Age.tsx'
import { Price, Skeleton, Sol } from '../../ui/Amount.tsx'
import { rowHeights } from '../../ui/rowHeights.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { useRowsInSight } from '../../ui/useRowsInSight.ts'
import { tradeKey } from './tape.ts'
import { filterTape, isBy, type TapeFilter } from './tapeFilter.ts'
import { noShift, shiftTo } from './tapeShift.ts'
import { useTape } from './useTape.ts'

const filters = [
  { name: 'all', label: 'All' },
  { name: 'own', label: 'Mine' },
  { name: 'dev', label: 'Dev' },
  { name: 'large', label: '1 SOL+' },
] as const

const nothingLeft: Readonly<Record<TapeFilter, string>> = {
  all: 'No trades yet.',
  own: 'No recent trades of yours.',
  dev: 'No recent trades by the creator.',
  large: 'No recent trades of 1 SOL or more.',
}

interface TapeProps {
  readonly mint: string
  /** The token's unit, for its prices. */
  readonly unit: TokenUnit
  /** The token's creator, if known. */
  readonly dev: string | undefined
}

/** The latest trades, newest first, with a filter for the own trades, the creator's and large ones. */
export function Tape({ mint, unit, dev }: TapeProps) {
  const { trades: all, error, retry } = useTape(mint)
  const [filter, setFilter] = useState<TapeFilter>('all')
  const current = useStore(session)
  const owner = 'address' in current ? current.address : undefined
  const rowHeight = rowHeights[useStore(appearance).density].tape
  const trades = all && filterTape(all, filter, { owner, dev })
  const shift = useRef(noShift)
  shift.current = shiftTo(trades?.map(tradeKey) ?? [], shift.current)
  const shifted = shift.current.rows
  const { from, to, box } = useRowsInSight(trades?.length ?? 0, rowHeight)
  return (
    <section className="tape" aria-label="Live trades">
      <div className="timeframes">
        <Segmented label="Trades shown" options={filters} chosen={filter} onChoose={setFilter} />
      </div>
      <div className="tape-body">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard */}
        <section ref={box} className="tape-rows-box" tabIndex={0} aria-label="Latest trades">
          <table
            className="table tape-rows tape-table"
            style={{
              height: (1 + (trades?.length ?? 0)) * rowHeight,
              transform: `translateY(${shifted * rowHeight}px)`,
            }}
            aria-rowcount={(trades?.length ?? 0) + 1}
          >
            {/* Move the table, not its body: cells inherit from the body, so a style change there would restyle every cell. */}
            <thead style={{ transform: `translateY(${-shifted * rowHeight}px)` }}>
              <tr>
                <th scope="col">Side</th>
                <th scope="col">SOL</th>
                <th scope="col">Price</th>
                <th scope="col">Age</th>
              </tr>
            </thead>
            <tbody>
              {trades === undefined && error === null ? <LoadingTape /> : null}
              {trades?.slice(from, to).map((trade, at) => (
                <TapeRow
                  key={tradeKey(trade)}
                  top={(from + at - shifted) * rowHeight}
                  trade={trade}
                  unit={unit}
                  isOwn={isBy(trade, owner)}
                  isDev={isBy(trade, dev)}
                />
              ))}
            </tbody>
          </table>
          {trades?.length === 0 ? <p className="hint tape-note">{nothingLeft[filter]}</p> : null}
          {trades === undefined && error !== null ? (
            <Unread what="Could not load the trades" error={error} onRetry={retry} />
          ) : null}
        </section>
      </div>
    </section>
  )
}

interface TapeRowProps {
  /**
   * The row's fixed position in a table that moves down as new rows arrive; so each row is laid out and painted once.
   */
  readonly top: number
  readonly trade: TradeRow
  readonly unit: TokenUnit
  readonly isOwn: boolean
  readonly isDev: boolean
}

const TapeRow = memo(function TapeRow({ top, trade, unit, isOwn, isDev }: TapeRowProps) {
  return (
    <tr className={isOwn ? 'tape-row own-trade' : 'tape-row'} style={{ top }}>
      <td className={trade.side === 'buy' ? 'up' : 'down'}>
        {trade.side === 'buy' ? '▲ Buy' : '▼ Sell'}
        {isDev ? <DevMark /> : null}
      </td>
      <td>
        <Sol lamports={BigInt(trade.lamports)} digits={{ fraction: 3 }} />
      </td>
      <td>
        <Price price={solPerToken(trade.price, unit)} zeros="keep" />
      </td>
      <td>
        <Age since={trade.timestampSeconds} />
        {isOwn ? <span className="visually-hidden"> by you</span> : null}
      </td>
    </tr>
  )
})

function DevMark() {
  return (
    <span className="dev-mark" title="By the creator">
      <span aria-hidden="true"> ◆</span>
      <span className="visually-hidden"> by the dev</span>
    </span>
  )
}

function LoadingTape() {
  return Array.from({ length: 16 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all placeholders are alike
    <tr key={row}>
      <td>
        <Skeleton width={36} />
      </td>
      <td>
        <Skeleton width={36} />
      </td>
      <td>
        <Skeleton width={52} />
      </td>
      <td>
        <Skeleton width={20} />
      </td>
    </tr>
  ))
}
