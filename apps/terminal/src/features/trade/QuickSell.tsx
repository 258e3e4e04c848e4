import { Suspense, useState } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { lazyPage, usePreload } from '../../lazyPage.tsx'
import { SellShares } from './SellShares.tsx'

/** Got after the page, or when a receipt is first shown. */
const TradeDialog = lazyPage(() => import('../../ui/TradeDialog.tsx'), 'TradeDialog')

/** Buttons that sell of a token wherever it is listed, with the receipt in a dialog. `balance`: raw units. */
export function QuickSell({ token, balance }: { token: Listing; balance: bigint }) {
  /** As it was pressed: the list around it goes on. */
  const [asked, setAsked] = useState<{ readonly token: Listing; readonly amountIn: bigint }>()
  usePreload(TradeDialog)
  return (
    <>
      <SellShares token={token} balance={balance} onAsk={amountIn => setAsked({ token, amountIn })} />
      {asked === undefined ? null : (
        <Suspense>
          <TradeDialog {...asked} side="sell" onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}
