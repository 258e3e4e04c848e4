import type { Ratio } from '@tern/core'
import { impactQuestion, impactText } from '../../text/impact.ts'
import type { Refused, Typed } from '../../text/typed.ts'
import type { Underway } from '../underway.ts'
import { nonceNotReady } from '../wallets/nonceUse.ts'

/** Everything that the main button depends on. */
export interface Situation {
  readonly side: 'buy' | 'sell'
  readonly symbol: string
  readonly session: 'loading' | 'unreachable' | 'none' | 'refused' | 'locked' | 'unlocked'
  /** The button that opens a locked wallet. `program` is set if another program has the wallet. */
  readonly opener: { readonly label: string; readonly program?: string }
  /** `true` while the wallet is being opened. */
  readonly isOpening: boolean
  readonly isBalanceLoaded: boolean
  /** Why the connection to the server is down; `undefined` if it is not. */
  readonly connectionReason: string | undefined
  /** Why the pool cannot be traded on; `undefined` if it can. */
  readonly poolReason: string | undefined
  /** Why a transaction signed now could not land: no blockhash, or no nonce account. `undefined` if it could. */
  readonly lifetimeReason: string | undefined
  readonly amount: Typed<bigint>
  readonly slippage: Typed<number>
  /** The fees of the trade; `undefined` while automatic fees are being worked out. */
  readonly fees: Typed<unknown> | undefined
  /** Label of the review that must come before this buy; `undefined` if no review is needed or it was done. */
  readonly review: string | undefined
  /** The plan's reasons against the trade, in order; `undefined` while the plan is being made. */
  readonly planReasons: readonly Refused[] | undefined
  /** The price impact of the trade; `undefined` while it is being worked out. */
  readonly impact: Ratio | undefined
  readonly underway: Underway
  /** `true` if another trade is under way with the nonce account that this trade would use. */
  readonly isNonceTaken: boolean
}

export type MainButton =
  /**
   * `largest`: the largest amount that works, in raw units. Unset if the amount is not the reason, or it is unknown.
   */
  | { readonly kind: 'blocked'; readonly label: string; readonly largest?: bigint }
  | { readonly kind: 'start'; readonly label: string; readonly reason: string }
  | { readonly kind: 'unlock'; readonly label: string }
  | { readonly kind: 'review'; readonly label: string }
  | { readonly kind: 'confirm'; readonly label: string }
  | { readonly kind: 'trade'; readonly label: string }

export const blocked = (label: string): MainButton => ({ kind: 'blocked', label })

export const refused = ({ reason, largest }: Refused): MainButton => ({
  kind: 'blocked',
  label: reason,
  ...(largest && { largest }),
})

/**
 * Returns the label and the action of the main button.
 * It is the first reason against the trade, in the specification's order, or the trade itself.
 */
export function mainButton(situation: Situation): MainButton {
  const { side, symbol, session, amount, slippage, fees, planReasons } = situation
  if (session === 'loading') return blocked('Loading wallet…')
  if (session === 'unreachable') return blocked('No suborg')
  if (session === 'none') return { kind: 'start', label: 'Create a wallet', reason: 'No wallet found' }
  if (!situation.isBalanceLoaded) return blocked('Wallet balance not loaded')
  if (session === 'refused') return blocked('No wallet bundle')
  if (session === 'locked') {
    const { label, program } = situation.opener
    return situation.isOpening ? blocked(`Waiting for ${program ?? 'the passphrase'}`) : { kind: 'unlock', label }
  }
  if (situation.connectionReason !== undefined) return blocked(situation.connectionReason)
  if (situation.poolReason !== undefined) return blocked(situation.poolReason)
  if (situation.lifetimeReason !== undefined) return blocked(situation.lifetimeReason)
  if (situation.underway === 'sending') return blocked('Sending transaction...')
  if (situation.underway === 'unknown') return blocked('Waiting for the last transaction')
  if (situation.isNonceTaken) return blocked(nonceNotReady)
  if ('reason' in amount) return refused(amount)
  if ('reason' in slippage) return blocked(slippage.reason)
  if (fees !== undefined && 'reason' in fees) return blocked(fees.reason)
  if (fees === undefined || planReasons === undefined) return blocked('Getting price…')
  const [reason] = planReasons
  if (reason !== undefined) return refused(reason)
  if (situation.review !== undefined) return { kind: 'review', label: situation.review }
  const { impact } = situation
  if (impact !== undefined && impactQuestion(impact) !== 'none')
    return { kind: 'confirm', label: `Review: price impact ${impactText(impact)}` }
  return { kind: 'trade', label: `${side === 'buy' ? 'Buy' : 'Sell'} ${symbol}` }
}
