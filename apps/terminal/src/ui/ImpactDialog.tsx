import type { TradeReceipt } from '@tern/client'
import { useState } from 'react'
import type { MainButton } from '../data/trade/mainButton.ts'
import { impactLoss, impactQuestion, impactText } from '../text/impact.ts'
import { leadOf } from '../text/tradeSteps.ts'
import { Sol } from './Amount.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { MoneyMark } from './MoneyMark.tsx'

interface ImpactDialogProps {
  readonly side: 'buy' | 'sell'
  readonly receipt: TradeReceipt
  /** The trade's current main button: prices keep changing while the dialog is open. */
  readonly button: MainButton
  readonly onTrade: () => void
  readonly onClose: () => void
}

/** Asks to confirm a trade that moves the price by 5% or more; from 10% on, the side must be typed. */
export function ImpactDialog({ side, receipt, button, onTrade, onClose }: ImpactDialogProps) {
  const [typed, setTyped] = useState('')
  const { get, pay } = receipt
  const { priceImpact } = get
  const isTyped = impactQuestion(priceImpact) !== 'type' || typed.trim().toLowerCase() === side
  const isReady = button.kind === 'trade' || button.kind === 'confirm'
  const lamports = side === 'buy' ? (pay.find(({ kind }) => kind === 'amount')?.lamports ?? 0n) : get.expected
  return (
    <Dialog title={`Price impact ${impactText(priceImpact)}`} onClose={onClose} marker={<MoneyMark />}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (isTyped && isReady) onTrade()
        }}
      >
        <div className="dialog-body">
          <p>
            You lose about{' '}
            <Sol lamports={impactLoss(side, lamports, priceImpact)} digits={{ fraction: 5 }} unit="SOL" /> to the pool.
            Slippage does not protect against this. A smaller trade loses a smaller share.
          </p>
          {impactQuestion(priceImpact) === 'type' ? (
            <Field
              label={`Type “${side}” to continue`}
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
          <Button look={side} size="large" type="submit" blocked={!isTyped || !isReady}>
            {side === 'buy' ? 'Buy' : 'Sell'} anyway
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
