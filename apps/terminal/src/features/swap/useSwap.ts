import { typedAmount, wrappedNativeMint } from '@tern/core'
import { usePreset } from '../../data/settings/usePreset.ts'
import { useStore } from '../../data/store.ts'
import { sendSwap } from '../../data/swap/sendSwap.ts'
import { largestSol, swapButton, swapText, withinBalance } from '../../data/swap/swapButton.ts'
import { swapOf } from '../../data/swap/swapOf.ts'
import { useSwapToken } from '../../data/swap/swapTokens.ts'
import { type SwapWish, useSwapPlan } from '../../data/swap/useSwapPlan.ts'
import { useProviderFees, useTradeFees } from '../../data/trade/tradeFees.ts'
import { useWalletSituation } from '../../data/trade/useWalletSituation.ts'
import type { SendingWish } from '../../data/trade/wishKey.ts'
import { session } from '../../data/wallets/session.ts'
import { useHeld } from '../../data/wallets/useHeld.ts'
import { useTradeLifetime } from '../../data/wallets/useTradeLifetime.ts'
import { errorText } from '../../text/errorText.ts'
import { withNextStep } from '../../text/nextStep.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { readAmountOf, type Typed } from '../../text/typed.ts'
import { heldTexts } from './heldTexts.ts'
import { largestSwap } from './largestSwap.ts'
import { midOf } from './routeFigures.ts'
import type { SwapForm } from './swapForm.ts'
import { applyToSwap, swapForm } from './swapStore.ts'
import type { SwapUnit } from './unitsOf.ts'

export type Swap = ReturnType<typeof useSwap>

/** The state and actions of the swap page. */
export function useSwap() {
  const form = useStore(swapForm)
  const { side, text } = form
  const { situation, address, unlocked, owner, why } = useWalletSituation(swapOf)
  const { isByNonce, ...lifetime } = useTradeLifetime(address)
  const preset = usePreset()
  const [pay, receive] = [useSwapToken(form.pay), useSwapToken(form.receive)]
  const heldIn = useHeld(address, pay.token)
  const heldOut = useHeld(address, receive.token)

  const slippageBps = preset.slippageBps[form.receive === wrappedNativeMint ? 'sell' : 'buy']
  const markets = [pay.token, receive.token].flatMap(token => token?.market ?? [])
  const feesFor = markets[0]?.pool ?? address ?? wrappedNativeMint
  const paid = useTradeFees(preset.fee, feesFor, 'swap')
  const fees = useProviderFees(preset, paid)
  const sending: SendingWish | undefined =
    fees !== undefined && 'value' in fees
      ? { fees: fees.value, feeKind: preset.fee.kind, mevProtection: preset.mevProtection }
      : undefined
  const listed = markets.map(({ protocol, pool }) => ({ protocol, address: pool })) as SwapWish['listed']

  const typedToken = side === 'pay' ? pay.token : receive.token
  const read: Typed<bigint> =
    typedToken === undefined
      ? { reason: 'Enter an amount' }
      : readAmountOf(text, typedToken, side === 'pay' ? heldIn : heldOut)
  const amount = side === 'pay' && pay.token !== undefined ? withinBalance(read, pay.token, heldIn) : read
  // A quote is of use also to a wallet that cannot pay.
  const raw = 'value' in read ? read.value : undefined
  const wish: SwapWish | undefined =
    pay.token === undefined || receive.token === undefined || raw === undefined || sending === undefined
      ? undefined
      : {
          ...{ tokenIn: pay.token.mint, tokenOut: receive.token.mint, side, amount: raw },
          ...{ slippageBps, ...sending, feesFor, listed, owner, held: `${heldIn} ${heldOut}` },
        }
  const { planned, failure, atMs } = useSwapPlan(wish)
  const quote = planned?.quote
  const plan = planned?.plan
  const refusals = planned?.reasons.filter(({ code }) => code !== 'owner/missing')
  const isSolIn = pay.token?.isNative === true && side === 'pay'
  const planReasons =
    failure !== undefined
      ? [{ reason: failure }]
      : side === 'receive' && heldIn === 0n && pay.token !== undefined
        ? [{ reason: `You have no ${pay.token.symbol}` }]
        : refusals?.map(({ code, text: reason }) => {
            const isShort = code === 'plan/notEnoughSol' && isSolIn && plan !== undefined && heldIn !== undefined
            const largest = isShort ? largestSol(plan, heldIn) : 0n
            return { reason, ...(largest > 0n && { largest }) }
          })
  const button = swapButton({
    ...{ side, pay: pay.token, receive: receive.token, amount, fees, planReasons, ...situation, ...lifetime },
    tokenReason: [pay.error, receive.error].filter(error => error !== undefined).map(errorText)[0],
    isBalanceLoaded: heldIn !== undefined,
    slippage: { value: slippageBps },
    impact: quote?.route.priceImpact,
  })

  /** Fills in the field of the token to pay. `instead`, for late answers: only while the form is still this one. */
  const fill = (amountIn: bigint, instead?: SwapForm) => {
    if (pay.token === undefined) return
    const typed = typedAmount(amountIn, pay.token)
    applyToSwap({ kind: 'type', side: 'pay', text: typed, ...(instead !== undefined && { instead }) })
  }

  return {
    form,
    side,
    pay: pay.token,
    receive: receive.token,
    /** Raw units of each token, typed or quoted; `undefined` while unknown. */
    amounts: side === 'pay' ? { pay: raw, receive: quote?.amountOut } : { pay: quote?.amountIn, receive: raw },
    /** Raw units that the wallet holds of each token; `undefined` while unknown. */
    held: { pay: heldIn, receive: heldOut },
    address,
    unlocked,
    slippageBps,
    /** The priority fee of each transaction, in lamports; `undefined` while unknown. */
    priorityFeeLamports: paid !== undefined && 'value' in paid ? paid.value.priorityFeeLamports : undefined,
    sending,
    slippageSide: form.receive === wrappedNativeMint ? ('sell' as const) : ('buy' as const),
    quote,
    planned,
    plan,
    atMs,
    isPlanning: wish !== undefined && planned === undefined && failure === undefined,
    /** Why no quote can be had; `undefined` while nothing is asked or the answer is open. */
    refusal: wish === undefined ? undefined : planReasons?.[0]?.reason,
    button,
    /** The next step for the person, given the main button's reason. */
    step:
      why !== undefined
        ? `${why}.`
        : isByNonce && situation.underway === 'unknown'
          ? 'It may still land until you cancel it, under Wallets.'
          : button.kind === 'start'
            ? withNextStep(button.reason)
            : nextStep(button.label),
    fill,
    /** SOL also pays the costs of the swap, so all of it is known only with the other token and the fees. */
    canFillAll: pay.token?.isNative !== true || (receive.token !== undefined && sending !== undefined),
    fillShare(part: 'half' | 'all') {
      if (heldIn === undefined || pay.token === undefined) return
      if (part === 'half') return fill(heldIn / 2n)
      if (pay.token.isNative !== true) return fill(heldIn)
      const receiver = receive.token?.mint
      if (receiver === undefined || sending === undefined) return
      const { side: _, ...asked } = wish ?? {
        tokenIn: wrappedNativeMint,
        tokenOut: receiver,
        slippageBps,
        feesFor,
        listed,
        owner,
      }
      largestSwap({ ...asked, ...sending }, heldIn).then(
        largest => {
          const current = session.get()
          const isSameWallet = 'address' in current && current.address === address
          if (largest > 0n && isSameWallet) fill(largest, form)
        },
        // The page's own plan meets the same failure, and shows it.
        () => undefined,
      )
    },
    /** @param unitOf names the tokens that are held between transactions. */
    send(unitOf: (mint: string) => SwapUnit) {
      const asked = 'value' in amount ? amount.value : undefined
      if (planned?.plan === undefined || unlocked === undefined || asked === undefined) return
      if (pay.token === undefined || receive.token === undefined) return
      const words = {
        pair: `${pay.token.symbol} for ${receive.token.symbol}`,
        whole: swapText(side, asked, { pay: pay.token, receive: receive.token }),
        held: quote === undefined ? [] : heldTexts(quote, unitOf),
        ...(quote && midOf(quote, planned.plan)),
      }
      void sendSwap(planned, unlocked, words)
    },
  }
}
