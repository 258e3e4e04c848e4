import type { Typed } from '../../text/typed.ts'
import { blocked, type MainButton, refused, type Situation } from '../trade/mainButton.ts'
import { type WalletSituation, walletButton } from '../trade/walletButton.ts'

/** Everything that the main button of a pool depends on. */
export interface LiquiditySituation extends WalletSituation, Pick<Situation, 'isBalanceLoaded' | 'planReasons'> {
  /** The label of the action: it begins with Add, Remove or Create. */
  readonly action: string
  /** The reason why the action is impossible for every amount; `undefined` if it is possible. */
  readonly poolReason: string | undefined
  readonly amount: Typed<bigint>
}

/** Returns the label and the action of the main button: the first reason against the action, or the action itself. */
export function liquidityButton(situation: LiquiditySituation): MainButton {
  const { action, poolReason, amount, planReasons } = situation
  // A feature that is off in this region is no reason to create a wallet.
  if (poolReason !== undefined) return blocked(poolReason)
  const wallet = walletButton(situation)
  if (wallet !== undefined) return wallet
  if (!situation.isBalanceLoaded) return blocked('Wallet balance not loaded')
  if ('reason' in amount) return refused(amount)
  if (planReasons === undefined) return blocked('Getting price…')
  const [reason] = planReasons
  return reason === undefined ? { kind: 'trade', label: action } : refused(reason)
}
