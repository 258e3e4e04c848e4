import type { Address, AmountScale } from '@tern/core'
import * as v from 'valibot'
import { type Asked, askedShape, messageBytes } from '../asked.ts'
import { type AutoLock, autoLockRule } from '../autoLock.ts'
import { addressText, kidText, labelText } from '../bundle.ts'
import type { SentError } from '../sentError.ts'
import type { SignerLimits } from '../signerLimits.ts'

/** A wallet as the terminal may know it. `createdAt`: seconds since 1970. */
export interface ListedWallet {
  readonly address: Address
  readonly label: string
  readonly createdAt: number
  /** Whether its trades live by its durable nonce account. */
  readonly nonceMode: boolean
  /** The server names it, and no unlocking has shown yet that it is of this bundle: nobody should pay to it. */
  readonly isUnchecked?: true
}

/** A passkey that opens the wallets, as the terminal may know it; the label and when it was added (seconds since 1970), if that was noted. */
export interface ListedPasskey {
  readonly id: string
  readonly label?: string
  readonly addedAt?: number
}

/** What the vault tells of itself. `unreachable`: the server did not answer. `refused`: it told of a bundle that must not be used. */
export type VaultState =
  | { readonly status: 'loading' }
  | { readonly status: 'none' }
  | { readonly status: 'unreachable' | 'refused'; readonly error: SentError }
  | {
      readonly status: 'held'
      readonly wallets: readonly ListedWallet[]
      /** Those that can sign, in the bundle's order; empty while they are locked. */
      readonly open: readonly Address[]
      /** A practice wallet: nothing has to be typed for it, and no server has it. */
      readonly isPractice: boolean
      readonly hasRecoveryCode: boolean
      /** Whether a recovery phrase opens the wallets and brings those back that come from it. */
      readonly hasPhrase: boolean
      readonly passkeys: readonly ListedPasskey[]
      /** How much trades may take before their owner is asked. */
      readonly limits: SignerLimits
    }

/** Which money the server trades with, to be said on every form. */
export type VaultMoney =
  | { readonly kind: 'practice'; readonly genesisHash: string }
  | { readonly kind: 'cluster'; readonly name: string; readonly genesisHash: string }

/** The `data-` attributes that the terminal's root element has. */
export interface VaultLook {
  readonly theme: 'dark' | 'light'
  readonly colours: string
  readonly density: string
  readonly motion: string
}

/** The page's words for a token and its unit. The signer cannot check them against the bytes that it signs. */
export interface TokenWords {
  readonly mint: Address
  readonly symbol: string
  readonly decimals: number
  readonly scale?: AmountScale
}

/** A form of the vault's, in which secrets are typed. */
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
  /** Shows the secret key of one wallet; nothing of it is told. */
  | { readonly form: 'exportKey'; readonly address: Address }
  /** What the signer may not sign without asking. */
  | ({ readonly form: 'confirmTrade'; readonly words?: readonly TokenWords[] } & Asked)
  | { readonly form: 'withdraw'; readonly address: Address; readonly bytes: Uint8Array }

/** Forms that give away money or keys, show a secret, or change what opens the wallets and what is signed unasked. */
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
 * Tells whether a form opens in a window of the vault's own. A page can hide a frame or lay something over it, and have a person type
 * into it all the same; a window it cannot.
 */
export const opensWindow = ({ form }: Pick<VaultForm, 'form'>): boolean => windowForms.includes(form)

/**
 * How a form ended. `address`: the wallet that was made or opened, where it was about one. `signatures`: of what was confirmed,
 * one a message.
 */
export interface FormOutcome {
  readonly outcome: 'done' | 'closed'
  readonly address?: Address
  readonly signatures?: readonly Uint8Array[]
}

/** What the terminal can ask of its vault. Nothing here names, carries or answers with a secret. */
export interface VaultCalls {
  readonly look: { readonly ask: { readonly look: VaultLook }; readonly answer: null }
  readonly autoLock: { readonly ask: { readonly rule: AutoLock }; readonly answer: null }
  /** That somebody is at the terminal, or looks at it. */
  readonly presence: {
    readonly ask: { readonly isActive: boolean; readonly isInSight: boolean }
    readonly answer: null
  }
  /**
   * Shows a form; answered when it has ended. One that was shown before ends. `window`: the request's id, of which the vault's window
   * was opened; a form that `opensWindow` has one.
   */
  readonly show: { readonly ask: { readonly form: VaultForm; readonly window?: string }; readonly answer: FormOutcome }
  /** Ends the form that is shown. */
  readonly hide: { readonly ask: object; readonly answer: null }
  /** Makes a practice wallet and opens it; where there is one already, opens that. Only on a practice chain, and without other wallets. */
  readonly practise: { readonly ask: object; readonly answer: { readonly address: Address } }
  readonly lock: { readonly ask: object; readonly answer: null }
  readonly rename: { readonly ask: { readonly address: Address; readonly label: string }; readonly answer: null }
  /** Whether a wallet's trades are to live by its durable nonce account. */
  readonly nonceMode: { readonly ask: { readonly address: Address; readonly isOn: boolean }; readonly answer: null }
  /** Ends the server's session in every other browser, while the wallets are open. */
  readonly signOutOthers: { readonly ask: object; readonly answer: null }
  /** Hands the encrypted file to the person, not to the terminal. */
  readonly download: { readonly ask: object; readonly answer: null }
  /** Signs bytes that do what the withdrawal form shows, once it `wants` them. */
  readonly withdraw: {
    readonly ask: { readonly address: Address; readonly bytes: Uint8Array }
    readonly answer: { readonly signature: Uint8Array }
  }
}

/** Told without being asked. */
export type VaultNotice =
  | { readonly state: VaultState }
  /** How many lamports the trades may take that were signed since the wallets were opened, or since their owner was last asked. */
  | { readonly signedLamports: bigint }
  /** The signer's own port, which answers `SigningCalls`; `null`: it is gone, and with it what was open. */
  | { readonly signing: MessagePort | null }
  /** Somebody has confirmed the withdrawal that is shown: it can be signed, with a fresh blockhash. */
  | { readonly wants: 'withdrawal' }

const text = (most: number) => v.pipe(v.string(), v.maxLength(most))
/** Sixteen emoji, each of up to sixteen UTF-16 units. */
const symbolText = text(256)
const word = v.pipe(v.string(), v.regex(/^[a-z-]{1,32}$/))
const id = v.number()
const windowId = v.pipe(v.string(), v.uuid())
const none = <N extends string>(call: N) => v.strictObject({ id, call: v.literal(call) })

const scale = v.strictObject({
  kind: v.picklist(['scaled', 'interest']),
  multiplier: v.pipe(v.number(), v.finite(), v.gtValue(0)),
})

const tokenWords = v.strictObject({
  mint: addressText,
  symbol: symbolText,
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
  scale: v.exactOptional(scale),
})

const formShape = v.variant('form', [
  v.strictObject({
    form: v.picklist([
      'unlock',
      'create',
      'restore',
      'restorePhrase',
      'importKeys',
      'givePhrase',
      'revealPhrase',
      'newWallet',
      'changePassphrase',
      'replaceCode',
      'addPasskey',
      'limits',
    ]),
  }),
  v.strictObject({ form: v.literal('removePasskey'), id: kidText }),
  v.strictObject({ form: v.literal('exportKey'), address: addressText }),
  v.strictObject({
    form: v.literal('confirmTrade'),
    words: v.exactOptional(v.pipe(v.array(tokenWords), v.maxLength(12))),
    ...askedShape,
  }),
  v.strictObject({ form: v.literal('withdraw'), address: addressText, bytes: messageBytes }),
])

/** Every request that the vault listens to; anything else is answered with `wallet/requestMalformed`. */
export const vaultRequest = v.variant('call', [
  v.strictObject({
    id,
    call: v.literal('look'),
    look: v.strictObject({ theme: v.picklist(['dark', 'light']), colours: word, density: word, motion: word }),
  }),
  v.strictObject({ id, call: v.literal('autoLock'), rule: autoLockRule }),
  v.strictObject({ id, call: v.literal('presence'), isActive: v.boolean(), isInSight: v.boolean() }),
  v.pipe(
    v.strictObject({ id, call: v.literal('show'), form: formShape, window: v.exactOptional(windowId) }),
    v.check(({ form, window }) => opensWindow(form) === (window !== undefined), 'in another place'),
  ),
  none('hide'),
  none('practise'),
  none('lock'),
  v.strictObject({ id, call: v.literal('rename'), address: addressText, label: labelText }),
  v.strictObject({ id, call: v.literal('nonceMode'), address: addressText, isOn: v.boolean() }),
  none('signOutOthers'),
  none('download'),
  v.strictObject({ id, call: v.literal('withdraw'), address: addressText, bytes: messageBytes }),
])
