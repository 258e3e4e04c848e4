import type { KeyAction } from '../data/keys/keyActions.ts'
import type { IconName } from '../ui/Icon.tsx'

/** A page of the terminal as the rail, the bar of a phone and the search name it. */
export interface PageEntry {
  readonly to: '/discover' | '/portfolio' | '/activity' | '/wallets' | '/settings'
  readonly name: string
  readonly icon: IconName
  readonly key: KeyAction
  /** At the far end of the rail; nobody without a wallet has what is `own`. */
  readonly place: 'first' | 'last'
  readonly isOwn: boolean
}

export const pages: readonly PageEntry[] = [
  { to: '/discover', name: 'Discover', icon: 'discover', key: 'goDiscover', place: 'first', isOwn: false },
  { to: '/portfolio', name: 'Portfolio', icon: 'portfolio', key: 'goPortfolio', place: 'first', isOwn: true },
  { to: '/activity', name: 'Activity', icon: 'activity', key: 'goActivity', place: 'first', isOwn: true },
  { to: '/wallets', name: 'Wallets', icon: 'wallet', key: 'goWallets', place: 'last', isOwn: true },
  { to: '/settings', name: 'Settings', icon: 'settings', key: 'goSettings', place: 'last', isOwn: false },
]
