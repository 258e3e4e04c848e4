import { useState } from 'react'
import { feesOf } from '../../data/activity/profit.ts'
import { useNetwork } from '../../data/network.ts'
import { saveFile } from '../../data/saveFile.ts'
import { useMinute } from '../../data/useMinute.ts'
import { lazyPage, usePreload } from '../../lazyPage.tsx'
import { monthText } from '../../text/timeText.ts'
import { Skeleton, Sol } from '../../ui/Amount.tsx'
import { AwaitDialog } from '../../ui/AwaitDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { LineDrawing } from '../../ui/LineDrawing.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Stat } from '../../ui/Stat.tsx'
import { portfolioCsv } from './portfolioCsv.ts'
import { beginOf, realisedSince, type Span } from './spans.ts'
import { useNetWorth } from './useNetWorth.ts'
import type { useWholePortfolio } from './useWholePortfolio.ts'

/** Loads after the page, or when first used. */
const ShareDialog = lazyPage(() => import('./ShareDialog.tsx'), 'ShareDialog')

interface SummaryProps {
  readonly name: string
  readonly portfolio: ReturnType<typeof useWholePortfolio>
  readonly span: Span
  readonly onSpan: (span: Span) => void
}

/** The wallet's net worth, and its profit and fees in a window of time. */
export function Summary({ name, portfolio, span, onSpan }: SummaryProps) {
  const network = useNetwork()
  const now = useMinute()
  const { rows, closed, liquidity, total, unrealised, profit, entries } = portfolio
  const monthWord = monthText(new Date(now * 1000))
  const windows = [
    { name: '24h', label: '24h' },
    { name: '7d', label: '7d' },
    { name: 'month', label: monthWord },
    { name: 'all', label: 'All' },
  ] as const
  const save = () =>
    saveFile('tern-portfolio.csv', portfolioCsv([...(rows ?? []), ...(closed ?? [])], liquidity), 'text/csv')
  const pooled = liquidity.reduce((sum, { value }) => sum + (value ?? 0n), 0n)
  const from = beginOf(span, now, entries?.at(-1)?.timestampSeconds ?? now)
  const label = { '24h': '24h', '7d': '7d', month: monthWord, all: 'all' }[span]
  const fees = entries
    ?.filter(({ timestampSeconds: at }) => at !== null && at >= from)
    .reduce((sum, entry) => sum + feesOf(entry), 0n)
  const realised = profit && [...profit.positions.values()].reduce((sum, position) => sum + position.realised, 0n)
  const made = realised === undefined || unrealised === undefined ? undefined : realised + unrealised
  const realisedInWindow = profit && realisedSince(profit.sales, from)
  const [isSharing, setSharing] = useState(false)
  usePreload(ShareDialog)
  const canShare =
    network !== undefined &&
    !portfolio.isBehind &&
    realisedInWindow !== undefined &&
    unrealised !== undefined &&
    fees !== undefined &&
    made !== undefined
  const points = useNetWorth({ rows: rows && [...rows, ...(closed ?? [])], liquidity, entries, from, to: now })
  return (
    <section className="card" aria-label="Net worth">
      <div className="card-body net-worth">
        <div className="net-worth-head">
          <div>
            <h1 className="caption">
              {/wallet/i.test(name) ? name : `${name} wallet`}
              {network === undefined ? '' : `, ${network.name.toLowerCase()}`}
            </h1>
            <p className="net-worth-total">
              <span className={portfolio.staleSince === undefined ? 'total' : 'total stale'}>
                <Sol lamports={total?.lamports} digits={{ fraction: 5 }} width={180} unit="SOL" />
              </span>
              <Made lamports={made} />
            </p>
          </div>
          <span className="spacer" />
          <span className="desk-only">
            <Segmented label="Window" options={windows} chosen={span} onChoose={onSpan} />
          </span>
          <span className="desk-only">
            <Button blocked={!canShare} onClick={() => setSharing(true)}>
              Share
            </Button>
          </span>
          <span className="desk-only">
            <Button blocked={rows === undefined} onClick={save}>
              CSV
            </Button>
          </span>
          <span className="phone-only">
            <Menu
              shape="square"
              aria-label="Window and export"
              groups={[
                windows.map(({ name, label }) => ({
                  label: name === 'all' ? 'All time' : label,
                  end: name === span ? '✓' : undefined,
                  onPick: () => onSpan(name),
                })),
                [
                  { label: 'Share', blocked: !canShare, onPick: () => setSharing(true) },
                  { label: 'Save as CSV', blocked: rows === undefined, onPick: save },
                ],
              ]}
            />
          </span>
        </div>
        <dl className="net-worth-stats">
          <Stat label="SOL">
            <Sol lamports={rows?.[0]?.value} digits={{ fraction: 5 }} />
          </Stat>
          <Stat label="Tokens">
            <Sol
              lamports={rows && total && total.lamports - (rows[0]?.value ?? 0n) - pooled}
              digits={{ fraction: 5 }}
            />
          </Stat>
          {liquidity.length === 0 ? null : (
            <Stat label="Liquidity">
              <Sol lamports={pooled} digits={{ fraction: 5 }} />
            </Stat>
          )}
          <Stat label="Unrealised">
            <Sol lamports={unrealised} digits={{ fraction: 5 }} sign="shown" />
          </Stat>
          <Stat label={`Realised, ${label}`}>
            <Sol lamports={realisedInWindow} digits={{ fraction: 5 }} sign="shown" />
          </Stat>
          <Stat label={`Fees paid, ${label}`}>
            <Sol lamports={fees} digits={{ fraction: 5 }} />
          </Stat>
          {total !== undefined && total.unpriced > 0 ? (
            <Stat label="No price">
              {total.unpriced} {total.unpriced === 1 ? 'token' : 'tokens'}
            </Stat>
          ) : null}
        </dl>
        <NetWorthChart points={points} label={label} />
      </div>
      {isSharing && canShare ? (
        <AwaitDialog>
          <ShareDialog
            isPractice={network.kind === 'practice'}
            figures={{
              money: network.kind === 'practice' ? 'Practice money' : network.name,
              window: label,
              realised: realisedInWindow,
              ...{ unrealised, fees, made },
              worth: total,
              isCut: portfolio.isCut,
              atSeconds: portfolio.staleSince === undefined ? now : portfolio.staleSince / 1000,
            }}
            onClose={() => setSharing(false)}
          />
        </AwaitDialog>
      ) : null}
    </section>
  )
}

/** The total profit of trading: realised, and unrealised at today's prices. */
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

/** The line of the net worth. `points` is unset while it loads. */
function NetWorthChart({ points, label }: { points: readonly number[] | undefined; label: string }) {
  return (
    <figure className="net-worth-chart">
      <figcaption className="visually-hidden">Net worth over time, {label}</figcaption>
      <LineDrawing points={points} />
    </figure>
  )
}
