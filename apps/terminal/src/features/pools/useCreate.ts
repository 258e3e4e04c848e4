import { useQuery } from '@tanstack/react-query'
import { errorMessage, isTernError, TernError, typedAmount } from '@tern/core'
import { liquidityButton } from '../../data/liquidity/liquidityButton.ts'
import { liquidityOf } from '../../data/liquidity/liquidityOf.ts'
import type { Side } from '../../data/liquidity/pair.ts'
import { sendLiquidity } from '../../data/liquidity/sendLiquidity.ts'
import { type CreateWish, poolConfigsQuery, useCreatePlan } from '../../data/liquidity/useCreatePlan.ts'
import { useNetwork } from '../../data/network.ts'
import { useStore } from '../../data/store.ts'
import { withinBalance } from '../../data/swap/swapButton.ts'
import { useSwapToken } from '../../data/swap/swapTokens.ts'
import { usePriorityFee } from '../../data/trade/usePriorityFee.ts'
import { useWalletSituation } from '../../data/trade/useWalletSituation.ts'
import { useHeld } from '../../data/wallets/useHeld.ts'
import { errorText } from '../../text/errorText.ts'
import { wholeText } from '../../text/numberText.ts'
import type { Typed } from '../../text/typed.ts'
import { chooseToken, createForm, freshCreation, typeAmount } from './createForm.ts'
import { readDeposit } from './useAdd.ts'

const sides = [0, 1] as const

/** The state and actions of the page that creates a pool. */
export function useCreate(onCreated: (pool: string) => void) {
  const form = useStore(createForm)
  const { situation, address, unlocked, owner, why } = useWalletSituation(liquidityOf)
  const { data: configs, error: configsError } = useQuery(poolConfigsQuery)
  const isDisabled = useNetwork()?.disabledFeatures.includes('addLiquidity') === true
  const reads = [useSwapToken(form.mints[0]), useSwapToken(form.mints[1])] as const
  const tokens = [reads[0].token, reads[1].token] as const
  const held = [useHeld(address, tokens[0]), useHeld(address, tokens[1])] as const
  const priorityFeeLamports = usePriorityFee(address)
  const config = configs?.find(one => one.address === form.config) ?? configs?.find(one => !one.isDisabled)
  const amounts = sides.map((side): Typed<bigint> => {
    const token = tokens[side]
    if (token === undefined) return { reason: 'Choose both tokens' }
    return withinBalance(readDeposit(form.texts[side], token, held[side]), token, held[side])
  }) as unknown as readonly [Typed<bigint>, Typed<bigint>]
  const refused = amounts.find(amount => 'reason' in amount)

  const wish = wishOf()
  function wishOf(): CreateWish | undefined {
    const [amount0, amount1] = amounts
    if (tokens[0] === undefined || tokens[1] === undefined || config === undefined || owner === undefined)
      return undefined
    if ('reason' in amount0 || 'reason' in amount1 || priorityFeeLamports === undefined) return undefined
    return {
      ...{ config: config.address, priorityFeeLamports, owner, held: `${held[0]} ${held[1]}` },
      tokens: [
        { mint: tokens[0].mint, amount: amount0.value },
        { mint: tokens[1].mint, amount: amount1.value },
      ],
    }
  }
  const { planned, failure } = useCreatePlan(wish)
  const unread = [reads[0].error, reads[1].error, configsError ?? undefined].find(error => error !== undefined)
  const button = liquidityButton({
    ...situation,
    action: 'Create pool',
    poolReason: isDisabled
      ? errorMessage(new TernError('region/addLiquidityDisabled', {}))
      : unread === undefined
        ? undefined
        : errorText(unread),
    isBalanceLoaded:
      tokens[0] === undefined || tokens[1] === undefined || (held[0] !== undefined && held[1] !== undefined),
    amount: refused ?? amounts[0],
    planReasons:
      failure !== undefined ? [{ reason: failure }] : planned?.reasons.map(({ text: reason }) => ({ reason })),
  })
  const [why0] = planned?.reasons ?? []
  const existing = isTernError(why0?.error, 'liquidity/poolExists') ? why0.error.facts.pool : undefined

  return {
    form,
    tokens,
    held,
    address,
    why,
    configs,
    config,
    quote: planned?.quote,
    plan: planned?.plan,
    isPlanning: wish !== undefined && planned === undefined && failure === undefined,
    button,
    /** The pool that has these tokens and this fee already. */
    existing,
    type: (side: Side, text: string) => createForm.set(typeAmount(createForm.get(), side, text)),
    choose: (side: Side, mint: Parameters<typeof chooseToken>[2]) =>
      createForm.set(chooseToken(createForm.get(), side, mint)),
    chooseConfig: (index: number) => {
      const chosen = configs?.find(one => one.index === index)
      if (chosen !== undefined) createForm.set({ ...createForm.get(), config: chosen.address })
    },
    fillShare(side: Side, part: 'half' | 'all') {
      const [token, has] = [tokens[side], held[side]]
      if (token === undefined || has === undefined) return
      createForm.set(typeAmount(createForm.get(), side, typedAmount(part === 'half' ? has / 2n : has, token)))
    },
    /** SOL also pays the fees of the creation, so all of it is never possible. */
    canFillAll: (side: Side) => tokens[side]?.isNative !== true,
    send() {
      if (planned?.plan === undefined || planned.quote === undefined || unlocked === undefined) return
      const { quote } = planned
      const named = sides.flatMap(side => {
        const token = tokens[side]
        const sent = quote.amounts.find(({ mint }) => mint === token?.mint)?.sent
        return token === undefined || sent === undefined ? [] : [{ token, sent }]
      })
      const words = {
        pair: named.map(({ token }) => token.symbol).join('/'),
        amounts: named.map(({ token, sent }) => `${wholeText(sent, token)} ${token.symbol}`).join(' and '),
      }
      void sendLiquidity(planned, unlocked, { kind: 'create', ...words }).then(isDone => {
        if (!isDone) return
        // The person may have begun another pool meanwhile.
        if (createForm.get() === form) createForm.set(freshCreation)
        onCreated(quote.pool)
      })
    },
  }
}
