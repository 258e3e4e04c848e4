import { type Plan, type PlanLine, tradeFee } from '@tern/client'
import { impactQuestion, impactText } from '../../text/impact.ts'
import { wholeText } from '../../text/numberText.ts'
import type { Typed } from '../../text/typed.ts'
import { blocked, type MainButton, refused, type Situation } from '../trade/mainButton.ts'
import { type WalletSituation, walletButton } from '../trade/walletButton.ts'
import { nonceNotReady } from '../wallets/nonceUse.ts'
import type { SwapToken } from './swapTokens.ts'

/** The field that was typed into: the input or the output is exact. */
export type SwapSide = 'pay' | 'receive'

/** Everything that the main button of a swap depends on. */
export interface SwapSituation
  extends WalletSituation,
    Pick<Situation, 'isBalanceLoaded' | 'amount' | 'slippage' | 'fees' | 'planReasons' | 'impact' | 'isNonceTaken'> {
  readonly side: SwapSide
  readonly pay: SwapToken | undefined
  readonly receive: SwapToken | undefined
  /** Why a chosen token cannot be read; `undefined` if both can, or none is chosen. */
  readonly tokenReason: string | undefined
}

/** Names a swap: `1 SOL for KITE`, or `SOL for 500 KITE` if the output is exact. */
export function swapText(
  side: SwapSide,
  amount: bigint,
  {
    pay,
    receive,
  }: {
    readonly pay: Pick<SwapToken, 'symbol' | 'decimals' | 'scale'>
    readonly receive: Pick<SwapToken, 'symbol' | 'decimals' | 'scale'>
  },
): string {
  return side === 'pay'
    ? `${wholeText(amount, pay)} ${pay.symbol} for ${receive.symbol}`
    : `${pay.symbol} for ${wholeText(amount, receive)} ${receive.symbol}`
}

/** Returns the label and the action of the main button: the first reason against the swap, or the swap itself. */
export function swapButton(situation: SwapSituation): MainButton {
  const { side, pay, receive, amount, slippage, fees, planReasons } = situation
  const wallet = walletButton(situation)
  if (wallet !== undefined) return wallet
  if (situation.isNonceTaken) return blocked(nonceNotReady)
  if (situation.tokenReason !== undefined) return blocked(situation.tokenReason)
  if (pay === undefined || receive === undefined) return blocked('Choose both tokens')
  if (!situation.isBalanceLoaded) return blocked('Wallet balance not loaded')
  if ('reason' in amount) return refused(amount)
  if ('reason' in slippage) return blocked(slippage.reason)
  if (fees !== undefined && 'reason' in fees) return blocked(fees.reason)
  if (fees === undefined || planReasons === undefined) return blocked('Getting price…')
  const [reason] = planReasons
  if (reason !== undefined) return refused(reason)
  const { impact } = situation
  if (impact !== undefined && impactQuestion(impact) !== 'none')
    return { kind: 'confirm', label: `Review: price impact ${impactText(impact)}` }
  return { kind: 'trade', label: `Swap ${swapText(side, amount.value, { pay, receive })}` }
}

/** A typed amount of the token to pay, limited to what the wallet holds. SOL also pays fees, so the plan limits it. */
export function withinBalance(amount: Typed<bigint>, token: SwapToken, balance: bigint | undefined): Typed<bigint> {
  if (balance === undefined) return amount
  if (balance === 0n) return { reason: `You have no ${token.symbol}` }
  if ('reason' in amount || amount.value <= balance) return amount
  return { reason: `Not enough ${token.symbol}`, ...(token.isNative !== true && { largest: balance }) }
}

const sumOf = (lines: readonly PlanLine[]) => lines.reduce((sum, { lamports }) => sum + lamports, 0n)

/**
 * Computes the most SOL that a wallet can swap, if its other costs are those of a plan. 0 if it cannot even pay these.
 *
 * @param balance lamports of the wallet.
 */
export function largestSol({ pay }: Pick<Plan, 'pay'>, balance: bigint): bigint {
  const hasFee = pay.some(({ kind }) => kind === 'tradeFee')
  const fixed = sumOf(pay.filter(({ kind }) => kind !== 'amount' && kind !== 'tradeFee'))
  const left = balance - fixed
  if (left <= 0n) return 0n
  if (!hasFee) return left
  // The fee is a share of the amount, rounded down, so the first guess is at most a few lamports too low.
  let amount = (left * 100n) / 101n
  while (amount + 1n + tradeFee(amount + 1n) <= left) amount++
  return amount
}
