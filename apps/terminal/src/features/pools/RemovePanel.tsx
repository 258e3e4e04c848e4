import type { ComponentProps } from 'react'
import { useId } from 'react'
import { unlockDialog } from '../../data/wallets/session.ts'
import { nextStep } from '../../text/liquiditySteps.ts'
import { withNextStep } from '../../text/nextStep.ts'
import { AmountLeg } from '../../ui/AmountLeg.tsx'
import { Button } from '../../ui/Button.tsx'
import { UnrealLine } from '../../ui/MoneyMark.tsx'
import { TradeButton } from '../../ui/TradeButton.tsx'
import { UseLargest } from '../../ui/UseLargest.tsx'
import type { AddPanel } from './AddPanel.tsx'
import { LiquidityReceipt } from './LiquidityReceipt.tsx'
import { useRemove } from './useRemove.ts'

const shares = ['25%', '50%', '75%', '100%'] as const

/** The form that removes liquidity from a pool. */
export function RemovePanel({ pool, ...forms }: ComponentProps<typeof AddPanel>) {
  const { tokens, order } = forms
  const remove = useRemove(pool, forms)
  const { text, held, quote, plan, button, unit, slippageBps, isPlanning } = remove
  const id = useId()
  const step =
    remove.why !== undefined
      ? `${remove.why}.`
      : button.kind === 'start'
        ? withNextStep(button.reason)
        : nextStep(button.label)
  const enter = () => {
    if (button.kind === 'trade') remove.send()
    if (button.kind === 'unlock') unlockDialog.set('open')
  }
  return (
    <>
      <div className="pool-legs">
        <AmountLeg
          label="Amount of LP"
          token={unit}
          value={text}
          isQuoted={false}
          isPending={isPlanning}
          held={remove.address === undefined ? null : held}
          onType={remove.type}
          onEnter={enter}
          end={ofId => (
            <span className="pool-token" id={ofId}>
              LP
            </span>
          )}
        />
        <fieldset className="pool-shares" aria-label="Share to remove">
          {shares.map(share => (
            <Button
              key={share}
              aria-pressed={text.trim() === share}
              blocked={held === undefined || held === 0n}
              onClick={() => remove.type(share)}
            >
              {share}
            </Button>
          ))}
        </fieldset>
      </div>
      <LiquidityReceipt
        kind="remove"
        amounts={
          quote &&
          order.map(one => {
            const { received, minAmount, transferFee } = quote.amounts[one]
            return { token: tokens[one], expected: received, limit: minAmount, transferFee }
          })
        }
        lpAmount={quote?.lpAmount}
        lpUnit={unit}
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
      <UseLargest button={button} of={unit} onUse={raw => remove.fill(raw)} />
      <TradeButton
        button={button}
        side="swap"
        onTrade={() => remove.send()}
        onReview={() => undefined}
        onConfirm={() => undefined}
        describedBy={`${id}-step`}
      />
      <UnrealLine />
    </>
  )
}
