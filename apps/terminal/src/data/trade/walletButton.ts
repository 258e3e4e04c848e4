import { blocked, type MainButton, type Situation } from './mainButton.ts'

/** The state of the wallet and of the connection. */
export type WalletSituation = Pick<
  Situation,
  'session' | 'opener' | 'isOpening' | 'connectionReason' | 'lifetimeReason' | 'underway'
>

/** Returns the first reason why the wallet cannot send a transaction now, with the way to mend it; `undefined` if it can. */
export function walletButton(situation: WalletSituation): MainButton | undefined {
  const { session, underway } = situation
  if (session === 'loading') return blocked('Loading wallet…')
  if (session === 'unreachable') return blocked('No suborg')
  if (session === 'none') return { kind: 'start', label: 'Create a wallet', reason: 'No wallet found' }
  if (session === 'refused') return blocked('No wallet bundle')
  if (session === 'locked') {
    const { label, program } = situation.opener
    return situation.isOpening ? blocked(`Waiting for ${program ?? 'the passphrase'}`) : { kind: 'unlock', label }
  }
  if (situation.connectionReason !== undefined) return blocked(situation.connectionReason)
  if (situation.lifetimeReason !== undefined) return blocked(situation.lifetimeReason)
  if (underway === 'sending') return blocked('Sending transaction...')
  return underway === 'unknown' ? blocked('Waiting for the last transaction') : undefined
}
