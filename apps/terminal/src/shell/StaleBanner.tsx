import { feed } from '../data/liveTrades.ts'
import { useStore } from '../data/store.ts'
import { useNow } from '../data/useNow.ts'

/** From how many seconds without the stream of trades on the page says so. */
const staleSeconds = 10

/** How old the prices on the page are, once the stream of trades has been gone for a while. */
export function StaleBanner() {
  const current = useStore(feed)
  return current.state === 'down' ? <Age sinceMs={current.sinceMs} /> : null
}

function Age({ sinceMs }: { sinceMs: number }) {
  const seconds = Math.floor(useNow() - sinceMs / 1000)
  if (seconds < staleSeconds) return null
  return (
    <div className="banner">
      <span role="alert">! Your Tern server does not answer. Trading is off until it does.</span>
      <span className="banner-end">Prices are {seconds} s old</span>
    </div>
  )
}
