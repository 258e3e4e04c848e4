import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { latency, startLatency } from '../data/latency.ts'
import { feed } from '../data/market/liveTrades.ts'
import { useNetwork } from '../data/network.ts'
import { useSettings } from '../data/settings/settings.ts'
import { useStore } from '../data/store.ts'
import { latestBlockhash } from '../data/stream/latestBlockhash.ts'
import { useProviders } from '../data/trade/providers.ts'
import { groupDigits } from '../text/numberText.ts'
import { FeedMark } from '../ui/FeedMark.tsx'
import { Keys } from '../ui/Keys.tsx'
import { overlay } from './overlay.ts'
import { wayTitle } from './wayTitle.ts'

/** The state of things in one line: the feed, how far the server and the ways of a trade are, the chain's slot, where the keys are told. */
export function Footer() {
  const { state } = useStore(feed)
  const { serverMs, nodeMs } = useStore(latency)
  const blockhash = useStore(latestBlockhash)
  const network = useNetwork()
  const { keys } = useSettings()
  useEffect(startLatency, [])
  return (
    <footer className="footer">
      <span>
        <FeedMark />
        {state === 'live' && serverMs !== undefined ? ` · feed ${serverMs} ms` : ''}
      </span>
      <Ways nodeMs={state === 'live' ? nodeMs : undefined} />
      {blockhash === undefined ? null : <span>Slot {groupDigits(blockhash.slot)}</span>}
      {network === undefined ? null : <span>Block {(network.slotMs / 1000).toFixed(2)} s</span>}
      <span className="spacer" />
      <button type="button" className="footer-keys" onClick={() => overlay.set('keys')}>
        <Keys text={keys.help} /> keys
      </button>
    </footer>
  )
}

/** By whom trades can go, and how far each is: the providers of this server, fainter while they are turned off, and the node itself. They lead to where they are chosen. */
function Ways({ nodeMs }: { nodeMs: number | undefined }) {
  const on: readonly string[] = useSettings().providers
  const ready = useProviders()?.filter(({ standing }) => standing === 'ready')
  return ready === undefined ? null : (
    <Link to="/settings" hash="providers" className="footer-ways">
      {ready.map(({ name, latencyMs, isResting, lastError }) => {
        const [ms, state] =
          name === 'normal' ? ([nodeMs, 'on'] as const) : ([latencyMs, on.includes(name) ? 'on' : 'off'] as const)
        return (
          <span
            key={name}
            title={wayTitle(name, state, lastError)}
            className={state === 'off' ? '' : isResting ? 'warn' : 'soft'}
          >
            {name} {isResting ? 'down' : ms == null ? '–' : `${ms} ms`}
          </span>
        )
      })}
    </Link>
  )
}
