import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { MainButton } from '../data/trade/mainButton.ts'
import { unlockDialog } from '../data/wallets/session.ts'
import { Button, buttonClass } from './Button.tsx'
import { blockedBy, Reason } from './Reason.tsx'

interface TradeButtonProps {
  readonly button: MainButton
  readonly side: 'buy' | 'sell'
  readonly onTrade: () => void
  readonly onReview: () => void
  /** Asks to confirm a trade that moves the price far. */
  readonly onConfirm: () => void
  /** The id of the element with the next step. */
  readonly describedBy: string
}

/** The main button of a trade: the trade, the first reason against it, or the way to a missing step. */
export function TradeButton(props: TradeButtonProps) {
  const id = useId()
  const { button } = props
  return (
    <>
      {shownButton(props, id)}
      <Reason id={id} reason={button.kind === 'blocked' ? button.label : undefined} />
    </>
  )
}

/** The button in one place, so that it keeps the focus while its kind changes. */
function shownButton(
  { button, side, onTrade, onReview, onConfirm, describedBy }: TradeButtonProps,
  reasonId: string,
): ReactNode {
  switch (button.kind) {
    case 'start':
      return (
        <Link to="/" className={buttonClass({ look: 'paper', size: 'main' })} aria-describedby={describedBy}>
          {button.label}
        </Link>
      )
    case 'unlock':
      return (
        <Button look="paper" size="main" onClick={() => unlockDialog.set('open')}>
          {button.label}
        </Button>
      )
    case 'review':
      return (
        <Button look="paper" size="main" onClick={onReview}>
          {button.label}
        </Button>
      )
    case 'confirm':
      return (
        <Button look="paper" size="main" onClick={onConfirm}>
          {button.label}
        </Button>
      )
    case 'blocked':
      return <Button size="main" {...blockedBy(button.label, reasonId, describedBy)} />
    case 'trade':
      return (
        <Button look={side} size="main" onClick={onTrade}>
          {button.label}{' '}
          <span className="desk-only" aria-hidden="true">
            <kbd>Enter</kbd>
          </span>
        </Button>
      )
  }
}
