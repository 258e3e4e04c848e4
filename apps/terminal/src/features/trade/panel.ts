import { isTernError, parseAmount, parsePercent } from '@tern/core'

export type Side = 'buy' | 'sell'

/** What a person has typed, as typed. Nothing here is ever changed by an error. */
export interface Panel {
  readonly side: Side
  readonly amounts: Readonly<Record<Side, string>>
  /** Percent. */
  readonly slippage: string
  /** SOL. */
  readonly priority: string
  /** A trade of this token that is on its way, or whose outcome is not known yet: no second one until it is. */
  readonly flight: 'none' | 'sending' | 'unknown'
}

export const freshPanel: Panel = {
  side: 'buy',
  amounts: { buy: '', sell: '' },
  slippage: '1',
  priority: '0.00005',
  flight: 'none',
}

export type PanelAction =
  | { readonly kind: 'side'; readonly side: Side }
  | { readonly kind: 'amount'; readonly text: string }
  | { readonly kind: 'slippage'; readonly text: string }
  | { readonly kind: 'priority'; readonly text: string }
  | { readonly kind: 'flight'; readonly flight: Panel['flight'] }
  | { readonly kind: 'confirmed'; readonly side: Side }

/** Each side keeps its own amount; only a confirmed trade empties the field that it came from. */
export function changePanel(panel: Panel, action: PanelAction): Panel {
  switch (action.kind) {
    case 'side':
      return { ...panel, side: action.side }
    case 'amount':
      return { ...panel, amounts: { ...panel.amounts, [panel.side]: action.text } }
    case 'slippage':
      return { ...panel, slippage: action.text }
    case 'priority':
      return { ...panel, priority: action.text }
    case 'flight':
      return { ...panel, flight: action.flight }
    case 'confirmed':
      return { ...panel, amounts: { ...panel.amounts, [action.side]: '' } }
  }
}

/** A typed value: read, or why it cannot be. */
export type Typed<T> = { readonly value: T } | { readonly reason: string }

/** A comma before decimals is a point; one that may as well set off thousands (`1,000`) stays, and is refused. */
function withPoint(text: string): string {
  const trimmed = text.trim()
  return /^[1-9]\d{0,2},\d{3}$/.test(trimmed) ? trimmed : trimmed.replace(/^(\d*),(\d*)$/, '$1.$2')
}

function read<T>(text: string, empty: string, parse: (text: string) => T): Typed<T> {
  if (text.trim() === '') return { reason: empty }
  try {
    return { value: parse(withPoint(text)) }
  } catch (error) {
    if (isTernError(error)) return { reason: error.message }
    throw error
  }
}

/** The amount in raw units; zero is no amount yet. */
export function readAmount(text: string, decimals: number): Typed<bigint> {
  const typed = read(text, 'Enter an amount', one => parseAmount(one, decimals))
  return 'value' in typed && typed.value === 0n ? { reason: 'Enter an amount' } : typed
}

/** A typed amount of a token that is no more than there is; an unknown balance refuses nothing. */
export function atMost(amount: Typed<bigint>, balance: bigint | undefined, symbol: string): Typed<bigint> {
  const isMore = 'value' in amount && balance !== undefined && amount.value > balance
  return isMore ? { reason: `Not enough ${symbol}` } : amount
}

/** Slippage in basis points, at most 100%. */
export function readSlippage(text: string): Typed<number> {
  const typed = read(text, 'Enter a slippage', parsePercent)
  return 'value' in typed && typed.value > 10_000 ? { reason: 'Slippage is at most 100%' } : typed
}

/** The priority fee in lamports. */
export function readPriority(text: string): Typed<bigint> {
  return read(text, 'Enter a priority fee', one => parseAmount(one, 9))
}

/** `percent` of a balance in raw units, floored; 100 is all of it. */
export function shareOf(balance: bigint, percent: bigint): bigint {
  return (balance * percent) / 100n
}

/** Everything that the main button depends on. */
export interface Situation {
  readonly side: Side
  readonly symbol: string
  readonly session: 'loading' | 'unreachable' | 'none' | 'refused' | 'locked' | 'unlocked'
  readonly isAskingPassphrase: boolean
  readonly isBalanceLoaded: boolean
  /** Why the pool cannot be traded on; `undefined`: it can. */
  readonly poolReason: string | undefined
  readonly hasBlockhash: boolean
  readonly amount: Typed<bigint>
  readonly slippage: Typed<number>
  readonly priority: Typed<bigint>
  /** What the plan itself refuses, in order; `undefined` while it is being made. */
  readonly planReasons: readonly string[] | undefined
  readonly flight: Panel['flight']
}

export type MainButton =
  | { readonly kind: 'blocked'; readonly label: string }
  | { readonly kind: 'start'; readonly label: string }
  | { readonly kind: 'unlock'; readonly label: string }
  | { readonly kind: 'trade'; readonly label: string }

const blocked = (label: string): MainButton => ({ kind: 'blocked', label })

/** What the main button says and does: the first reason against the trade in the specification's order, or the trade. */
export function mainButton(situation: Situation): MainButton {
  const { side, symbol, session, amount, slippage, priority, planReasons } = situation
  if (session === 'loading') return blocked('Loading wallet…')
  if (session === 'unreachable') return blocked('No suborg')
  if (session === 'none') return { kind: 'start', label: 'No wallet found' }
  if (!situation.isBalanceLoaded) return blocked('Wallet balance not loaded')
  if (session === 'refused') return blocked('No wallet bundle')
  if (session === 'locked')
    return situation.isAskingPassphrase ? blocked('Waiting for the passphrase') : { kind: 'unlock', label: 'Unlock' }
  if (situation.poolReason !== undefined) return blocked(situation.poolReason)
  if (!situation.hasBlockhash) return blocked('No blockhash')
  if (situation.flight === 'sending') return blocked('Sending transaction...')
  if (situation.flight === 'unknown') return blocked('Waiting for the last transaction')
  if ('reason' in amount) return blocked(amount.reason)
  if ('reason' in slippage) return blocked(slippage.reason)
  if ('reason' in priority) return blocked(priority.reason)
  if (planReasons === undefined) return blocked('Getting price…')
  const [reason] = planReasons
  if (reason !== undefined) return blocked(reason)
  return { kind: 'trade', label: `${side === 'buy' ? 'Buy' : 'Sell'} ${symbol}` }
}
