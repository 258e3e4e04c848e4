import type { Ratio } from '@tern/core'
import type { MainButton } from '../../data/trade/mainButton.ts'
import { impactText } from '../../text/impact.ts'
import { ImpactQuestion } from '../../ui/ImpactQuestion.tsx'

interface SwapImpactDialogProps {
  readonly impact: Ratio
  readonly button: MainButton
  readonly onSwap: () => void
  readonly onClose: () => void
}

/** Asks to confirm a swap that moves the prices much. */
export function SwapImpactDialog({ impact, button, onSwap, onClose }: SwapImpactDialogProps) {
  return (
    <ImpactQuestion {...{ impact, word: 'swap', look: 'paper', button, onConfirm: onSwap, onClose }}>
      You lose about {impactText(impact)} of the amount to the pools. Slippage does not protect against this. A smaller
      swap loses a smaller share.
    </ImpactQuestion>
  )
}
