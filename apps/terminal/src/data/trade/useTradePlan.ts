import type { Reason } from '@tern/client'
import { useMemo } from 'react'
import { unreachableText } from '../../text/errorText.ts'
import { withNextStep } from '../../text/nextStep.ts'
import { opensText } from '../../text/opensText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { atMost, type Refused, type Typed } from '../../text/typed.ts'
import type { Listing } from '../market/listing.ts'
import { feed } from '../market/liveTrades.ts'
import { useWatchedPool } from '../market/useWatchedPool.ts'
import { useStore } from '../store.ts'
import { underwayOf } from '../underway.ts'
import { useAsOfNow } from '../useNow.ts'
import { useOnline } from '../useOnline.ts'
import { lockedOwner } from '../wallets/ownerOf.ts'
import { openerOf, session, unlockDialog } from '../wallets/session.ts'
import { useBalance } from '../wallets/useBalance.ts'
import { useTokenBalance } from '../wallets/useTokenBalance.ts'
import { useTradeLifetime } from '../wallets/useTradeLifetime.ts'
import type { TradeFees } from './chooseProvider.ts'
import { largestFor } from './largestFor.ts'
import { mainButton } from './mainButton.ts'
import type { Side } from './planWithProviders.ts'
import { type PlanInput, usePlan } from './usePlan.ts'

export interface TradeWish {
  readonly token: Listing
  readonly side: Side
  /**
   * Raw units: a buy's lamports, a sell's tokens. `balance`: the wallet's balance of them; `undefined` while unknown.
   */
  readonly amountOf: (balance: bigint | undefined) => Typed<bigint>
  /** Basis points. */
  readonly slippage: Typed<number>
  readonly fees: Typed<TradeFees> | undefined
  readonly feeKind: PlanInput['feeKind']
  readonly mevProtection: boolean
  /** Label of the review that must come before the trade; `undefined` if no review is needed. */
  readonly review: string | undefined
}

const valueIn = <T>(typed: Typed<T> | undefined): T | undefined =>
  typed !== undefined && 'value' in typed ? typed.value : undefined

function refusedBy({ text, error }: Reason): Refused {
  const largest = largestFor(error)
  return { reason: text, ...(largest && { largest }) }
}

/** Follows a wish: its plan with the preview, and the main button. */
export function useTradePlan({ token, side, amountOf, slippage, fees, feeKind, mevProtection, review }: TradeWish) {
  const { mint } = token
  const current = useStore(session)
  const dialog = useStore(unlockDialog)
  const { state } = useStore(feed)
  const isOnline = useOnline()
  const underway = useStore(underwayOf(mint))
  const watched = useWatchedPool(token)
  const address = current.status === 'locked' || current.status === 'unlocked' ? current.address : undefined
  const unlocked = current.status === 'unlocked' ? current.owner : undefined
  const { isByNonce, ...lifetime } = useTradeLifetime(address)
  const owner = useMemo(() => unlocked ?? (address && lockedOwner(address)), [unlocked, address])
  const solBalance = useBalance(address)
  const tokenBalance = useTokenBalance(address, mint, token.program)

  const amount = side === 'buy' ? amountOf(solBalance) : atMost(amountOf(tokenBalance), tokenBalance, token.symbol)
  const { pool } = watched
  const curve = pool?.curve ?? token.curve
  const curveEnd = curve === null || curve.stage === 'trading' ? undefined : curve.stage
  const [amountIn, slippageBps, paid] = [valueIn(amount), valueIn(slippage), valueIn(fees)]
  const isComplete =
    owner !== undefined &&
    pool !== undefined &&
    amountIn !== undefined &&
    slippageBps !== undefined &&
    paid !== undefined &&
    solBalance !== undefined &&
    tokenBalance !== undefined
  /** All input of the person is there, and the pool is read or being read. */
  const isWished =
    address !== undefined &&
    amountIn !== undefined &&
    slippageBps !== undefined &&
    !(fees !== undefined && 'reason' in fees) &&
    (pool !== undefined || watched.isReading)
  const input: PlanInput | undefined = isComplete
    ? { token, side, amountIn, slippageBps, fees: paid, feeKind, mevProtection, owner, pool, solBalance, tokenBalance }
    : undefined
  const { planned, failure } = usePlan(input)
  const reasons = failure === undefined ? planned?.trade.reasons.map(refusedBy) : [{ reason: failure }]

  const opens = useAsOfNow(now => opensText(token.opensAtSeconds, now))
  const button = mainButton({
    side,
    symbol: token.symbol,
    session: current.status,
    opener: openerOf(current),
    isOpening: dialog === 'open',
    // A refused bundle names no wallet, so there is no balance to wait for.
    isBalanceLoaded: current.status === 'refused' || (solBalance !== undefined && tokenBalance !== undefined),
    connectionReason: state === 'down' ? unreachableText(isOnline) : undefined,
    poolReason:
      opens !== '' ? `The pool opens at ${opens}` : curveEnd === undefined ? watched.reason : 'Curve complete',
    ...lifetime,
    amount,
    slippage,
    fees,
    planReasons: reasons,
    review,
    impact: planned?.trade.preview?.get.priceImpact,
    underway,
  })
  return {
    /** The owner of the trade. A locked owner cannot sign. */
    owner,
    unlocked,
    pool,
    solBalance,
    tokenBalance,
    amountIn,
    slippageBps,
    fees: paid,
    planned,
    /** `true` while the plan is being made. */
    isPlanning: isWished && planned === undefined && failure === undefined,
    /** Stage of a bonding curve that is sold out; `undefined` while it trades, or without a curve. */
    curveEnd,
    button,
    /** The next step for the person, given the main button's reason. */
    step:
      'why' in current
        ? `${current.why}.`
        : isByNonce && underway === 'unknown'
          ? 'It may still land until you cancel it, under Wallets.'
          : button.kind === 'start'
            ? withNextStep(button.reason)
            : nextStep(button.label),
  }
}
