import { Link } from '@tanstack/react-router'
import type { Address } from '@tern/core'
import { useStore } from '../../data/store.ts'
import { session } from '../../data/wallets/session.ts'
import { Percent } from '../../ui/Amount.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { listedHoldings } from './holdingRows.ts'
import './positionsStrip.css'
import { usePortfolio } from './usePortfolio.ts'

/** What is held, in a line below another page: how each token stands since it was bought. Nothing where nothing is held. */
export function PositionsStrip() {
  const current = useStore(session)
  if (current.status !== 'locked' && current.status !== 'unlocked') return null
  return <Positions key={current.address} owner={current.address} />
}

function Positions({ owner }: { owner: Address }) {
  const { rows = [] } = usePortfolio(owner)
  const held = listedHoldings(rows)
  if (held.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where it is narrow
    <section className="positions-strip" aria-label="Positions" tabIndex={0}>
      <Link to="/portfolio" className="strong">
        Positions {held.length}
      </Link>
      <ul>
        {held.map(({ mint, symbol, picture, unrealisedBps }) => (
          <li key={mint}>
            <Link to="/t/$mint" params={{ mint }}>
              <Picture source={picture} symbol={symbol} size={20} />
              {symbol}
              <b className="strong">
                <Percent bps={unrealisedBps} />
              </b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
