import { errorMessage, isTernError, TernError, typedAmount } from '@tern/core'
import type { LiquidityPool, WithdrawalQuote } from '@tern/venues'
import { useWithdrawalPlan, type WithdrawalWish } from '../../data/liquidity/depositPlans.ts'
import { liquidityButton } from '../../data/liquidity/liquidityButton.ts'
import { liquidityOf } from '../../data/liquidity/liquidityOf.ts'
import { sendLiquidity } from '../../data/liquidity/sendLiquidity.ts'
import { useChainClock } from '../../data/liquidity/useLiquidity.ts'
import { usePreset } from '../../data/settings/usePreset.ts'
import { usePriorityFee } from '../../data/trade/usePriorityFee.ts'
import { useWalletSituation } from '../../data/trade/useWalletSituation.ts'
import { useHeld } from '../../data/wallets/useHeld.ts'
import { wholeText } from '../../text/numberText.ts'
import { type AmountUnit, readAmountOf, type Typed } from '../../text/typed.ts'
import { changePoolForm, usePoolForm } from './poolForms.ts'
import type { PoolForms } from './useAdd.ts'

const zero = errorMessage(new TernError('quote/zeroAmount', {}))
const none = (lpMint: string) => errorMessage(new TernError('liquidity/lpAccountNotFound', { lpMint, address: '' }))

/** The LP tokens of a pool as a unit. They have no symbol of their own. */
export const lpUnitOf = ({ lpToken }: LiquidityPool): AmountUnit => ({
  decimals: lpToken.decimals,
  scale: undefined,
  symbol: 'LP',
})

/** The state and actions of the form that removes liquidity. */
export function useRemove(pool: LiquidityPool, { tokens, order, pair, regionReason }: PoolForms) {
  const { removed: text } = usePoolForm(pool.address)
  const { situation, address, unlocked, owner, why } = useWalletSituation(liquidityOf)
  const clock = useChainClock()
  const slippageBps = usePreset().slippageBps.sell
  const priorityFeeLamports = usePriorityFee(pool.address)
  const held = useHeld(address, pool.lpToken)
  const lamports = useHeld(
    address,
    tokens.find(({ isNative }) => isNative === true),
  )
  const unit = lpUnitOf(pool)
  const amount = within(readAmountOf(text, unit, held))
  const raw = 'value' in amount ? amount.value : undefined

  function within(read: Typed<bigint>): Typed<bigint> {
    if (held === 0n) return { reason: none(pool.lpToken.mint) }
    if ('reason' in read) return text.includes('0') && !/[1-9]/.test(text) ? { reason: zero } : read
    return held !== undefined && read.value > held ? { reason: 'Not enough LP tokens', largest: held } : read
  }

  const wish: WithdrawalWish | undefined =
    raw === undefined || owner === undefined || priorityFeeLamports === undefined
      ? undefined
      : {
          ...{ pool: pool.address, lpAmount: raw, slippageBps, priorityFeeLamports, owner },
          held: `${held} ${lamports}`,
        }
  const { planned, failure } = useWithdrawalPlan(wish)
  const quote = planned?.quote ?? localQuote()

  function localQuote(): WithdrawalQuote | undefined {
    if (raw === undefined || clock === undefined) return undefined
    try {
      return pool.quoteWithdrawal({ lpAmount: raw, slippageBps }, clock)
    } catch (error) {
      // The plan meets the same refusal, and says it.
      if (isTernError(error)) return undefined
      throw error
    }
  }

  const button = liquidityButton({
    ...situation,
    action: 'Remove liquidity',
    poolReason: regionReason,
    isBalanceLoaded: held !== undefined,
    amount,
    planReasons:
      failure !== undefined ? [{ reason: failure }] : planned?.reasons.map(({ text: reason }) => ({ reason })),
  })
  return {
    text,
    held,
    address,
    why,
    unit,
    slippageBps,
    quote,
    plan: planned?.plan,
    isPlanning: wish !== undefined && planned === undefined && failure === undefined,
    button,
    type: (value: string) => changePoolForm(pool.address, { removed: value }),
    fill: (value: bigint) => changePoolForm(pool.address, { removed: typedAmount(value, unit) }),
    send() {
      if (planned?.plan === undefined || planned.quote === undefined || unlocked === undefined) return
      const { amounts } = planned.quote
      const parts = order.map(side => `${wholeText(amounts[side].received, tokens[side])} ${tokens[side].symbol}`)
      void sendLiquidity(planned, unlocked, { kind: 'remove', pair, amounts: parts.join(' and ') }).then(isDone => {
        if (isDone) changePoolForm(pool.address, { removed: '' }, { removed: text })
      })
    },
  }
}
