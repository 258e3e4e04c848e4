import type { Ratio } from '@tern/core'
import { type ReactNode, useState } from 'react'
import type { MainButton } from '../data/trade/mainButton.ts'
import { impactQuestion, impactText } from '../text/impact.ts'
import { leadOf } from '../text/tradeSteps.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { MoneyMark } from './MoneyMark.tsx'

interface ImpactQuestionProps {
  readonly impact: Ratio
  /** The word for the action: `buy`, `sell`, `swap`. */
  readonly word: string
  readonly look: 'buy' | 'sell' | 'paper'
  /** The current main button: prices keep changing while the dialog is open. */
  readonly button: MainButton
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** The loss, in a sentence. */
  readonly children: ReactNode
}

/** Asks to confirm an action that moves the price by 5% or more; from 10% on, the word must be typed. */
export function ImpactQuestion({ impact, word, look, button, onConfirm, onClose, children }: ImpactQuestionProps) {
  const [typed, setTyped] = useState('')
  const isTyped = impactQuestion(impact) !== 'type' || typed.trim().toLowerCase() === word
  const isReady = button.kind === 'trade' || button.kind === 'confirm'
  return (
    <Dialog title={`Price impact ${impactText(impact)}`} onClose={onClose} marker={<MoneyMark />}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (isTyped && isReady) onConfirm()
        }}
      >
        <div className="dialog-body">
          <p>{children}</p>
          {impactQuestion(impact) === 'type' ? (
            <Field
              label={`Type “${word}” to continue`}
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
          <Button look={look} size="large" type="submit" blocked={!isTyped || !isReady}>
            {word.charAt(0).toUpperCase() + word.slice(1)} anyway
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
