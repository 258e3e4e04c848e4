import { useLandsThrough } from '../../data/trade/useLandsThrough.ts'
import { Unknown } from '../../ui/Amount.tsx'
import type { Trade } from './useTrade.ts'

const guards = { on: 'MEV guard', off: 'MEV guard off', none: 'no MEV guard' } as const

/** Shows the providers of the next trade, its MEV protection and the latency. */
export function Route({ trade: { planned } }: { trade: Trade }) {
  const sending = useLandsThrough(planned?.client, planned?.trade.plan)
  if (sending === undefined)
    return (
      <p className="hint trade-route">
        <span>Route</span>
        <Unknown />
      </p>
    )
  return (
    <p className="hint trade-route">
      <span>Route</span>
      <b title={sending.guard === 'none' ? 'This route does not protect against front-running' : undefined}>
        {`${sending.names} · ${guards[sending.guard]}`}
        {sending.ms == null ? '' : ` · ${sending.ms} ms`}
      </b>
    </p>
  )
}
