import { Suspense, useState } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { lazyPage, usePreload } from '../../lazyPage.tsx'
import { SellShares } from './SellShares.tsx'

/** Got after the page, or when a receipt is first shown. */
const TradeDialog = lazyPage(() => import('../../ui/TradeDialog.tsx'), 'TradeDialog')

interface QuickSellProps {
  readonly token: Listing
  /** Raw units that there are to sell. */
  readonly balance: bigint
  /** Shows the receipt of a sale of so many raw units; unset: a dialog does. */
  readonly onAsk?: (amountIn: bigint) => void
}

/** Buttons that sell of a token wherever it is listed. */
export function QuickSell({ token, balance, onAsk }: QuickSellProps) {
  /** The press. It is kept because the list around it changes. */
  const [asked, setAsked] = useState<{ readonly token: Listing; readonly amountIn: bigint }>()
  usePreload(TradeDialog)
  return (
    <>
      <SellShares token={token} balance={balance} onAsk={onAsk ?? (amountIn => setAsked({ token, amountIn }))} />
      {asked === undefined ? null : (
        <Suspense>
          <TradeDialog {...asked} side="sell" onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </>
  )
}
