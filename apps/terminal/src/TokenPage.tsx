import { getRouteApi } from '@tanstack/react-router'
import { typedAmount } from '@tern/core'
import { Suspense, useEffect, useState } from 'react'
import { OtherHoldings } from './features/portfolio/OtherHoldings.tsx'
import { TokenView } from './features/token/View.tsx'
import { applyToPanel } from './features/trade/panelStore.ts'
import { TradeSheet } from './features/trade/TradeSheet.tsx'
import { lazyPage, usePreload } from './lazyPage.tsx'
import { PageMenu } from './shell/PageMenu.tsx'

/** Loads when a token is held. */
const QuickSell = lazyPage(() => import('./features/trade/QuickSell.tsx'), 'QuickSell')

const route = getRouteApi('/t/$mint')

/** A token's page: its market on the left, the trade panel on the right or, on a phone, in a sheet. */
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
  usePreload(QuickSell)
  /** The preview of this token's sale is in its panel, not in a dialog. */
  const showSale = (text: string) => {
    applyToPanel(mint, { kind: 'side', side: 'sell' })
    applyToPanel(mint, { kind: 'amount', side: 'sell', text })
    setSheet('open')
  }
  return (
    <TokenView
      key={mint}
      mint={mint}
      panel={token => <TradeSheet token={token} state={sheet} onState={setSheet} pages={<PageMenu />} />}
      sellOther={one => (
        <Suspense>
          <QuickSell token={one.listing} balance={one.amount} />
        </Suspense>
      )}
      others={show => <OtherHoldings mint={mint}>{show}</OtherHoldings>}
      sell={(token, balance) => (
        <Suspense>
          <QuickSell token={token} balance={balance} onAsk={raw => showSale(typedAmount(raw, token))} />
        </Suspense>
      )}
    />
  )
}
