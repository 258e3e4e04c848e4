import { Link } from '@tanstack/react-router'
import { typedAmount } from '@tern/core'
import type { LiquidityPool } from '@tern/venues'
import { useId } from 'react'
import { unlockDialog } from '../../data/wallets/session.ts'
import { nextStep } from '../../text/liquiditySteps.ts'
import { withNextStep } from '../../text/nextStep.ts'
import { AmountLeg } from '../../ui/AmountLeg.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { UnrealLine } from '../../ui/MoneyMark.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { TradeButton } from '../../ui/TradeButton.tsx'
import { LiquidityReceipt } from './LiquidityReceipt.tsx'
import { type PoolForms, useAdd } from './useAdd.ts'
import { lpUnitOf } from './useRemove.ts'

interface PanelProps extends PoolForms {
  readonly pool: LiquidityPool
}

/** The form that adds liquidity to a pool. */
export function AddPanel({ pool, ...forms }: PanelProps) {
  const { tokens, order } = forms
  const add = useAdd(pool, forms)
  const { side, text, quote, plan, button, lacking, slippageBps, isPlanning } = add
  const id = useId()
  const step =
    add.why !== undefined
      ? `${add.why}.`
      : button.kind === 'start'
        ? withNextStep(button.reason)
        : nextStep(button.label)
  const enter = () => {
    if (button.kind === 'trade') add.send()
    if (button.kind === 'unlock') unlockDialog.set('open')
  }
  return (
    <>
      <div className="pool-legs">
        {order.map(one => {
          const token = tokens[one]
          const answer = quote === undefined || text.trim() === '' ? '' : typedAmount(quote.amounts[one].sent, token)
          return (
            <AmountLeg
              key={token.mint}
              label={`Amount of ${token.symbol}`}
              token={token}
              value={one === side ? text : answer}
              isQuoted={one !== side}
              isPending={isPlanning}
              held={add.address === undefined ? null : add.held[one]}
              onType={value => add.type(one, value)}
              onEnter={enter}
              {...(add.held[one] !== undefined && {
                onShare: part => add.fillShare(one, part),
                shareOf: token.symbol,
                canFillAll: add.canFillAll,
              })}
              end={ofId => (
                <span className="pool-token" id={ofId}>
                  <Picture source={token.picture} symbol={token.symbol} size={20} />
                  {token.symbol}
                </span>
              )}
            />
          )
        })}
      </div>
      <LiquidityReceipt
        kind="add"
        amounts={
          quote &&
          order.map(one => {
            const { sent, maxAmount, transferFee } = quote.amounts[one]
            return { token: tokens[one], expected: sent, limit: maxAmount, transferFee }
          })
        }
        lpAmount={quote?.lpAmount}
        lpUnit={lpUnitOf(pool)}
        share={quote?.share}
        plan={plan}
        slippageBps={slippageBps}
        isPending={isPlanning}
      />
      {step === undefined ? null : (
        <p className="hint pool-step" id={`${id}-step`}>
          {step}
        </p>
      )}
      {lacking === undefined ? null : (
        <Link to="/swap" search={{ to: lacking.mint }} className={buttonClass({ look: 'paper', size: 'large' })}>
          Buy {lacking.symbol} first
        </Link>
      )}
      <TradeButton
        button={button}
        side="swap"
        onTrade={() => add.send()}
        onReview={() => undefined}
        onConfirm={() => undefined}
        describedBy={`${id}-step`}
      />
      <UnrealLine />
    </>
  )
}
