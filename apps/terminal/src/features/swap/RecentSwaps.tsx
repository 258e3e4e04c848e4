import { Link } from '@tanstack/react-router'
import { type Address, formatPercent } from '@tern/core'
import { type Item, itemsOf } from '../../data/activity/items.ts'
import { type Named, namesOf } from '../../data/activity/namesOf.ts'
import { swapIn } from '../../data/activity/swapIn.ts'
import { useActivity } from '../../data/activity/useActivity.ts'
import { useFlights } from '../../data/activity/useFlights.ts'
import { useTokens } from '../../data/market/useTokens.ts'
import { useMinute } from '../../data/useMinute.ts'
import { fractionOf } from '../../text/numberText.ts'
import { whenText } from '../../text/timeText.ts'
import { Amount } from '../../ui/Amount.tsx'
import { TransactionState } from '../../ui/TransactionState.tsx'
import { vsMid } from './routeFigures.ts'

const shown = 5

/** A swap, or a trade, which swaps against SOL. */
const isSwap = ({ entry, flight }: Item) =>
  entry === undefined ? flight?.kind === 'swap' : swapIn(entry) !== undefined || flight?.kind === 'swap'

/** The wallet's latest swaps, as Activity shows them. Shows nothing to a wallet that has not swapped yet. */
export function RecentSwaps({ owner }: { owner: Address }) {
  const { entries = [] } = useActivity(owner, 'pages')
  const items = itemsOf(entries, useFlights(owner), owner).filter(isSwap).slice(0, shown)
  const mints = items.flatMap(({ entry }) => entry?.tokens.map(({ mint }) => mint) ?? [])
  const nameOf = namesOf(useTokens([...new Set(mints)]), entries)
  const now = useMinute()
  if (items.length === 0) return null
  return (
    <section className="card" aria-label="Your recent swaps">
      <header>
        <h2>Your recent swaps</h2>
        <span className="spacer" />
        <Link to="/activity">All activity</Link>
      </header>
      <ul className="recent-swaps">
        {items.map(item => (
          <li key={item.key}>
            <span className="faint nowrap">
              {item.timestampSeconds === null ? '–' : whenText(item.timestampSeconds, new Date((now - 1) * 1000))}
            </span>
            <Link to="/activity" search={{ tx: item.key }} className="recent-swap">
              <SwapText item={item} nameOf={nameOf} />
            </Link>
            <VsMid item={item} />
            <span className="recent-swap-state">
              <TransactionState item={item} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SwapText({ item: { entry, flight }, nameOf }: { item: Item; nameOf: ReturnType<typeof namesOf> }) {
  const swap = entry && swapIn(entry)
  const [from, to] = [swap && nameOf(swap.mintIn), swap && nameOf(swap.mintOut)]
  if (swap === undefined || from === undefined || to === undefined) return flight?.detail ?? 'Several trades'
  return (
    <>
      <Brief raw={swap.amountIn} of={from} /> <span className="visually-hidden">for</span>
      <span aria-hidden="true">→</span> <Brief raw={swap.amountOut} of={to} />
    </>
  )
}

/** How much more or less a swap brought than its mid price. Empty for a swap from elsewhere, and for a trade. */
function VsMid({ item: { entry, flight } }: { item: Item }) {
  const swap = entry && swapIn(entry)
  if (swap === undefined || flight?.mid === undefined) return <span />
  const share = vsMid(flight.mid, swap.amountIn, swap.amountOut)
  const text = formatPercent(share, 2, { rounding: 'halfUp' })
  return <span className="faint nowrap desk-only">vs mid {text.replace('-', '−')}%</span>
}

const Brief = ({ raw, of: { unit, symbol } }: { raw: bigint; of: Named }) => (
  <Amount raw={raw} of={unit} digits={{ fraction: fractionOf(raw, unit) }} unit={symbol} />
)
