import type { Address, AmountScale } from '@tern/core'
import type { Asked, WalletMessage } from '../asked.ts'
import type { AutoLock } from '../autoLock.ts'
import type { SentError } from '../sentError.ts'
import type { SignerLimits } from '../signerLimits.ts'

/** A wallet's public data for the terminal. `createdAt`: seconds since 1970. */
export interface ListedWallet {
  readonly address: Address
  readonly label: string
  readonly createdAt: number
  /** `true` if it trades by its durable nonce account. */
  readonly nonceMode: boolean
  /** Set if the server lists the wallet but no unlock has verified it yet. Do not send funds to it. */
  readonly isUnchecked?: true
}

/**
 * A passkey's public data for the terminal. `label` and `addedAt` (seconds since 1970) are unset if they were not stored.
 */
export interface ListedPasskey {
  readonly id: string
  readonly label?: string
  readonly addedAt?: number
}

/** The vault's state. `unreachable`: the server did not answer. `refused`: its bundle must not be used. */
export type VaultState =
  | { readonly status: 'loading' }
  | { readonly status: 'none' }
  | { readonly status: 'unreachable' | 'refused'; readonly error: SentError }
  | {
      readonly status: 'held'
      readonly wallets: readonly ListedWallet[]
      /** The wallets that can sign, in the bundle's order. Empty while locked. */
      readonly open: readonly Address[]
      /** A practice wallet needs no passphrase, and no server has it. */
      readonly isPractice: boolean
      readonly hasRecoveryCode: boolean
      /** `true` if a recovery phrase opens the wallets. It also restores the wallets that derive from it. */
      readonly hasPhrase: boolean
      readonly passkeys: readonly ListedPasskey[]
      /** How much trades may spend before their owner must confirm. */
      readonly limits: SignerLimits
    }

/** The kind of money that the server trades with. Every form shows it. */
export type VaultMoney =
  | { readonly kind: 'practice'; readonly genesisHash: string }
  | { readonly kind: 'cluster'; readonly name: string; readonly genesisHash: string }

/** The `data-` attributes of the terminal's root element. */
export interface VaultLook {
  readonly theme: 'dark' | 'light'
  readonly colours: string
  readonly density: string
  readonly motion: string
}

/**
 * The terminal's symbol, decimals and scale of a token. The signed bytes hold none of these, so the signer cannot check any. The
 * vault uses the page's decimals and scale only for a token that its server does not know.
 */
export interface TokenWords {
  readonly mint: Address
  readonly symbol: string
  readonly decimals: number
  readonly scale?: AmountScale
}

/** A form of the vault. Forms take or show secrets. */
export type VaultForm =
  | {
      readonly form:
        | 'unlock'
        | 'create'
        | 'restore'
        | 'restorePhrase'
        | 'importKeys'
        | 'givePhrase'
        | 'revealPhrase'
        | 'newWallet'
        | 'changePassphrase'
        | 'replaceCode'
        | 'addPasskey'
        | 'limits'
    }
  /** The id of a `ListedPasskey`. */
  | { readonly form: 'removePasskey'; readonly id: string }
  /** Shows a wallet's secret key. The terminal never receives it. */
  | { readonly form: 'exportKey'; readonly address: Address }
  /** A trade that the signer may not sign without the owner's confirmation. */
  | ({ readonly form: 'confirmTrade'; readonly words?: readonly TokenWords[] } & Asked)
  | ({ readonly form: 'withdraw' } & WalletMessage)

/** Forms that move money, export keys, show secrets, or change the locks or the signing limits. */
const windowForms: readonly VaultForm['form'][] = [
  'addPasskey',
  'changePassphrase',
  'confirmTrade',
  'exportKey',
  'givePhrase',
  'limits',
  'removePasskey',
  'replaceCode',
  'revealPhrase',
  'withdraw',
]

/**
 * Checks if a form opens in a window of the vault.
 * A page can hide or cover a frame and trick a person into typing. It cannot do this to a window.
 */
export const opensWindow = ({ form }: Pick<VaultForm, 'form'>): boolean => windowForms.includes(form)

/**
 * How a form ended. `address`: the wallet that the form made or opened, if any.
 * `signatures`: of a confirmed trade, in the order of its messages.
 */
export interface FormOutcome {
  readonly outcome: 'done' | 'closed'
  readonly address?: Address
  readonly signatures?: readonly Uint8Array[]
}

/** The terminal's requests to its vault. No request or answer holds a secret. */
export interface VaultCalls {
  readonly look: { readonly ask: { readonly look: VaultLook }; readonly answer: null }
  readonly autoLock: { readonly ask: { readonly rule: AutoLock }; readonly answer: null }
  /** Reports that a person uses the terminal, or that it is visible. */
  readonly presence: {
    readonly ask: { readonly isActive: boolean; readonly isInSight: boolean }
    readonly answer: null
  }
  /**
   * Shows a form and answers when it ends. It ends the form before it.
   * `window`: the id that the vault's window was opened with. Forms that `opensWindow` need it, other forms must not have it.
   */
  readonly show: { readonly ask: { readonly form: VaultForm; readonly window?: string }; readonly answer: FormOutcome }
  /** Ends the current form. */
  readonly hide: { readonly ask: object; readonly answer: null }
  /**
   * Opens the practice wallet, and makes it first if necessary. Only on a practice chain and without other wallets.
   */
  readonly practise: { readonly ask: object; readonly answer: { readonly address: Address } }
  readonly lock: { readonly ask: object; readonly answer: null }
  readonly rename: { readonly ask: { readonly address: Address; readonly label: string }; readonly answer: null }
  /** Sets if a wallet trades by its durable nonce account. */
  readonly nonceMode: { readonly ask: { readonly address: Address; readonly isOn: boolean }; readonly answer: null }
  /** Ends the server's session in every other browser. The wallets must be open. */
  readonly signOutOthers: { readonly ask: object; readonly answer: null }
  /** Gives the encrypted file to the person, not to the terminal. */
  readonly download: { readonly ask: object; readonly answer: null }
  /** Signs a message that matches the shown withdrawal, after the `wants` notice. */
  readonly withdraw: {
    readonly ask: WalletMessage
    readonly answer: { readonly signature: Uint8Array }
  }
}

/** Messages that the vault sends without a request. */
export type VaultNotice =
  | { readonly state: VaultState }
  /** Lamports that the signed trades may spend, counted since the unlock or the last prompt. */
  | { readonly signedLamports: bigint }
  /** A port of the signer that serves `SigningCalls`. `null`: the signer is gone, and no wallet is open. */
  | { readonly signing: MessagePort | null }
  /** A person has confirmed the shown withdrawal. It can be signed now, with a fresh blockhash. */
  | { readonly wants: 'withdrawal' }
