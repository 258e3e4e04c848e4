import type { Address } from '@tern/core'
import type { BundleAct, Counted } from '@tern/core/internal'
import * as v from 'valibot'
import {
  type Asked,
  askedShape,
  messageBytes,
  mintDecimals,
  rawUnits,
  type WalletMessage,
  walletMessageShape,
} from './asked.ts'
import { type AutoLock, autoLockRule } from './autoLock.ts'
import {
  addressText,
  type Bundle,
  credentialIdText,
  kidText,
  labelText,
  saltText,
  seconds,
  suborgIdText,
} from './bundle.ts'
import type { Withdrawal } from './firewallWithdrawal.ts'
import type { NamedDerivation } from './keyTree.ts'
import type { Derivation } from './phrase/derivation.ts'
import { type PracticeWallet, practiceWalletShape } from './practiceWallet.ts'
import type { SignerLimits } from './signerLimits.ts'
import type { CountedEffects } from './tradeLoss.ts'

/**
 * The signer's requests and answers. A passphrase is UTF-8, or a passkey's 32 bytes. Secrets are transferred, and
 * zero-filled after use.
 */
export interface SignerCalls {
  /** Sets the fee wallets, and the tip accounts in addition to the known providers'. It comes once and first. */
  readonly payees: {
    readonly ask: { readonly payees: readonly Address[]; readonly tipAccounts: readonly Address[] }
    readonly answer: null
  }
  /** Creates a bundle with a wallet that has no phrase. A new recovery code opens it too. */
  readonly create: {
    readonly ask: NewWallet & { readonly passphrase: Uint8Array }
    readonly answer: Opened & { readonly recoveryCode: string }
  }
  /** Creates a bundle with accounts of a phrase. The phrase opens it too. */
  readonly createOfPhrase: {
    readonly ask: Omit<NewWallet, 'label'> & {
      readonly passphrase: Uint8Array
      readonly phrase: Uint8Array
      readonly accounts: readonly NamedDerivation[]
    }
    readonly answer: Opened
  }
  /** Derives addresses of a phrase. It opens no wallet. */
  readonly derive: {
    readonly ask: { readonly phrase: Uint8Array; readonly derivations: readonly Derivation[] }
    readonly answer: { readonly addresses: readonly Address[] }
  }
  /** Imports wallets into a bundle: accounts of a phrase, and secret keys of 64 bytes. */
  readonly importKeys: {
    readonly ask: {
      readonly bundle: unknown
      readonly passphrase: Uint8Array
      readonly createdAt: number
      readonly phrase?: Uint8Array
      readonly accounts?: readonly NamedDerivation[]
      readonly secretKeys?: readonly { readonly label: string; readonly secretKey: Uint8Array }[]
    }
    readonly answer: Changed
  }
  /** Replaces the recovery code by a recovery phrase, and adds a wallet of it. */
  readonly givePhrase: {
    readonly ask: { readonly bundle: unknown; readonly passphrase: Uint8Array; readonly phrase: Uint8Array } & Omit<
      NewWallet,
      'suborgId'
    >
    readonly answer: Relocked
  }
  /** Returns the recovery phrase, to show it to its owner. The signer transfers it and keeps no copy. */
  readonly revealPhrase: {
    readonly ask: { readonly bundle: unknown; readonly passphrase: Uint8Array }
    readonly answer: { readonly secret: Uint8Array }
  }
  /** Adds a wallet to a bundle. `keep` then opens all its wallets. */
  readonly addWallet: {
    readonly ask: { readonly bundle: unknown; readonly passphrase: Uint8Array } & Omit<NewWallet, 'suborgId'>
    readonly answer: Changed
  }
  /** Adds the wallets of a file to a bundle. `keep` then opens all its wallets. */
  readonly importWallets: {
    readonly ask: {
      readonly bundle: unknown
      readonly passphrase: Uint8Array
      readonly file: unknown
      readonly filePassphrase: Uint8Array
    }
    readonly answer: Changed
  }
  /** Replaces the passphrase by `next`, or without `next` the recovery code. */
  readonly replaceLock: {
    readonly ask: { readonly bundle: unknown; readonly passphrase: Uint8Array; readonly next?: Uint8Array }
    readonly answer: Relocked
  }
  /** Adds a passkey. Its `output` at `salt` then opens the bundle. */
  readonly addPasskey: {
    readonly ask: {
      readonly bundle: unknown
      readonly passphrase: Uint8Array
      readonly credentialId: string
      readonly label: string
      readonly addedAt: number
      readonly salt: string
      readonly output: Uint8Array
    }
    readonly answer: Relocked
  }
  /** Removes the passkey of a lock. */
  readonly removePasskey: {
    readonly ask: { readonly bundle: unknown; readonly passphrase: Uint8Array; readonly kid: string }
    readonly answer: Relocked
  }
  /** Changes the label or nonce mode of an open wallet. */
  readonly changeWallet: {
    readonly ask: {
      readonly bundle: unknown
      readonly address: Address
      readonly label?: string
      readonly nonceMode?: boolean
    }
    readonly answer: Changed
  }
  /** Makes the signer use a bundle that it returned, once it is stored. Until then the earlier bundle stays open. */
  readonly keep: {
    readonly ask: { readonly digest: string }
    readonly answer: { readonly addresses: readonly Address[] }
  }
  /**
   * Signs an approval for the server, as an off-chain message: to store the bundle of this digest, or to sign out other
   * browsers. The bundle is open, or it was returned and not kept yet.
   */
  readonly approve: {
    readonly ask: { readonly act: BundleAct; readonly session: string; readonly digest: string }
    readonly answer: { readonly address: Address; readonly signature: Uint8Array }
  }
  /** Checks that a secret opens a bundle. */
  readonly prove: {
    readonly ask: { readonly bundle: unknown; readonly passphrase: Uint8Array }
    readonly answer: null
  }
  /** Returns a wallet's secret key, to show it to its owner. The signer transfers it and keeps no copy. */
  readonly exportKey: {
    readonly ask: { readonly bundle: unknown; readonly passphrase: Uint8Array; readonly address: Address }
    readonly answer: { readonly secret: Uint8Array }
  }
  readonly unlock: {
    readonly ask: { readonly bundle: unknown; readonly passphrase: Uint8Array }
    /** `bundle`: the rewrite as version 2, at the next revision, if the bundle or its lock was of version 1. */
    readonly answer: { readonly addresses: readonly Address[]; readonly bundle?: Bundle }
  }
  /** Makes the practice wallet of a phrase, and opens it. */
  readonly practise: {
    readonly ask: Pick<PracticeWallet, 'genesisHash' | 'label' | 'createdAt'> & { readonly phrase: Uint8Array }
    readonly answer: { readonly wallet: PracticeWallet }
  }
  readonly openPractice: {
    readonly ask: { readonly wallet: PracticeWallet }
    readonly answer: { readonly addresses: readonly Address[] }
  }
  /** Returns a practice wallet's phrase, for its owner to write down. The signer transfers it and keeps no copy. */
  readonly practicePhrase: {
    readonly ask: { readonly wallet: PracticeWallet }
    readonly answer: { readonly secret: Uint8Array }
  }
  /** `saidAtMs`: wallets that were unlocked after this time stay open. A tab that slept may pass on a lock late. */
  readonly lock: { readonly ask: { readonly saidAtMs?: number }; readonly answer: null }
  readonly autoLock: { readonly ask: { readonly rule: AutoLock }; readonly answer: null }
  /** A person uses a page, or a page is visible. */
  readonly presence: {
    readonly ask: { readonly isActive: boolean; readonly isInSight: boolean }
    readonly answer: null
  }
  /**
   * Sets how much trades may spend without a passphrase. The signer accepts the first limits from any page.
   * Looser limits need the passphrase. If the request has a passphrase, the signer always checks it.
   */
  readonly limits: {
    readonly ask: { readonly limits: SignerLimits; readonly passphrase?: Uint8Array }
    readonly answer: null
  }
  /** Signs all messages, or throws. With the passphrase, it also signs beyond the limits. The limits then count from zero. */
  readonly sign: {
    readonly ask: Asked & { readonly passphrase?: Uint8Array }
    readonly answer: { readonly signatures: readonly Uint8Array[] }
  }
  /** Makes the signer serve `port` too, with `SigningCalls` alone. The port is transferred. */
  readonly admit: { readonly ask: { readonly port: MessagePort }; readonly answer: null }
  /** Reads the effects of each message from its bytes, if `sign` may sign it. */
  readonly readTrades: { readonly ask: Asked; readonly answer: { readonly trades: readonly CountedEffects[] } }
  /**
   * Returns the decimals and the scale of mints, as the vault's server reports them. Leaves out mints that the server does not
   * know.
   */
  readonly readUnits: {
    readonly ask: { readonly mints: readonly Address[] }
    readonly answer: { readonly units: ReadonlyMap<Address, Counted> }
  }
  /** Reads the effects of a message from its bytes, if it is only a withdrawal. */
  readonly readWithdrawal: {
    readonly ask: WalletMessage
    readonly answer: Withdrawal
  }
  /** Signs a shown withdrawal, if the end of the recipient's address and the passphrase were typed correctly. */
  readonly withdraw: {
    readonly ask: WalletMessage & {
      readonly shown: Withdrawal
      readonly recipientEnd: string
      readonly passphrase: Uint8Array
    }
    readonly answer: { readonly signature: Uint8Array }
  }
}

/** The signer's requests at an admitted port. No request and no answer holds a secret. */
export interface SigningCalls {
  readonly sign: { readonly ask: Asked; readonly answer: Answer<'sign'> }
}

interface Changed {
  readonly bundle: Bundle
}

interface Opened extends Changed {
  readonly addresses: readonly Address[]
}

/** A bundle with changed locks and a new root key. */
interface Relocked extends Changed {
  /** Set if a new code was requested, or if the current code cannot receive the new root key. */
  readonly recoveryCode?: string
  /** Labels of version-1 passkeys that no longer open the bundle, although the user did not remove them. */
  readonly dropped: readonly string[]
}

/** The wallet to create. `createdAt`: seconds since 1970. */
export interface NewWallet {
  readonly suborgId: string
  readonly label: string
  readonly createdAt: number
}

export type SignerCall = keyof SignerCalls
export type Ask<C extends SignerCall> = SignerCalls[C]['ask']
export type Answer<C extends SignerCall> = SignerCalls[C]['answer']

/** Sent to each page when it connects and after each change. */
export interface Notice {
  /** The open wallets, in the bundle's order. */
  readonly open: readonly Address[]
  /** Lamports that the signed trades may spend, counted since the unlock or the last passphrase check. */
  readonly signedLamports: bigint
  /** Name of a Web Lock that the signer holds while it lives. Unset for a signer that ends with its page. */
  readonly life?: string
}

const request = <const N extends string, E extends v.ObjectEntries>(call: N, entries: E) =>
  v.strictObject({ id: v.number(), call: v.literal(call), ...entries })

/** Every request that the signer accepts at an admitted port. Any other is answered with `wallet/requestMalformed`. */
export const signingSchema = request('sign', askedShape)

const withdrawal = v.strictObject({
  recipient: addressText,
  mint: v.nullable(addressText),
  decimals: mintDecimals,
  amount: rawUnits,
  received: rawUnits,
  networkFeeLamports: rawUnits,
  opensAccount: v.boolean(),
})

/** Max mints in a request. A form shows those of a few messages. */
const maxMints = 256

/** Max derivations in a request. The forms ask for a few accounts of each path. */
const maxDerivations = 64
const derivationShape = {
  scheme: v.picklist(['change', 'account', 'root', 'none']),
  account: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)),
}
const accountsShape = v.pipe(
  v.array(v.strictObject({ ...derivationShape, label: labelText })),
  v.minLength(1),
  v.maxLength(maxDerivations),
)
const secretKey = v.pipe(
  messageBytes,
  v.check(bytes => bytes.byteLength === 64, 'not 64 bytes'),
)

/** Every request that the signer accepts. Any other is answered with `wallet/requestMalformed`. */
export const requestSchema = v.variant('call', [
  request('payees', {
    payees: v.pipe(v.array(addressText), v.maxLength(64)),
    tipAccounts: v.pipe(v.array(addressText), v.maxLength(512)),
  }),
  request('create', { suborgId: suborgIdText, label: labelText, createdAt: seconds, passphrase: messageBytes }),
  request('createOfPhrase', {
    suborgId: suborgIdText,
    createdAt: seconds,
    passphrase: messageBytes,
    phrase: messageBytes,
    accounts: accountsShape,
  }),
  request('derive', {
    phrase: messageBytes,
    derivations: v.pipe(v.array(v.strictObject(derivationShape)), v.maxLength(maxDerivations)),
  }),
  request('importKeys', {
    bundle: v.unknown(),
    passphrase: messageBytes,
    createdAt: seconds,
    phrase: v.exactOptional(messageBytes),
    accounts: v.exactOptional(accountsShape),
    secretKeys: v.exactOptional(v.pipe(v.array(v.strictObject({ label: labelText, secretKey })), v.maxLength(1))),
  }),
  request('givePhrase', {
    bundle: v.unknown(),
    passphrase: messageBytes,
    phrase: messageBytes,
    label: labelText,
    createdAt: seconds,
  }),
  request('revealPhrase', { bundle: v.unknown(), passphrase: messageBytes }),
  request('addWallet', { bundle: v.unknown(), label: labelText, createdAt: seconds, passphrase: messageBytes }),
  request('importWallets', {
    bundle: v.unknown(),
    passphrase: messageBytes,
    file: v.unknown(),
    filePassphrase: messageBytes,
  }),
  request('replaceLock', { bundle: v.unknown(), passphrase: messageBytes, next: v.exactOptional(messageBytes) }),
  request('addPasskey', {
    bundle: v.unknown(),
    passphrase: messageBytes,
    credentialId: credentialIdText,
    label: labelText,
    addedAt: seconds,
    salt: saltText,
    output: v.pipe(
      messageBytes,
      v.check(bytes => bytes.byteLength === 32, 'not 32 bytes'),
    ),
  }),
  request('removePasskey', { bundle: v.unknown(), passphrase: messageBytes, kid: kidText }),
  request('changeWallet', {
    bundle: v.unknown(),
    address: addressText,
    label: v.exactOptional(labelText),
    nonceMode: v.exactOptional(v.boolean()),
  }),
  request('keep', { digest: v.pipe(v.string(), v.maxLength(64)) }),
  request('exportKey', { bundle: v.unknown(), passphrase: messageBytes, address: addressText }),
  request('approve', {
    act: v.picklist(['store', 'signOut']),
    session: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    digest: v.pipe(v.string(), v.maxLength(64)),
  }),
  request('prove', { bundle: v.unknown(), passphrase: messageBytes }),
  request('unlock', { bundle: v.unknown(), passphrase: messageBytes }),
  request('practise', {
    genesisHash: practiceWalletShape.entries.genesisHash,
    label: labelText,
    createdAt: seconds,
    phrase: messageBytes,
  }),
  request('openPractice', { wallet: practiceWalletShape }),
  request('practicePhrase', { wallet: practiceWalletShape }),
  request('lock', { saidAtMs: v.exactOptional(v.number()) }),
  request('autoLock', { rule: autoLockRule }),
  request('presence', { isActive: v.boolean(), isInSight: v.boolean() }),
  request('limits', {
    limits: v.strictObject({ trade: v.exactOptional(rawUnits), untilLock: v.exactOptional(rawUnits) }),
    passphrase: v.exactOptional(messageBytes),
  }),
  request('sign', { ...askedShape, passphrase: v.exactOptional(messageBytes) }),
  request('admit', { port: v.instance(MessagePort) }),
  request('readTrades', { ...askedShape }),
  request('readUnits', { mints: v.pipe(v.array(addressText), v.maxLength(maxMints)) }),
  request('readWithdrawal', { ...walletMessageShape }),
  request('withdraw', {
    ...walletMessageShape,
    shown: withdrawal,
    recipientEnd: v.pipe(v.string(), v.maxLength(44)),
    passphrase: messageBytes,
  }),
])
