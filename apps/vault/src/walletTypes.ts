import type { Address } from '@tern/core'
import type { Bundle, Keys, NamedDerivation, PhraseLength, PracticeWallet, SentError } from '@tern/custody'
import type { Copies } from './copy.ts'
import type { PageAccounts } from './pageAccounts.ts'
import type { Signer } from './signer.ts'

/** What there is to be opened. */
export type Held =
  | { readonly status: 'loading' | 'none' }
  | { readonly status: 'unreachable' | 'refused'; readonly error: SentError }
  | { readonly status: 'held'; readonly bundle: Bundle }
  | { readonly status: 'practice'; readonly wallet: PracticeWallet }

/** A wallet that was made and is open, but is stored nowhere until `keep`. */
export interface BegunWallet {
  /** Opens the wallet too, and brings it back anywhere. */
  readonly phrase: string
  /** Stores the ciphertext. May be called again after it failed. @throws what the server says. */
  readonly keep: () => Promise<Address>
  /** Forgets the keys, unless they were kept. */
  readonly abandon: () => Promise<void>
}

/** Another way to open the wallets, which is in force once it was kept; until then what opened them goes on doing so. */
export interface BegunChange {
  /** A new recovery code, shown once, if one was asked for or the present one cannot go on. */
  readonly recoveryCode?: string
  /** Passkeys of version 1, which open the wallets no longer and must be added again. */
  readonly dropped: readonly string[]
  /** @throws what the server says. */
  readonly keep: () => Promise<void>
}

/** A recovery phrase for wallets that have none, with a wallet of it. */
export interface BegunPhrase extends BegunChange {
  readonly phrase: string
  /** Of the new wallet. */
  readonly address: Address
}

/** The phrase of a first wallet, unless a new one is made, and which of its accounts are wanted. */
export interface FirstWallets {
  readonly phrase?: string
  readonly length?: PhraseLength
  readonly accounts?: readonly NamedDerivation[]
}

/** What of the browser the wallets stand on. */
export interface WalletParts {
  /** Joins the signer, which is started when it is first needed. */
  readonly joinKeys: (accounts: PageAccounts) => Promise<{ readonly keys: Keys; readonly connection: Signer }>
  readonly isSignerShared: boolean
  readonly copies: Copies
}
