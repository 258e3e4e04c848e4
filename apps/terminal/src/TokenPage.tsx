import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { OtherHoldings } from './features/portfolio/OtherHoldings.tsx'
import { TokenView } from './features/token/View.tsx'
import { applyToPanel } from './features/trade/panelStore.ts'
import { SellShares } from './features/trade/SellShares.tsx'
import { TradeSheet } from './features/trade/TradeSheet.tsx'
import { PageMenu } from './shell/PageMenu.tsx'

const route = getRouteApi('/t/$mint')

/** One token: what it does on the left, what you can do with it on the right, or on a phone in a sheet. */
export function TokenPage() {
  const { mint } = route.useParams()
  const { side } = route.useSearch()
  const navigate = route.useNavigate()
  const [sheet, setSheet] = useState<'closed' | 'open'>('closed')
  useEffect(() => {
    if (side === undefined) return
    applyToPanel(mint, { kind: 'side', side })
    void navigate({ search: ({ side: _, ...rest }) => rest, replace: true })
  }, [mint, side, navigate])
  const open = (other: string) => {
    void navigate({ to: '/t/$mint', params: { mint: other } })
    setSheet('open')
  }
  return (
    <TokenView
      key={mint}
      mint={mint}
      panel={token => <TradeSheet token={token} state={sheet} onState={setSheet} pages={<PageMenu />} />}
      sellOther={one => (
        <SellShares token={{ ...one, ...one.unit }} balance={one.amount} onChosen={() => open(one.mint)} />
      )}
      others={show => <OtherHoldings mint={mint}>{show}</OtherHoldings>}
      sell={(token, balance) => <SellShares token={token} balance={balance} onChosen={() => setSheet('open')} />}
    />
  )
}
