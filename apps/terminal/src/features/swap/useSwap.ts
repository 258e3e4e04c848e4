import { useQuery } from '@tanstack/react-query'
import { type Address, typedAmount, wrappedNativeMint } from '@tern/core'
import { useMemo, useSyncExternalStore } from 'react'
import { feed } from '../../data/market/liveTrades.ts'
import { usePreset } from '../../data/settings/usePreset.ts'
import { useStore } from '../../data/store.ts'
import { latestBlockhash } from '../../data/stream/latestBlockhash.ts'
import { sendSwap } from '../../data/swap/sendSwap.ts'
import { largestSol, swapButton, swapText, withinBalance } from '../../data/swap/swapButton.ts'
import { swapOf } from '../../data/swap/swapOf.ts'
import { type SwapToken, useSwapToken } from '../../data/swap/swapTokens.ts'
import { planWish, type SwapWish, useSwapPlan } from '../../data/swap/useSwapPlan.ts'
import { fetchSwapFee } from '../../data/trade/tradeFees.ts'
import { underwayOf } from '../../data/underway.ts'
import { useOnline } from '../../data/useOnline.ts'
import { lockedOwner } from '../../data/wallets/ownerOf.ts'
import { openerOf, session, unlockDialog } from '../../data/wallets/session.ts'
import { useBalance } from '../../data/wallets/useBalance.ts'
import { useTokenBalance } from '../../data/wallets/useTokenBalance.ts'
import { errorText, unreachableText } from '../../text/errorText.ts'
import { withNextStep } from '../../text/nextStep.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { readAmountOf, type Typed } from '../../text/typed.ts'
import { applyToSwap, swapForm } from './swapStore.ts'

/** Follows the wallet's raw units of a token; `undefined` until they are read. SOL is the wallet's lamports. */
function useHeld(owner: Address | undefined, token: SwapToken | undefined): bigint | undefined {
  const isSol = token?.mint === wrappedNativeMint
  const lamports = useBalance(isSol ? owner : undefined)
  const { mint = wrappedNativeMint, program = wrappedNativeMint } = token ?? {}
  const tokens = useTokenBalance(isSol || token === undefined ? undefined : owner, mint, program)
  return isSol ? lamports : tokens
}

/** Follows the priority fee of the preset, for each transaction. */
function usePriorityFee(of: Address | undefined): bigint | undefined {
  const { fee } = usePreset()
  const name = fee.kind === 'auto' ? 'auto' : String(fee.priorityFee)
  const { data } = useQuery({
    queryKey: ['swapFee', name, of],
    queryFn: () => fetchSwapFee(fee, of ?? wrappedNativeMint),
    enabled: of !== undefined,
    refetchInterval: fee.kind === 'auto' ? 10_000 : false,
  })
  return data
}

export type Swap = ReturnType<typeof useSwap>

/** The state and actions of the swap page. */
export function useSwap() {
  const form = useStore(swapForm)
  const { side, text } = form
  const current = useStore(session)
  const dialog = useStore(unlockDialog)
  const { state } = useStore(feed)
  const isOnline = useOnline()
  // Follow only whether there is a blockhash, because following each new blockhash would render everything again.
  const hasBlockhash = useSyncExternalStore(latestBlockhash.subscribe, () => latestBlockhash.get() !== undefined)
  const preset = usePreset()
  const address = 'address' in current ? current.address : undefined
  const unlocked = current.status === 'unlocked' ? current.owner : undefined
  const owner = useMemo(() => unlocked ?? (address && lockedOwner(address)), [unlocked, address])
  const underway = useStore(underwayOf(address === undefined ? '' : swapOf(address)))
  const [pay, receive] = [useSwapToken(form.pay), useSwapToken(form.receive)]
  const paid = useHeld(address, pay.token)
  const received = useHeld(address, receive.token)

  const slippageBps = preset.slippageBps[form.receive === wrappedNativeMint ? 'sell' : 'buy']
  const markets = [pay.token, receive.token].flatMap(token => token?.market ?? [])
  const priorityFeeLamports = usePriorityFee(markets[0]?.pool ?? address ?? form.receive)
  const listed = markets.map(({ protocol, pool }) => ({ protocol, address: pool })) as SwapWish['listed']

  const typedToken = side === 'pay' ? pay.token : receive.token
  const read: Typed<bigint> =
    typedToken === undefined
      ? { reason: 'Enter an amount' }
      : readAmountOf(text, typedToken, side === 'pay' ? paid : received)
  const amount = side === 'pay' && pay.token !== undefined ? withinBalance(read, pay.token, paid) : read
  // A quote is of use also to a wallet that cannot pay.
  const raw = 'value' in read ? read.value : undefined
  const wish: SwapWish | undefined =
    pay.token === undefined || receive.token === undefined || raw === undefined || priorityFeeLamports === undefined
      ? undefined
      : {
          ...{ tokenIn: pay.token.mint, tokenOut: receive.token.mint, side, amount: raw },
          ...{ slippageBps, priorityFeeLamports, listed, owner, held: `${paid} ${received}` },
        }
  const { planned, failure, atMs } = useSwapPlan(wish)
  const quote = planned?.quote
  const plan = planned?.plan
  const refusals = planned?.reasons.filter(({ code }) => code !== 'owner/missing')
  const isSolIn = pay.token?.isNative === true && side === 'pay'
  const planReasons =
    failure !== undefined
      ? [{ reason: failure }]
      : side === 'receive' && paid === 0n && pay.token !== undefined
        ? [{ reason: `You have no ${pay.token.symbol}` }]
        : refusals?.map(({ code, text: reason }) => {
            const isShort = code === 'plan/notEnoughSol' && isSolIn && plan !== undefined && paid !== undefined
            const largest = isShort ? largestSol(plan, paid) : 0n
            return { reason, ...(largest > 0n && { largest }) }
          })
  const button = swapButton({
    ...{ side, pay: pay.token, receive: receive.token, amount, underway, planReasons },
    tokenReason: [pay.error, receive.error].filter(error => error !== undefined).map(errorText)[0],
    session: current.status,
    opener: openerOf(current),
    isOpening: dialog === 'open',
    isBalanceLoaded: paid !== undefined,
    connectionReason: state === 'down' ? unreachableText(isOnline) : undefined,
    lifetimeReason: hasBlockhash ? undefined : 'No blockhash',
    slippage: { value: slippageBps },
    impact: quote?.route.priceImpact,
  })

  /** Fills in the field of the token to pay. `instead`, for late answers: only while the form still holds this text. */
  const fill = (amountIn: bigint, instead?: string) => {
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
    held: { pay: paid, receive: received },
    address,
    unlocked,
    slippageBps,
    priorityFeeLamports,
    slippageSide: form.receive === wrappedNativeMint ? ('sell' as const) : ('buy' as const),
    quote,
    plan,
    atMs,
    gain: planned?.gain,
    isPlanning: wish !== undefined && planned === undefined && failure === undefined,
    button,
    /** The next step for the person, given the main button's reason. */
    step:
      'why' in current
        ? `${current.why}.`
        : button.kind === 'start'
          ? withNextStep(button.reason)
          : nextStep(button.label),
    fill,
    /** SOL also pays the costs of the swap, so all of it is known only with the other token and the priority fee. */
    canFillAll: pay.token?.isNative !== true || (receive.token !== undefined && priorityFeeLamports !== undefined),
    fillShare(part: 'half' | 'all') {
      if (paid === undefined || pay.token === undefined) return
      if (part === 'half') return fill(paid / 2n)
      if (pay.token.isNative !== true) return fill(paid)
      largestFor(wish, paid).then(
        largest => largest > 0n && fill(largest, text),
        // The page's own plan meets the same failure, and shows it.
        () => undefined,
      )
      async function largestFor(asked: SwapWish | undefined, balance: bigint): Promise<bigint> {
        const receiver = receive.token?.mint
        if (receiver === undefined || priorityFeeLamports === undefined) return 0n
        const { side: _, ...rest } = asked ?? {
          tokenIn: wrappedNativeMint,
          tokenOut: receiver,
          slippageBps,
          listed,
          owner,
        }
        let largest = balance
        // A smaller amount may go another way, whose accounts cost other rents.
        for (let round = 0; round < 3; round++) {
          const { plan: tried, reasons } = await planWish({
            ...rest,
            priorityFeeLamports,
            side: 'pay',
            amount: largest,
          })
          if (tried === undefined) return 0n
          if (round > 0 && reasons.length === 0) return largest
          largest = largestSol(tried, balance)
          if (largest === 0n) return 0n
        }
        return largest
      }
    },
    send() {
      const asked = 'value' in amount ? amount.value : undefined
      if (planned?.plan === undefined || unlocked === undefined || asked === undefined) return
      if (pay.token === undefined || receive.token === undefined) return
      const words = {
        pair: `${pay.token.symbol} for ${receive.token.symbol}`,
        whole: swapText(side, asked, pay.token, receive.token),
      }
      void sendSwap(planned, unlocked, words)
    },
  }
}
