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
  /** Whether the wallet is being opened. */
  readonly isOpening: boolean
  readonly isBalanceLoaded: boolean
  /** Why the server is not heard; `undefined`: it is. */
  readonly connectionReason: string | undefined
  /** Why the pool cannot be traded on; `undefined`: it can. */
  readonly poolReason: string | undefined
  /** Why nothing that is signed now could land: there is no blockhash, or no nonce account; `undefined`: it could. */
  readonly lifetimeReason: string | undefined
  readonly amount: Typed<bigint>
  readonly slippage: Typed<number>
  /** What the trade pays for getting in; `undefined` while it is being worked out. */
  readonly fees: Typed<unknown> | undefined
  /** What must be looked at once before this token is bought; `undefined`: nothing, or it was. */
  readonly review: string | undefined
  /** What the plan itself refuses, in order; `undefined` while it is being made. */
  readonly planReasons: readonly Refused[] | undefined
  /** How far the trade moves the price; `undefined` while that is being worked out. */
  readonly impact: Ratio | undefined
  readonly underway: Underway
  /** Whether another trade is on its way with the nonce account that this one would live by. */
  readonly isNonceTaken: boolean
}

export type MainButton =
  /** `largest`: an amount that would do, in raw units; unset where that is not the reason, or not known. */
  | { readonly kind: 'blocked'; readonly label: string; readonly largest?: bigint }
  | { readonly kind: 'start'; readonly label: string; readonly reason: string }
  | { readonly kind: 'unlock'; readonly label: string }
  | { readonly kind: 'review'; readonly label: string }
  | { readonly kind: 'confirm'; readonly label: string }
  | { readonly kind: 'trade'; readonly label: string }

const blocked = (label: string): MainButton => ({ kind: 'blocked', label })

const refused = ({ reason, largest }: Refused): MainButton => ({
  kind: 'blocked',
  label: reason,
  ...(largest && { largest }),
})

/** What the main button says and does: the first reason against the trade in the specification's order, or the trade. */
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
