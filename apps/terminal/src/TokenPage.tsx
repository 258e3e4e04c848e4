import { getRouteApi } from '@tanstack/react-router'
import { TokenView } from './features/token/View.tsx'
import { TradeSheet } from './features/trade/TradeSheet.tsx'

const route = getRouteApi('/t/$mint')

/** One token: what it does on the left, what you can do with it on the right, or on a phone in a sheet. */
export function TokenPage() {
  const { mint } = route.useParams()
  return <TokenView key={mint} mint={mint} panel={token => <TradeSheet token={token} />} />
}
