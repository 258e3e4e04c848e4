import { useState } from 'react'
import { useNetwork } from '../../data/network.ts'
import { saveFile } from '../../data/saveFile.ts'
import { useNow } from '../../data/useNow.ts'
import { Skeleton, Sol } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Stat } from '../../ui/Stat.tsx'
import { monthOf } from './calendar.ts'
import { portfolioCsv } from './portfolioCsv.ts'
import { feesOf, type Sale } from './profit.ts'
import { lineSize, realisedLine, salesBetween, sumOf } from './realisedLine.ts'
import type { usePortfolio } from './usePortfolio.ts'

type Span = '24h' | '7d' | 'month' | 'all'

interface SummaryProps {
  readonly name: string
  readonly portfolio: ReturnType<typeof usePortfolio>
}

/** What the wallet is worth, and what came of its trades in a window of time. */
export function Summary({ name, portfolio }: SummaryProps) {
  const [span, setSpan] = useState<Span>('month')
  const network = useNetwork()
  const now = Math.floor(useNow() / 60) * 60 + 60
  const { rows, closed, total, unrealised, profit, entries } = portfolio
  const monthWord = new Date(now * 1000).toLocaleDateString('en', { month: 'short' })
  const from = beginOf(span, now, entries?.at(-1)?.timestampSeconds ?? now)
  const label = { '24h': '24h', '7d': '7d', month: monthWord, all: 'all' }[span]
  const fees = entries
    ?.filter(({ timestampSeconds: at }) => at !== null && at >= from)
    .reduce((sum, entry) => sum + feesOf(entry), 0n)
  const realised = profit && [...profit.positions.values()].reduce((sum, position) => sum + position.realised, 0n)
  const made = realised === undefined || unrealised === undefined ? undefined : realised + unrealised
  return (
    <section className="card" aria-label="Net worth">
      <div className="card-body net-worth">
        <div className="net-worth-head">
          <div>
            <h1 className="caption">
              {name} wallet{network === undefined ? '' : `, ${network.name.toLowerCase()}`}
            </h1>
            <p className="net-worth-total">
              <span className="total">
                <Sol lamports={total?.lamports} digits={{ fraction: 5 }} width={180} unit="SOL" />
              </span>
              <Made lamports={made} />
            </p>
          </div>
          <span className="spacer" />
          <span className="desk-only">
            <Segmented
              label="Window"
              options={[
                { name: '24h', label: '24h' },
                { name: '7d', label: '7d' },
                { name: 'month', label: monthWord },
                { name: 'all', label: 'All' },
              ]}
              chosen={span}
              onChoose={setSpan}
            />
          </span>
          <span className="desk-only">
            <Button
              blocked={rows === undefined}
              onClick={() =>
                saveFile('tern-portfolio.csv', portfolioCsv([...(rows ?? []), ...(closed ?? [])]), 'text/csv')
              }
            >
              CSV
            </Button>
          </span>
        </div>
        <dl className="net-worth-stats">
          <Stat label="SOL">
            <Sol lamports={rows?.[0]?.value} digits={{ fraction: 5 }} />
          </Stat>
          <Stat label="Tokens">
            <Sol lamports={rows && total && total.lamports - (rows[0]?.value ?? 0n)} digits={{ fraction: 5 }} />
          </Stat>
          <Stat label="Unrealised">
            <Sol lamports={unrealised} digits={{ fraction: 5 }} sign="shown" />
          </Stat>
          <Stat label={`Realised, ${label}`}>
            <Sol
              lamports={profit && sumOf(salesBetween(profit.sales, from, now))}
              digits={{ fraction: 5 }}
              sign="shown"
            />
          </Stat>
          <Stat label={`Fees paid, ${label}`}>
            <Sol lamports={fees} digits={{ fraction: 5 }} />
          </Stat>
          {total !== undefined && total.unpriced > 0 ? (
            <Stat label="Without a price">
              {total.unpriced} {total.unpriced === 1 ? 'token' : 'tokens'}
            </Stat>
          ) : null}
        </dl>
        <RealisedChart sales={profit?.sales} from={from} to={now} label={label} />
      </div>
    </section>
  )
}

function beginOf(span: Span, now: number, firstSeconds: number): number {
  if (span === '24h') return now - 86_400
  if (span === '7d') return now - 7 * 86_400
  if (span === 'all') return firstSeconds
  const { year, month } = monthOf(new Date(now * 1000))
  return new Date(year, month, 1).getTime() / 1000
}

/** Everything that trading has brought: what was realised, and what is held at today's prices. */
function Made({ lamports }: { lamports: bigint | undefined }) {
  if (lamports === undefined) return <Skeleton width={120} />
  if (lamports === 0n) return null
  return (
    <span className={`strong ${lamports > 0n ? 'up' : 'down'}`}>
      <span aria-hidden="true">{lamports > 0n ? '▲ ' : '▼ '}</span>
      <Sol lamports={lamports} digits={{ fraction: 5 }} sign="shown" unit="SOL" /> from trading
    </span>
  )
}

interface ChartProps {
  readonly sales: readonly Sale[] | undefined
  readonly from: number
  readonly to: number
  readonly label: string
}

function RealisedChart({ sales, from, to, label }: ChartProps) {
  const drawn = sales && realisedLine(sales, from, to)
  const { width, height } = lineSize
  return (
    <figure className="realised-chart">
      <figcaption className="caption">
        {drawn === undefined
          ? sales === undefined
            ? 'Reading your sales'
            : label === 'all'
              ? 'Nothing sold yet: what sales bring is drawn here'
              : `Nothing sold, ${label}`
          : `Realised over time, ${label}`}
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path className="realised-grid" d={`M0 33H${width}M0 66H${width}M0 99H${width}`} />
        {drawn === undefined ? null : (
          <>
            <path className="realised-area" d={drawn.area} />
            <path className="realised-zero" d={`M0 ${drawn.zero}H${width}`} />
            <path className="realised-line" d={drawn.line} />
          </>
        )}
      </svg>
    </figure>
  )
}
