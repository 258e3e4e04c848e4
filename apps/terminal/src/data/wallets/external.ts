import type { Address, Owner } from '@tern/core'
import { createStore } from '../store.ts'
import { parseConnected } from './parseConnected.ts'

/** An account in another program that was connected, as this browser remembers it. */
export interface ConnectedAccount {
  readonly address: Address
  /** The program's name. */
  readonly label: string
  /** It was not locked here. */
  readonly isOpen: boolean
}

/** The same on this page. Its program signs, and asks each time: nothing of it is Tern's but that it was connected. */
export interface ExternalWallet extends ConnectedAccount {
  /** Unset: it was locked here, or its program has not said yet that this page may go on using it. */
  readonly owner?: Owner
  /** Never: that is noted with the wallets that Tern keeps. */
  readonly nonceMode?: false
}

export const connectedKey = 'tern-connected-wallets'

export const readConnected = (): readonly ConnectedAccount[] => parseConnected(() => localStorage.getItem(connectedKey))

/** Those that are connected, first without who signs. */
export const externalWallets = createStore<readonly ExternalWallet[]>(readConnected())
