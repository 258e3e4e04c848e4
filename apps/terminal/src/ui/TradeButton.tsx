import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MainButton } from '../data/trade/mainButton.ts'
import { unlockDialog } from '../data/wallets/session.ts'
import { leadOf } from '../text/tradeSteps.ts'
import { Button, buttonClass } from './Button.tsx'

interface TradeButtonProps {
  readonly button: MainButton
  readonly side: 'buy' | 'sell' | 'swap'
  readonly onTrade: () => void
  readonly onReview: () => void
  /** Asks whether a trade that moves the price far is meant. */
  readonly onConfirm: () => void
  /** The id of the text that explains how to remove the button's reason. */
  readonly describedBy: string
}

/** The only button of a trade: it trades, states the first reason against the trade, or leads to the missing part. */
export function TradeButton(props: TradeButtonProps) {
  return (
    <>
      {shownButton(props)}
      <span id={`${props.describedBy}-reason`} hidden>
        {props.button.label}
      </span>
    </>
  )
}

/** The button, always in one place, so that it keeps the focus while its kind changes. */
function shownButton({ button, side, onTrade, onReview, onConfirm, describedBy }: TradeButtonProps): ReactNode {
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
      return (
        <Button size="main" blocked title={button.label} aria-describedby={`${describedBy}-reason ${describedBy}`}>
          {leadOf(button.label)}
        </Button>
      )
    case 'trade':
      return (
        <Button look={side === 'swap' ? 'paper' : side} size="main" onClick={onTrade}>
          {button.label}{' '}
          <span className="desk-only" aria-hidden="true">
            <kbd>Enter</kbd>
          </span>
        </Button>
      )
  }
}
