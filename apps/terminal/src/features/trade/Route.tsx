import { nonceSubmissions, planSubmission } from '@tern/client'
import { latency } from '../../data/latency.ts'
import { useStore } from '../../data/store.ts'
import { useProviders } from '../../data/trade/providers.ts'
import { Unknown } from '../../ui/Amount.tsx'
import type { Trade } from './useTrade.ts'

/** Shows the providers of the next trade, its MEV protection and the latency. */
export function Route({ trade: { planned } }: { trade: Trade }) {
  const { nodeMs } = useStore(latency)
  const known = useProviders()
  const plan = planned?.trade.plan
  if (planned === undefined || plan === undefined)
    return (
      <p className="hint trade-route">
        <span>Route</span>
        <Unknown />
      </p>
    )
  const isByNonce = plan.request.lifetime === 'nonce'
  const routes = isByNonce ? nonceSubmissions(planned.client, plan) : [planSubmission(planned.client, plan)]
  const providers = routes.flatMap(route => route.providers)
  const isRelayed = routes.some(({ relayer }) => relayer !== undefined)
  const frontRunningProtection = plan.request.frontRunningProtection === true
  const isGuarded = frontRunningProtection && providers.every(one => one.frontRunningProtection !== undefined)
  const guard = !frontRunningProtection ? 'MEV guard off' : isGuarded ? 'MEV guard' : 'no MEV guard'
  const [first] = providers
  const ms = first?.name === 'normal' ? nodeMs : known?.find(({ name }) => name === first?.name)?.latencyMs
  return (
    <p className="hint trade-route">
      <span>Route</span>
      <b title={frontRunningProtection && !isGuarded ? 'This route does not protect against front-running' : undefined}>
        {isByNonce ? 'nonce · ' : ''}
        {[...providers.map(({ name }) => name), ...(isRelayed ? ['relayer'] : [])].join(' + ')}
        {` · ${guard}`}
        {ms == null ? '' : ` · ${ms} ms`}
      </b>
    </p>
  )
}
