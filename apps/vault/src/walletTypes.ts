import type { Address } from '@tern/core'
import type { Bundle, Keys, NamedDerivation, PhraseLength, PracticeWallet, SentError } from '@tern/custody/internal'
import type { Copies } from './copy.ts'
import type { PageAccounts } from './pageAccounts.ts'
import type { Signer } from './signer.ts'

/** The wallets that this browser can open. */
export type Held =
  | { readonly status: 'loading' | 'none' }
  | { readonly status: 'unreachable' | 'refused'; readonly error: SentError }
  | { readonly status: 'held'; readonly bundle: Bundle }
  | { readonly status: 'practice'; readonly wallet: PracticeWallet }

/** A new wallet. It is open, but not stored until `keep`. */
export interface BegunWallet {
  /** The recovery phrase. It opens the wallet and restores it anywhere. */
  readonly phrase: string
  /** Stores the ciphertext. After a failure it may be called again. @throws the server's error. */
  readonly keep: () => Promise<Address>
  /** Forgets the keys, unless they were kept. */
  readonly abandon: () => Promise<void>
}

/** A change of locks, in force after `keep`. Until then the old secrets open the wallets. */
export interface BegunChange {
  /** A new recovery code, shown once. Set if it was requested, or if the current code cannot stay. */
  readonly recoveryCode?: string
  /** Labels of version-1 passkeys that no longer open the wallets. The owner must add these passkeys again. */
  readonly dropped: readonly string[]
  /** Stores the change. @throws the server's error. */
  readonly keep: () => Promise<void>
}

/** A new recovery phrase for wallets without a phrase, and a wallet of it. */
export interface BegunPhrase extends BegunChange {
  readonly phrase: string
  /** Address of the new wallet. */
  readonly address: Address
}

/** A given phrase, or the length of a new phrase, and the accounts to use. */
export interface FirstWallets {
  readonly phrase?: string
  readonly length?: PhraseLength
  readonly accounts?: readonly NamedDerivation[]
}

/** The parts of the browser that the wallets use. Tests supply their own. */
export interface WalletParts {
  /** Joins the signer; the first call starts it. */
  readonly joinKeys: (accounts: PageAccounts) => Promise<{ readonly keys: Keys; readonly connection: Signer }>
  readonly isSignerShared: boolean
  readonly copies: Copies
}
