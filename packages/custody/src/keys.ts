import type { Address } from '@tern/core'
import type { BundleAct, Counted } from '@tern/core/internal'
import type { AskedMessage } from './asked.ts'
import type { AutoLock } from './autoLock.ts'
import type { Bundle } from './bundle.ts'
import { bundleRequests } from './bundleRequests.ts'
import { callerOf, type SignerConnection } from './caller.ts'
import type { Withdrawal } from './firewallWithdrawal.ts'
import { createKeysState } from './keysState.ts'
import type { NamedDerivation, WalletChange } from './keyTree.ts'
import { openingRequests } from './openingRequests.ts'
import type { Derivation } from './phrase/derivation.ts'
import type { PracticeWallet } from './practiceWallet.ts'
import type { Answer, Ask, NewWallet, SignerCalls } from './requests.ts'
import type { SignerLimits } from './signerLimits.ts'
import { signingRequests } from './signingRequests.ts'
import type { CountedEffects } from './tradeLoss.ts'

/** The state of the wallets. They can sign only while `unlocked`. */
export type KeysStatus = 'locked' | 'unlocking' | 'unlocked'

/**
 * The app's view of the wallets: it can request signatures but never holds a key.
 * A signer may serve several pages. Its notices keep the pages in step, so an unlock or a lock in a page shows in all pages.
 */
export interface Keys {
  readonly status: KeysStatus
  /** The open wallets, in the bundle's order. Empty unless `unlocked`. */
  readonly addresses: readonly Address[]
  /** Lamports that the signed trades may spend, counted since the unlock or the last passphrase prompt. */
  readonly signedLamports: bigint
  /** Calls `listener` after each change of the fields above. @returns a function that ends it. */
  subscribe(listener: () => void): () => void
  /**
   * Creates a bundle with a new wallet and opens it. Store the bundle before the wallet receives funds.
   * @throws TernError `wallet/passphraseRefused`
   */
  create(
    passphrase: string,
    wallet: Pick<NewWallet, 'suborgId'> & Partial<NewWallet>,
  ): Promise<{ readonly bundle: Bundle; readonly addresses: readonly Address[]; readonly recoveryCode: string }>
  /**
   * Creates a bundle with accounts of a phrase and opens the bundle. The passphrase opens it later, and so does the phrase.
   * Store the bundle before the wallets receive funds.
   * @throws TernError `wallet/passphraseRefused`, `wallet/noPhrase`.
   */
  createOfPhrase(
    passphrase: string,
    phrase: string,
    wallets: { readonly suborgId: string; readonly accounts: readonly NamedDerivation[] },
  ): Promise<{ readonly bundle: Bundle; readonly addresses: readonly Address[] }>
  /** Derives addresses of a phrase. */
  derive(phrase: string, derivations: readonly Derivation[]): Promise<readonly Address[]>
  /**
   * Imports wallets at the next revision: accounts of a phrase, or a secret key of 64 bytes. The key's buffer is transferred.
   * @throws TernError `wallet/wrongPassphrase`, `wallet/noPhrase`, `wallet/secretKeyMalformed`.
   */
  importKeys(bundle: Bundle, passphrase: string, from: ForeignKeys): Promise<Bundle>
  /**
   * Replaces the recovery code by a recovery phrase, at the next revision, and adds a wallet of the phrase.
   * @throws TernError `wallet/wrongPassphrase`, `wallet/noPhrase`.
   */
  givePhrase(
    bundle: Bundle,
    passphrase: string,
    given: { readonly phrase: string; readonly label: string },
  ): Promise<Relocked>
  /**
   * Returns the recovery phrase, to show it to its owner. @throws TernError `wallet/wrongPassphrase`, `wallet/noPhrase`.
   */
  revealPhrase(bundle: Bundle, passphrase: string): Promise<string>
  /**
   * Adds a wallet, at the next revision. Store and `keep` the bundle before the wallet receives funds.
   * Here and below, `passphrase` may be the recovery code or phrase.
   * @throws TernError `wallet/wrongPassphrase`; here and below also `wallet/bundleTampered` if the seal is wrong.
   */
  addWallet(bundle: Bundle, passphrase: string, label: string): Promise<Bundle>
  /**
   * Adds the wallets of `file` that the bundle lacks, at the next revision. `filePassphrase` opens the file.
   * @throws TernError `wallet/wrongPassphrase`, `wallet/wrongFilePassphrase`, and as `unlock` for a fault of the file.
   */
  importWallets(
    bundle: Bundle,
    passphrase: string,
    from: { readonly file: Bundle; readonly filePassphrase: string },
  ): Promise<Bundle>
  /**
   * Replaces the passphrase and the root key, at the next revision.
   * @throws TernError `wallet/passphraseRefused`, `wallet/wrongPassphrase`.
   */
  changePassphrase(bundle: Bundle, passphrase: string, next: string): Promise<Relocked>
  /** Replaces the recovery code and the root key, at the next revision. @throws TernError `wallet/wrongPassphrase`. */
  replaceRecoveryCode(bundle: Bundle, passphrase: string): Promise<Relocked & { readonly recoveryCode: string }>
  /**
   * Adds a passkey and replaces the root key, at the next revision.
   * @throws TernError `wallet/wrongPassphrase`.
   */
  addPasskey(bundle: Bundle, passphrase: string, passkey: PasskeyOutput): Promise<Relocked>
  /**
   * Removes the passkey lock `kid` and replaces the root key. The passkey still opens older copies of the file.
   * @throws TernError `wallet/wrongPassphrase`.
   */
  removePasskey(bundle: Bundle, passphrase: string, kid: string): Promise<Relocked>
  /**
   * Changes the label or nonce mode of an open wallet, at the next revision.
   * @throws TernError `wallet/locked` if the wallet is locked, or if the bundle has got another root key since it was opened.
   */
  changeWallet(bundle: Bundle, address: Address, change: WalletChange): Promise<Bundle>
  /**
   * Makes the signer use a bundle that it returned. Call it once the bundle is stored.
   * Until then, and if it is never called, the earlier bundle stays open and its secrets confirm.
   */
  keep(bundle: Bundle): Promise<readonly Address[]>
  /**
   * Signs an approval for the server: to store `bundle`, or to sign out other browsers. The caller sends it in a request's header.
   * To sign out, `bundle` must be open. To store, it may also wait for `keep`.
   * @throws TernError `wallet/locked`.
   */
  approve(act: BundleAct, session: string, bundle: Bundle): Promise<string>
  /** Checks that a secret opens a bundle. @throws TernError `wallet/wrongPassphrase`, `wallet/bundleTampered`. */
  prove(bundle: Bundle, passphrase: string): Promise<void>
  /**
   * Exports a wallet's secret key in the form of other wallets, 64 bytes, to show it to its owner. Zero-fill it soon.
   * @throws TernError `wallet/wrongPassphrase`, `trade/addressMismatch` if the bundle does not have the wallet.
   */
  exportKey(bundle: Bundle, passphrase: string, address: Address): Promise<Uint8Array>
  /** Unlocks as `unlock`, with a passkey's PRF output at the salt of its lock. It takes no stretching. */
  unlockByPasskey(bundle: Bundle, output: Uint8Array): Promise<Unlocked>
  /**
   * Checks the bundle's seal and opens all wallets, in about 0.8 s and off the page's thread.
   * @throws TernError `wallet/wrongPassphrase`, `wallet/bundleTampered`, `wallet/bundleMalformed`,
   *   `wallet/bundleUnsupported`, `wallet/kdfRefused`, `trade/addressMismatch`
   */
  unlock(bundle: Bundle, passphrase: string): Promise<Unlocked>
  /**
   * Signs messages of a wallet while it is open. @returns a signature for each message, in order.
   * `secret`: the passphrase, or a passkey's output (32 bytes, transferred). It permits signatures beyond the limits.
   * The limits then count from zero.
   * @throws TernError `wallet/locked`, `wallet/refusedToSign` with the firewall's reason, `wallet/overLimit` beyond the limits,
   *   `wallet/wrongPassphrase`.
   */
  sign(
    address: Address,
    messages: Ask<'sign'>['messages'],
    secret?: string | Uint8Array,
  ): Promise<readonly Uint8Array[]>
  /**
   * Opens a port to the signer, not started yet, for a page that may only request signatures. The port serves `SigningCalls` alone.
   */
  signingPort(): MessagePort
  /** Reads the effects of each message from its bytes. @throws TernError `wallet/refusedToSign`. */
  readTrades(address: Address, messages: Ask<'sign'>['messages']): Promise<readonly CountedEffects[]>
  /** Returns the decimals and the scale of mints, as the vault's server reports them. Leaves out unknown mints. */
  readUnits(mints: readonly Address[]): Promise<ReadonlyMap<Address, Counted>>
  /**
   * Sets how much trades may spend without a passphrase. The signer accepts the first limits from any page.
   * Looser limits need the passphrase.
   * @throws TernError `wallet/notConfirmed`, `wallet/locked`, `wallet/wrongPassphrase`.
   */
  setLimits(limits: SignerLimits, passphrase?: string): Promise<void>
  /**
   * Reads a withdrawal from its bytes. @throws TernError `wallet/refusedToSign` unless it is a withdrawal and nothing else.
   */
  readWithdrawal(address: Address, message: AskedMessage): Promise<Withdrawal>
  /**
   * Signs a withdrawal. The signer checks that the bytes match the shown withdrawal. It also checks the typed address end and the
   * passphrase.
   * @returns the signature.
   * @throws TernError `wallet/refusedToSign`, `wallet/recipientNotTyped`, `wallet/wrongPassphrase`, `wallet/locked`.
   */
  signWithdrawal(address: Address, message: AskedMessage, proof: WithdrawalProof): Promise<Uint8Array>
  /**
   * Makes the practice wallet of a phrase for a chain and opens it. The caller must store it, because the signer does not.
   */
  practise(phrase: string, wallet: Pick<PracticeWallet, 'genesisHash' | 'label'>): Promise<PracticeWallet>
  /** Opens a practice wallet, unless wallets with a passphrase are open. @throws TernError `wallet/bundleTampered`. */
  openPractice(wallet: PracticeWallet): Promise<readonly Address[]>
  /** Returns a practice wallet's phrase, for its owner to write down. */
  practicePhrase(wallet: PracticeWallet): Promise<string>
  /** Sets when the wallets lock without a request. The latest rule of any page applies. */
  setAutoLock(rule: AutoLock): void
  /** Reports that the user is present. Without reports the wallets lock in time. */
  notePresence(presence: { readonly isActive: boolean; readonly isInSight: boolean }): void
  /** Forgets all keys. With `saidAtMs`, wallets that were unlocked after that time stay open. */
  lock(saidAtMs?: number): Promise<void>
}

/** A bundle with changed locks, and the further changes that this caused. */
export type Relocked = Answer<'replaceLock'>

/**
 * The open wallets. `bundle`: the rewrite as version 2, to be stored and kept, if the bundle or its lock was of version 1.
 */
export type Unlocked = Answer<'unlock'>

/** Keys to import. */
export type ForeignKeys =
  | { readonly phrase: string; readonly accounts: readonly NamedDerivation[] }
  | { readonly secretKey: Uint8Array; readonly label: string }

/** A passkey and the output of its pseudo-random function. */
export interface PasskeyOutput {
  /** Base64url, as is the salt of 32 bytes. */
  readonly credentialId: string
  readonly salt: string
  /** Label, up to 64 characters. A label that is taken gets a number. */
  readonly label: string
  /** 32 bytes. They are transferred, so the caller's array is empty afterwards. */
  readonly output: Uint8Array
}

/** Proof that a person confirms a withdrawal. */
export interface WithdrawalProof {
  /** The result of `readWithdrawal` that the person saw. */
  readonly shown: Withdrawal
  /** The last four characters of the recipient's address, typed by hand. */
  readonly recipientEnd: string
  readonly passphrase: string
}

/**
 * Connects the app to its signer.
 *
 * @param payees fee wallets. The signer refuses transfers to any other address, except tips.
 * @param tipAccounts accounts that trades may tip, in addition to the known providers' accounts (`@tern/core/tipAccounts`).
 * @example
 * const keys = connectKeys(new Worker(new URL('@tern/custody/worker', import.meta.url), { type: 'module' }))
 * const { bundle, addresses } = await keys.create('correct horse battery staple', { suborgId })
 */
export function connectKeys(
  connection: SignerConnection,
  {
    payees = [],
    tipAccounts = [],
    now = Date.now,
  }: { payees?: readonly Address[]; tipAccounts?: readonly Address[]; now?: () => number } = {},
): Keys {
  const ask = callerOf<SignerCalls>(connection)
  const seconds = () => Math.floor(now() / 1000)
  const state = createKeysState(connection)
  // Sends empty lists too, because the signer accepts the first lists: otherwise a script could name payees later.
  // The call fails only if the signer is gone, and then every later call reports it.
  ask('payees', { payees, tipAccounts }).catch(() => undefined)

  return Object.assign(
    state.keys,
    openingRequests(ask, state, seconds),
    bundleRequests(ask, seconds),
    signingRequests(ask),
  )
}
