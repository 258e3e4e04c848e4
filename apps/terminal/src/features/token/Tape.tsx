import { useVirtualizer } from '@tanstack/react-virtual'
import type { TradeRow } from '@tern/server/appRouter'
import { memo, useRef } from 'react'
import { solPerToken } from '../../data/listing.ts'
import { useNow } from '../../data/useNow.ts'
import { Price, Skeleton, Sol } from '../../ui/Amount.tsx'
import { ageText } from '../../ui/numberText.ts'
import { RowGap } from '../../ui/RowGap.tsx'
import { tradeKey } from './tape.ts'
import { useTape } from './useTape.ts'

const rowHeight = 20

/** The latest trades of everybody, newest first. */
export function Tape({ mint, decimals }: { mint: string; decimals: number }) {
  const { trades, error } = useTape(mint)
  const now = useNow()
  const box = useRef<HTMLElement>(null)
  const virtual = useVirtualizer({
    count: trades?.length ?? 0,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    initialRect: { width: 250, height: 600 },
  })
  const items = virtual.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area is reached by keyboard
    <section ref={box} className="tape" aria-label="Live trades" tabIndex={0}>
      <table className="table tape-table" aria-rowcount={(trades?.length ?? 0) + 1}>
        <thead>
          <tr>
            <th scope="col">Side</th>
            <th scope="col">SOL</th>
            <th scope="col">Price</th>
            <th scope="col">Age</th>
          </tr>
        </thead>
        <tbody>
          {trades === undefined && error === null ? <LoadingTape /> : null}
          <RowGap height={before} />
          {items.map(item => {
            const trade = trades?.[item.index]
            return trade === undefined ? null : (
              <TapeRow
                key={tradeKey(trade)}
                trade={trade}
                decimals={decimals}
                age={ageText(now - trade.timestampSeconds)}
              />
            )
          })}
          <RowGap height={after} />
        </tbody>
      </table>
      {trades?.length === 0 ? <p className="hint tape-note">No trades yet. First trades appear here.</p> : null}
      {trades === undefined && error !== null ? (
        <p className="hint bad tape-note">The trades could not be read. Trying again.</p>
      ) : null}
    </section>
  )
}

const TapeRow = memo(function TapeRow({ trade, decimals, age }: { trade: TradeRow; decimals: number; age: string }) {
  const price = trade.tokens === '0' ? null : { numerator: trade.lamports, denominator: trade.tokens }
  return (
    <tr>
      <td className={trade.side === 'buy' ? 'up' : 'down'}>{trade.side === 'buy' ? '▲ Buy' : '▼ Sell'}</td>
      <td>
        <Sol lamports={BigInt(trade.lamports)} digits={{ fraction: 3 }} />
      </td>
      <td>
        <Price price={price && solPerToken(price, decimals)} zeros="keep" />
      </td>
      <td>{age}</td>
    </tr>
  )
})

function LoadingTape() {
  return Array.from({ length: 16 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: bars are all alike
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
