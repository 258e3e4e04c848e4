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
import { providerText, providerTitle } from './providerText.ts'

/** The status line: feed, latencies of server and providers, slot, block time, and a button for the keys. */
export function Footer() {
  const { state } = useStore(feed)
  const { serverMs } = useStore(latency)
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
      <Providers />
      {blockhash === undefined ? null : <span>Slot {groupDigits(blockhash.slot)}</span>}
      {network === undefined ? null : <span>Block {(network.slotMs / 1000).toFixed(2)} s</span>}
      <span className="spacer" />
      <button type="button" className="footer-keys" onClick={() => overlay.set('keys')}>
        <Keys text={keys.help} /> keys
      </button>
    </footer>
  )
}

/** The providers with their latencies and recent errors; fainter if turned off. They link to their settings. */
function Providers() {
  const on: readonly string[] = useSettings().providers
  return (
    <Link to="/settings" hash="providers" className="footer-providers">
      {useProviders()
        ?.filter(({ standing }) => standing === 'ready')
        .map(provider => {
          const { name, isResting, lastError } = provider
          const state = name === 'normal' || on.includes(name) ? 'on' : 'off'
          return (
            <span
              key={name}
              title={providerTitle(name, state, lastError)}
              className={state === 'off' ? '' : isResting ? 'warn' : 'soft'}
            >
              {providerText(provider, state)}
            </span>
          )
        })}
    </Link>
  )
}
