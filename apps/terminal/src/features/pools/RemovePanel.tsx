import type { ComponentProps } from 'react'
import { AmountLeg } from '../../ui/AmountLeg.tsx'
import { Button } from '../../ui/Button.tsx'
import { UseLargest } from '../../ui/UseLargest.tsx'
import type { AddPanel } from './AddPanel.tsx'
import { FormEnd, pressEnter } from './FormEnd.tsx'
import { LiquidityPreview } from './LiquidityPreview.tsx'
import { useRemove } from './useRemove.ts'

const shares = ['25%', '50%', '75%', '100%'] as const

/** The form that removes liquidity from a pool. */
export function RemovePanel({ pool, ...forms }: ComponentProps<typeof AddPanel>) {
  const { tokens, order } = forms
  const remove = useRemove(pool, forms)
  const { text, held, quote, plan, button, unit, slippageBps, isPlanning } = remove
  const enter = () => pressEnter(button, remove.send)
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
      <LiquidityPreview
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
      <FormEnd why={remove.why} button={button} onSend={remove.send}>
        <UseLargest button={button} of={unit} onUse={raw => remove.fill(raw)} />
      </FormEnd>
    </>
  )
}
