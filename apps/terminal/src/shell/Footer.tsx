import { useEffect } from 'react'
import { latency, startLatency } from '../data/latency.ts'
import { feed } from '../data/market/liveTrades.ts'
import { useNetwork } from '../data/network.ts'
import { useSettings } from '../data/settings/settings.ts'
import { useStore } from '../data/store.ts'
import { latestBlockhash } from '../data/stream/latestBlockhash.ts'
import { groupDigits } from '../text/numberText.ts'
import { FeedMark } from '../ui/FeedMark.tsx'
import { Keys } from '../ui/Keys.tsx'
import { overlay } from './overlay.ts'

/** The state of things in one line: the feed, how far the server and the node are, the chain's slot, where the keys are told. */
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
      {nodeMs === undefined ? null : <span title="To the chain’s node and back">node {nodeMs} ms</span>}
      {blockhash === undefined ? null : <span>Slot {groupDigits(blockhash.slot)}</span>}
      {network === undefined ? null : <span>Block {(network.slotMs / 1000).toFixed(2)} s</span>}
      <span className="spacer" />
      <button type="button" className="footer-keys" onClick={() => overlay.set('keys')}>
        <Keys text={keys.help} /> keys
      </button>
    </footer>
  )
}
