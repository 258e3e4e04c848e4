import { latency } from '../../data/latency.ts'
import { useStore } from '../../data/store.ts'
import { Unknown } from '../../ui/Amount.tsx'
import type { Trade } from './useTrade.ts'

/** Which way the trade goes to the chain, whether others are kept from trading around it, and how far that is. */
export function Route({ trade: { planned, preset } }: { trade: Trade }) {
  const { nodeMs } = useStore(latency)
  return (
    <p className="hint trade-route">
      <span>Route</span>
      {planned === undefined ? (
        <Unknown />
      ) : (
        <b title={preset.mevProtection ? 'No service that it passes keeps others from trading around it' : undefined}>
          {[
            ...planned.client.providers.map(({ name }) => name),
            ...(planned.client.relayer === undefined ? [] : ['relayer']),
          ].join(' + ')}
          {preset.mevProtection ? ' · no MEV guard' : ' · MEV guard off'}
          {nodeMs === undefined ? '' : ` · ${nodeMs} ms`}
        </b>
      )}
    </p>
  )
}
