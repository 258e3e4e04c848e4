import type { KeyAction } from '../data/keys/keyActions.ts'
import type { IconName } from '../ui/Icon.tsx'

/** A page, as the rail, the phone's bar and the search name it. */
export interface PageEntry {
  readonly to: '/discover' | '/swap' | '/pools' | '/portfolio' | '/activity' | '/wallets' | '/settings'
  readonly name: string
  readonly icon: IconName
  readonly key: KeyAction
  /** `last` is at the far end of the rail. A page with `isOwn` is shown only with a wallet. */
  readonly place: 'first' | 'last'
  readonly isOwn: boolean
}

export const pages: readonly PageEntry[] = [
  { to: '/discover', name: 'Discover', icon: 'discover', key: 'goDiscover', place: 'first', isOwn: false },
  { to: '/swap', name: 'Swap', icon: 'swap', key: 'goSwap', place: 'first', isOwn: false },
  { to: '/pools', name: 'Liquidity', icon: 'pools', key: 'goPools', place: 'first', isOwn: false },
  { to: '/portfolio', name: 'Portfolio', icon: 'portfolio', key: 'goPortfolio', place: 'first', isOwn: true },
  { to: '/activity', name: 'Activity', icon: 'activity', key: 'goActivity', place: 'first', isOwn: true },
  { to: '/wallets', name: 'Wallets', icon: 'wallet', key: 'goWallets', place: 'last', isOwn: true },
  { to: '/settings', name: 'Settings', icon: 'settings', key: 'goSettings', place: 'last', isOwn: false },
]
