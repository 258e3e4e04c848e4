import { maxBuy, withOwner } from '@tern/client'
import { type Address, type Owner, TernError } from '@tern/core'
import type { Protocol } from '@tern/venues/load'
import { useMemo } from 'react'
import { useBalance } from '../../data/balance.ts'
import { latestBlockhash } from '../../data/blockhash.ts'
import { client } from '../../data/client.ts'
import { errorText } from '../../data/errorText.ts'
import { nextStep } from '../../data/nextStep.ts'
import { session, unlockDialog } from '../../data/session.ts'
import { useStore } from '../../data/store.ts'
import { openToast } from '../../data/toasts.ts'
import type { TokenDetail } from '../../data/token.ts'
import { useTokenBalance } from '../../data/tokenBalance.ts'
import { plainDecimal, wholeText } from '../../ui/numberText.ts'
import {
  atMost,
  mainButton,
  type PanelAction,
  readAmount,
  readPriority,
  readSlippage,
  shareOf,
  type Typed,
} from './panel.ts'
import { applyToPanel, panelOf } from './panelStore.ts'
import { sendTrade } from './sendTrade.ts'
import { type PlanInput, usePlan } from './usePlan.ts'
import { usePool } from './usePool.ts'

const valueIn = <T>(typed: Typed<T>): T | undefined => ('value' in typed ? typed.value : undefined)

/** The owner of a locked wallet: trades can be planned for it, and not signed. */
const lockedOwner = (address: Address): Owner => ({
  address,
  signTransactions: () => Promise.reject(new TernError('wallet/locked', { address })),
})

/** Everything that the trade panel shows and does. */
export function useTrade(token: TokenDetail) {
  const { mint, decimals } = token
  const panel = useStore(panelOf(mint))
  const current = useStore(session)
  const blockhash = useStore(latestBlockhash)
  const dialog = useStore(unlockDialog)
  const watched = usePool(token)
  const address = current.status === 'locked' || current.status === 'unlocked' ? current.address : undefined
  const unlocked = current.status === 'unlocked' ? current.owner : undefined
  const owner = useMemo(() => unlocked ?? (address && lockedOwner(address)), [unlocked, address])
  const solBalance = useBalance(address)
  const tokenBalance = useTokenBalance(address, mint, token.program)

  const { side } = panel
  const typed = readAmount(panel.amounts[side], side === 'buy' ? 9 : decimals)
  const amount = side === 'sell' ? atMost(typed, tokenBalance, token.symbol) : typed
  const slippage = readSlippage(panel.slippage)
  const priority = readPriority(panel.priority)
  const amountIn = valueIn(amount)
  const slippageBps = valueIn(slippage)
  const priorityFeeLamports = valueIn(priority)
  const { pool } = watched
  const curve = pool?.curve ?? token.curve
  const curveEnd = curve === null || curve.stage === 'trading' ? undefined : curve.stage
  const isComplete =
    owner !== undefined &&
    pool !== undefined &&
    amountIn !== undefined &&
    slippageBps !== undefined &&
    priorityFeeLamports !== undefined &&
    solBalance !== undefined &&
    tokenBalance !== undefined
  const input: PlanInput | undefined = isComplete
    ? { token, side, amountIn, slippageBps, priorityFeeLamports, owner, pool, solBalance, tokenBalance }
    : undefined
  const { planned, failure } = usePlan(input)
  const reasons = failure === undefined ? planned?.trade.reasons.map(reason => reason.text) : [failure]

  const button = mainButton({
    side,
    symbol: token.symbol,
    session: current.status,
    isAskingPassphrase: dialog === 'open',
    // A refused bundle names nobody whose balance could be waited for.
    isBalanceLoaded: current.status === 'refused' || (solBalance !== undefined && tokenBalance !== undefined),
    poolReason: curveEnd === undefined ? watched.reason : 'Curve complete',
    hasBlockhash: blockhash !== undefined,
    amount,
    slippage,
    priority,
    planReasons: reasons,
    flight: panel.flight,
  })

  const change = (action: PanelAction) => applyToPanel(mint, action)
  return {
    panel,
    change,
    /** Where a bonding curve stands that is sold out; `undefined` while it trades, and without one. */
    curveEnd,
    solBalance,
    tokenBalance,
    receipt: planned?.trade.receipt,
    sold: side === 'sell' && amountIn !== undefined ? `${wholeText(amountIn, decimals)} ${token.symbol}` : undefined,
    isPlanning: input !== undefined && planned === undefined && failure === undefined,
    button,
    /** What to do about the main button's reason. */
    step: 'why' in current ? `${current.why}.` : nextStep(button.label),
    send() {
      if (planned !== undefined) void sendTrade(planned, token)
    },
    fillShare(percent: bigint) {
      if (tokenBalance !== undefined)
        change({ kind: 'amount', text: plainDecimal(shareOf(tokenBalance, percent), decimals) })
    },
    /** The most SOL that can be spent with everything else paid; `undefined` while that cannot be told. */
    fillMost:
      owner === undefined || pool === undefined || priorityFeeLamports === undefined
        ? undefined
        : async () => {
            try {
              const name = { protocol: token.protocol as Protocol, address: token.pool }
              const most = await maxBuy(withOwner(await client(), owner), { mint, pool: name, priorityFeeLamports })
              change({ kind: 'amount', text: plainDecimal(most, 9) })
            } catch (error) {
              openToast({ state: 'failed', title: errorText(error) })
            }
          },
  }
}
