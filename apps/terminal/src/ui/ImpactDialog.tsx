import type { TradePreview } from '@tern/client'
import type { MainButton } from '../data/trade/mainButton.ts'
import { impactLoss } from '../text/impact.ts'
import { Sol } from './Amount.tsx'
import { ImpactQuestion } from './ImpactQuestion.tsx'

interface ImpactDialogProps {
  readonly side: 'buy' | 'sell'
  readonly preview: TradePreview
  readonly button: MainButton
  readonly onTrade: () => void
  readonly onClose: () => void
}

/** Asks to confirm a trade that moves the price much. */
export function ImpactDialog({ side, preview: { get, pay }, button, onTrade, onClose }: ImpactDialogProps) {
  const { priceImpact } = get
  const lamports = side === 'buy' ? (pay.find(({ kind }) => kind === 'amount')?.lamports ?? 0n) : get.expected
  return (
    <ImpactQuestion {...{ impact: priceImpact, word: side, look: side, button, onConfirm: onTrade, onClose }}>
      You lose about <Sol lamports={impactLoss(side, lamports, priceImpact)} digits={{ fraction: 5 }} unit="SOL" /> to
      the pool. Slippage does not protect against this. A smaller trade loses a smaller share.
    </ImpactQuestion>
  )
}
