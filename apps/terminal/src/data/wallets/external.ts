import type { Address, Owner } from '@tern/core'
import { createStore } from '../store.ts'
import { parseConnected } from './parseConnected.ts'

/** A connected account of another program, as this browser remembers it. */
export interface ConnectedAccount {
  readonly address: Address
  /** The program's name. */
  readonly label: string
  /** `false` after it was locked here. */
  readonly isOpen: boolean
}

/**
 * A connected account on this page. Its program has the key, and asks its owner for each signature.
 * Tern stores only that it is connected.
 */
export interface ExternalWallet extends ConnectedAccount {
  /** Unset if it was locked here, or if its program does not let this page use it (yet). */
  readonly owner?: Owner
  /** Always unset: the mode is stored only for wallets that Tern keeps. */
  readonly nonceMode?: false
}

export const connectedKey = 'tern-connected-wallets'

export const readConnected = (): readonly ConnectedAccount[] => parseConnected(() => localStorage.getItem(connectedKey))

/** The connected accounts. At first they have no owners. */
export const externalWallets = createStore<readonly ExternalWallet[]>(readConnected())
