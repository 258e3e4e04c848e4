import { useQuery } from '@tanstack/react-query'
import { useMatchRoute } from '@tanstack/react-router'
import { tokenQuery } from '../data/market/token.ts'
import { buttonClass } from '../ui/Button.tsx'

/** The first stops of the Tab key: past the bars and, on a token page, to its main parts. */
export function SkipLinks() {
  const token = useMatchRoute()({ to: '/t/$mint' })
  // The page loads the token; its parts exist only then.
  const { data } = useQuery({ ...tokenQuery(token === false ? '' : token.mint), enabled: false })
  return (
    <div className="skip-links">
      <SkipLink to="page" name="Skip to the page" />
      {token !== false && data ? (
        <>
          <SkipLink to="trade-panel" name="Skip to the trade panel" />
          <SkipLink to="chart-summary" name="Skip to the chart summary" />
          <SkipLink to="positions" name="Skip to positions" />
        </>
      ) : null}
    </div>
  )
}

/** Moves the focus and keeps the URL, because the URL names the page and not a place on it. */
function SkipLink({ to, name }: { to: string; name: string }) {
  return (
    <a
      className={`skip-link ${buttonClass({})}`}
      href={`#${to}`}
      onClick={event => {
        event.preventDefault()
        const place = document.getElementById(to)
        // On a narrow page the trade panel is hidden until a button of the bar opens it.
        const target = place?.checkVisibility() ? place : document.querySelector<HTMLElement>('.trade-bar button')
        target?.focus()
        target?.scrollIntoView({ block: 'nearest' })
      }}
    >
      {name}
    </a>
  )
}
