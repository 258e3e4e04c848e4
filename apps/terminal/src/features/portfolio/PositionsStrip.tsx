import { Link } from '@tanstack/react-router'
import type { Address } from '@tern/core'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { useKey } from '../../data/keys/keyHandlers.ts'
import { useSettings } from '../../data/settings/settings.ts'
import { useStore } from '../../data/store.ts'
import { session } from '../../data/wallets/session.ts'
import { Percent } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { DockSeparator } from '../../ui/DockSeparator.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { Picture } from '../../ui/Picture.tsx'
import type { SellButtons } from './Holdings.tsx'
import { listedHoldings } from './holdingRows.ts'
import './positionsStrip.css'
import { usePortfolio } from './usePortfolio.ts'

const PositionsDock = lazy(async () => ({ default: (await import('./PositionsDock.tsx')).PositionsDock }))

/** The positions in a line below another page, and on request in a table. Empty without positions. */
export function PositionsStrip({ sell }: { sell: SellButtons }) {
  const current = useStore(session)
  if (current.status !== 'locked' && current.status !== 'unlocked') return null
  return <Positions key={current.address} owner={current.address} sell={sell} />
}

function Positions({ owner, sell }: { owner: Address; sell: SellButtons }) {
  const portfolio = usePortfolio(owner)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { keys } = useSettings()
  const held = listedHoldings(portfolio.rows ?? [])
  const turn = () => {
    // The row with the focus may disappear.
    if (isOpen) opener.current?.focus()
    setOpen(!isOpen)
  }
  useKey('dock', held.length === 0 ? undefined : turn)
  if (held.length === 0) return null
  return (
    <>
      {isOpen ? <DockSeparator onEnter={turn} /> : null}
      <section className="positions-strip" aria-label="Positions">
        <Link to="/portfolio" className="strong">
          Positions {held.length}
        </Link>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls sideways on a narrow page */}
        <ul tabIndex={0} aria-label="Changes by token">
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
        <span className="spacer" />
        <Button ref={opener} look="quiet" size="small" aria-expanded={isOpen} aria-controls={id} onClick={turn}>
          {isOpen ? 'Close' : 'Open'} dock
          <span aria-hidden="true">
            <Keys text={keys.dock} />
          </span>
        </Button>
      </section>
      <div id={id}>
        {isOpen ? (
          <Suspense>
            <PositionsDock held={held} sell={sell} isStale={portfolio.staleSince !== undefined} />
          </Suspense>
        ) : null}
      </div>
    </>
  )
}
