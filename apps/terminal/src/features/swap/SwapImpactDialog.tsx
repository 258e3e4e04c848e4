import type { Ratio } from '@tern/core'
import { useState } from 'react'
import type { MainButton } from '../../data/trade/mainButton.ts'
import { impactQuestion, impactText } from '../../text/impact.ts'
import { leadOf } from '../../text/tradeSteps.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { MoneyMark } from '../../ui/MoneyMark.tsx'

interface SwapImpactDialogProps {
  readonly impact: Ratio
  /** The current main button: prices keep changing while the dialog is open. */
  readonly button: MainButton
  readonly onSwap: () => void
  readonly onClose: () => void
}

/** Asks to confirm a swap that moves the prices by 5% or more; from 10% on, the word must be typed. */
export function SwapImpactDialog({ impact, button, onSwap, onClose }: SwapImpactDialogProps) {
  const [typed, setTyped] = useState('')
  const isTyped = impactQuestion(impact) !== 'type' || typed.trim().toLowerCase() === 'swap'
  const isReady = button.kind === 'trade' || button.kind === 'confirm'
  return (
    <Dialog title={`Price impact ${impactText(impact)}`} onClose={onClose} marker={<MoneyMark />}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (isTyped && isReady) onSwap()
        }}
      >
        <div className="dialog-body">
          <p>
            You lose about {impactText(impact)} of the amount to the pools. Slippage does not protect against this. A
            smaller swap loses a smaller share.
          </p>
          {impactQuestion(impact) === 'type' ? (
            <Field
              label="Type “swap” to continue"
              value={typed}
              onChange={event => setTyped(event.target.value)}
              autoComplete="off"
            />
          ) : null}
          {isReady ? null : <p className="hint">{leadOf(button.label)}</p>}
        </div>
        <div className="dialog-foot">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button look="paper" size="large" type="submit" blocked={!isTyped || !isReady}>
            Swap anyway
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
