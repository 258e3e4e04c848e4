import { getRouteApi } from '@tanstack/react-router'
import { TokenView } from './features/token/View.tsx'
import { TradePanel } from './features/trade/View.tsx'

const route = getRouteApi('/t/$mint')

/** One token: what it does on the left, what you can do with it on the right. */
export function TokenPage() {
  const { mint } = route.useParams()
  return <TokenView key={mint} mint={mint} panel={token => <TradePanel token={token} />} />
}
