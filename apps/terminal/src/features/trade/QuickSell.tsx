import { useState } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { lazyPage, usePreload } from '../../lazyPage.tsx'
import { AwaitDialog } from '../../ui/AwaitDialog.tsx'
import { SellShares } from './SellShares.tsx'

/** Loads after the page, or when a preview is first shown. */
const TradeDialog = lazyPage(() => import('../../ui/TradeDialog.tsx'), 'TradeDialog')

interface QuickSellProps {
  readonly token: Listing
  /** Raw units available to sell. */
  readonly balance: bigint
  /** Shows the preview of a sale of `amountIn` raw units. Default: a dialog. */
  readonly onAsk?: (amountIn: bigint) => void
}

/** Sell buttons for a list row. */
export function QuickSell({ token, balance, onAsk }: QuickSellProps) {
  /** The pressed sale. It is kept because the list may change while the dialog is open. */
  const [asked, setAsked] = useState<{ readonly token: Listing; readonly amountIn: bigint }>()
  usePreload(TradeDialog)
  return (
    <>
      <SellShares token={token} balance={balance} onAsk={onAsk ?? (amountIn => setAsked({ token, amountIn }))} />
      {asked === undefined ? null : (
        <AwaitDialog>
          <TradeDialog {...asked} side="sell" onClose={() => setAsked(undefined)} />
        </AwaitDialog>
      )}
    </>
  )
}
