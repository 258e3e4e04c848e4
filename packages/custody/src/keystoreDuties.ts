import type { Address } from '@tern/core'
import type { AccountOwners } from './accountOwners.ts'
import type { Answer, Ask } from './requests.ts'

/** Holds the open wallets inside the worker. Calls must not overlap, except `lock`. */
export interface Keystore {
  /** The open wallets, in the bundle's order. */
  readonly addresses: readonly Address[]
  /** True if the open wallet is a practice wallet. It needs no passphrase. */
  readonly isPractice: boolean
  /** The open wallets that trade by their nonce accounts. */
  readonly nonceWallets: readonly Address[]
  /** `true` if it holds any key, including keys of bundles that wait for `keep`. */
  readonly hasKeys: boolean
  /** Lamports that the signed trades may spend, counted since the unlock or the last passphrase check at `sign`. */
  readonly signedLamports: bigint
  /** Sets the fee wallets and tip accounts. The first call's lists stay; a call with other lists throws. */
  payees(ask: Ask<'payees'>): Answer<'payees'>
  /** Forgets every key, then creates a bundle with a wallet and opens it. Zero-fills the passphrase. */
  create(ask: Ask<'create'>): Promise<Answer<'create'>>
  /** Forgets every key, then creates a bundle with accounts of a phrase and opens it. Zero-fills both secrets. */
  createOfPhrase(ask: Ask<'createOfPhrase'>): Promise<Answer<'createOfPhrase'>>
  /** Adds a wallet to a bundle. `keep` then opens all its wallets. Zero-fills the passphrase. */
  addWallet(ask: Ask<'addWallet'>): Promise<Answer<'addWallet'>>
  /** Adds a file's wallets to a bundle. `keep` then opens all its wallets. Zero-fills both passphrases. */
  importWallets(ask: Ask<'importWallets'>): Promise<Answer<'importWallets'>>
  /**
   * Replaces the passphrase or the recovery code. After `keep`, the new secret confirms too. Zero-fills both secrets.
   */
  replaceLock(ask: Ask<'replaceLock'>): Promise<Answer<'replaceLock'>>
  /** Adds a passkey. After `keep`, it confirms too. Zero-fills both secrets. */
  addPasskey(ask: Ask<'addPasskey'>): Promise<Answer<'addPasskey'>>
  /** Removes a passkey. After `keep`, it no longer confirms. Zero-fills the passphrase. */
  removePasskey(ask: Ask<'removePasskey'>): Promise<Answer<'removePasskey'>>
  /**
   * Changes the label or nonce mode of an open wallet.
   * @throws TernError `wallet/locked` if the wallet is locked, or if the bundle has got another root key since it was opened.
   */
  changeWallet(ask: Ask<'changeWallet'>): Promise<Answer<'changeWallet'>>
  /** Replaces the open bundle by a pending bundle, now that it is stored. An unknown digest changes nothing. */
  keep(ask: Ask<'keep'>): Answer<'keep'>
  /**
   * Signs an approval for the server. @throws TernError `wallet/locked` unless the bundle of this digest is open or pending.
   */
  approve(ask: Ask<'approve'>): Promise<Answer<'approve'>>
  /** Checks that a secret opens the bundle, and zero-fills the secret. @throws TernError `wallet/wrongPassphrase`. */
  prove(ask: Ask<'prove'>): Promise<Answer<'prove'>>
  /** Exports the secret key of any wallet of the bundle, without opening the bundle. Zero-fills the passphrase. */
  exportKey(ask: Ask<'exportKey'>): Promise<Answer<'exportKey'>>
  /**
   * Forgets every key, then opens a bundle; a failure leaves nothing open. Zero-fills the passphrase.
   * Returns an older bundle rewritten as version 2, to be stored and kept.
   */
  unlock(ask: Ask<'unlock'>): Promise<Answer<'unlock'>>
  /** Adds imported wallets to a bundle. `keep` then opens all its wallets. Zero-fills the secrets. */
  importKeys(ask: Ask<'importKeys'>): Promise<Answer<'importKeys'>>
  /** Gives a bundle a recovery phrase and a wallet of it. Zero-fills both secrets. */
  givePhrase(ask: Ask<'givePhrase'>): Promise<Answer<'givePhrase'>>
  /** Makes a phrase's practice wallet and opens it in place of the open wallets. Zero-fills the phrase. */
  practise(ask: Ask<'practise'>): Promise<Answer<'practise'>>
  /** Opens a practice wallet, unless wallets with a passphrase are open. */
  openPractice(ask: Ask<'openPractice'>): Promise<Answer<'openPractice'>>
  /** Forgets every key. */
  lock(): Answer<'lock'>
  /**
   * Sets the limits of signing without the passphrase. It accepts the first limits; looser limits need the passphrase.
   * Zero-fills the passphrase.
   * @throws TernError `wallet/locked`, `wallet/wrongPassphrase`, and `wallet/notConfirmed` for looser limits without passphrase.
   */
  limits(ask: Ask<'limits'>): Promise<Answer<'limits'>>
  /** Asks the vault's server who owns these token accounts. It may take 3 s, so call it before the request's turn. */
  readOwners(accounts: readonly Address[]): Promise<AccountOwners>
  /**
   * Signs messages that the firewall accepts. Zero-fills the passphrase.
   * @param owners of the token accounts that messages close without a trade. An account with another owner is refused, and an unknown
   *   owner needs the passphrase.
   * @throws TernError `wallet/locked`, `wallet/refusedToSign` if the firewall refuses a message, `wallet/overLimit` without the
   *   passphrase, `wallet/wrongPassphrase`.
   */
  sign(ask: Ask<'sign'>, owners?: AccountOwners): Promise<Answer<'sign'>>
  /** Reads the effects of messages. @throws TernError `wallet/refusedToSign` as `sign`. */
  readTrades(ask: Ask<'readTrades'>, owners?: AccountOwners): Promise<Answer<'readTrades'>>
  /** Returns the decimals and the scale of mints that the vault's server knows. */
  readUnits(ask: Ask<'readUnits'>): Answer<'readUnits'>
  /**
   * Reads a withdrawal. @throws TernError `wallet/refusedToSign` unless the message is a withdrawal and nothing else.
   */
  readWithdrawal(ask: Ask<'readWithdrawal'>): Promise<Answer<'readWithdrawal'>>
  /**
   * Signs a withdrawal if its bytes match the shown withdrawal, and if the typed address end and the passphrase are right.
   * Zero-fills the passphrase.
   * @throws TernError `wallet/locked`, `wallet/refusedToSign`, `wallet/recipientNotTyped`, `wallet/wrongPassphrase`.
   */
  withdraw(ask: Ask<'withdraw'>): Promise<Answer<'withdraw'>>
}
