import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useStore } from '../data/store.ts'
import { Icon } from '../ui/Icon.tsx'
import { lastToken } from './lastToken.ts'
import type { PageEntry } from './pages.ts'
import { usePages } from './usePages.ts'

/** A phone's bar has room for five entries. */
const maxOnPhone = 5

/** The pages: a rail of icons at the side; on a phone, a bar with names at the bottom, and a menu of the pages without room. */
export function Rail() {
  const mint = useStore(lastToken)
  const shown = usePages()
  const more = shown.length > maxOnPhone ? shown.slice(maxOnPhone - 1) : []
  const linkOf = (page: PageEntry) => (
    <Link key={page.to} to={page.to} title={page.name} className={more.includes(page) ? 'desk-only' : undefined}>
      <Icon name={page.icon} />
      <span className="rail-name">{page.name}</span>
    </Link>
  )
  const [home, ...others] = shown
  return (
    <nav className="rail" aria-label="Primary">
      {home && linkOf(home)}
      {mint && (
        <Link to="/t/$mint" params={{ mint }} title="Trade" className="desk-only">
          <Icon name="candles" />
          <span className="rail-name">Trade</span>
        </Link>
      )}
      {others.filter(page => page.place === 'first').map(linkOf)}
      <span className="spacer" />
      {others.filter(page => page.place === 'last').map(linkOf)}
      {more[0] && <More pages={more} />}
    </nav>
  )
}

/** Keeps the place of a menu that loads after the page. */
function More({ pages }: { pages: readonly PageEntry[] }) {
  const [Loaded, setLoaded] = useState<typeof import('./MorePages.tsx').MorePages>()
  useEffect(() => {
    import('./MorePages.tsx').then(
      ({ MorePages }) => setLoaded(() => MorePages),
      () => undefined,
    )
  }, [])
  return <span className="rail-more phone-only">{Loaded && <Loaded pages={pages} />}</span>
}
