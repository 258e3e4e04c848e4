import { Link } from '@tanstack/react-router'
import { useStore } from '../data/store.ts'
import { Icon } from '../ui/Icon.tsx'
import { lastToken } from './lastToken.ts'
import type { PageEntry } from './pages.ts'
import { usePages } from './usePages.ts'

/** The pages: a rail of icons at the side; on a phone, a bar with names at the bottom. */
export function Rail() {
  const mint = useStore(lastToken)
  const shown = usePages()
  return (
    <nav className="rail" aria-label="Primary">
      {shown
        .filter(page => page.place === 'first')
        .slice(0, 1)
        .map(RailLink)}
      {mint === undefined ? null : (
        <Link to="/t/$mint" params={{ mint }} title="Trade" className="desk-only">
          <Icon name="candles" />
          <span className="rail-name">Trade</span>
        </Link>
      )}
      {shown
        .filter(page => page.place === 'first')
        .slice(1)
        .map(RailLink)}
      <span className="spacer" />
      {shown.filter(page => page.place === 'last').map(RailLink)}
    </nav>
  )
}

const RailLink = ({ to, name, icon }: PageEntry) => (
  <Link key={to} to={to} title={name}>
    <Icon name={icon} />
    <span className="rail-name">{name}</span>
  </Link>
)
