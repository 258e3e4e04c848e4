import { Link } from '@tanstack/react-router'
import { typedAmount } from '@tern/core'
import type { LiquidityPool } from '@tern/venues'
import { AmountLeg } from '../../ui/AmountLeg.tsx'
import { buttonClass } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { FormEnd, pressEnter } from './FormEnd.tsx'
import { LiquidityPreview } from './LiquidityPreview.tsx'
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
  const enter = () => pressEnter(button, add.send)
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
      <LiquidityPreview
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
      <FormEnd why={add.why} button={button} onSend={add.send}>
        {lacking === undefined ? null : (
          <Link to="/swap" search={{ to: lacking.mint }} className={buttonClass({ look: 'paper', size: 'large' })}>
            Buy {lacking.symbol} first
          </Link>
        )}
      </FormEnd>
    </>
  )
}
