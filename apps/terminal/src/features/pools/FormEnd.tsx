import { type ReactNode, useId } from 'react'
import type { MainButton } from '../../data/trade/mainButton.ts'
import { unlockDialog } from '../../data/wallets/session.ts'
import { nextStep } from '../../text/liquiditySteps.ts'
import { withNextStep } from '../../text/nextStep.ts'
import { UnrealLine } from '../../ui/MoneyMark.tsx'
import { TradeButton } from '../../ui/TradeButton.tsx'

interface FormEndProps {
  /** Why the wallet cannot act, without a full stop. */
  readonly why: string | undefined
  readonly button: MainButton
  readonly onSend: () => void
  /** A way out if the form cannot be sent. */
  readonly children?: ReactNode
}

/** The end of a form of liquidity: the next step, a way out and the button. */
export function FormEnd({ why, button, onSend, children }: FormEndProps) {
  const id = useId()
  const step =
    why !== undefined ? `${why}.` : button.kind === 'start' ? withNextStep(button.reason) : nextStep(button.label)
  return (
    <>
      {step === undefined ? null : (
        <p className="hint pool-step" id={id}>
          {step}
        </p>
      )}
      {children}
      <TradeButton
        button={button}
        side="swap"
        onTrade={onSend}
        onReview={() => undefined}
        onConfirm={() => undefined}
        describedBy={id}
      />
      <UnrealLine />
    </>
  )
}

/** Does on Enter what the button would do. */
export function pressEnter(button: MainButton, onSend: () => void): void {
  if (button.kind === 'trade') onSend()
  if (button.kind === 'unlock') unlockDialog.set('open')
}
