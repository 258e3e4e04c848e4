import type { Address } from '@tern/core'
import type { Answer, Ask } from './requests.ts'

/** Holds the open wallets; lives in the worker, knows nothing of it. Calls must not overlap, but for `lock`. */
export interface Keystore {
  /** The open wallets, in the bundle's order. */
  readonly addresses: readonly Address[]
  /** Whether what is open is a practice wallet, which nothing has to be typed for. */
  readonly isPractice: boolean
  /** The open wallets whose trades live by their nonce accounts. */
  readonly nonceWallets: readonly Address[]
  /** Whether it holds any key, also of a bundle that was made and is not kept yet. */
  readonly hasKeys: boolean
  /** How many lamports the trades may take that were signed since they were opened, or since the passphrase was last asked for. */
  readonly signedLamports: bigint
  /** Where trades may pay their fee and tip. What was said first stays, whichever page says it. */
  payees(ask: Ask<'payees'>): Answer<'payees'>
  /** Makes a wallet in a new bundle and opens it. Zero-fills the passphrase. */
  create(ask: Ask<'create'>): Promise<Answer<'create'>>
  /** Makes wallets of a phrase in a new bundle and opens it. Zero-fills both secrets. */
  createOfPhrase(ask: Ask<'createOfPhrase'>): Promise<Answer<'createOfPhrase'>>
  /** Adds a wallet to a bundle, all of which `keep` opens. Zero-fills the passphrase. */
  addWallet(ask: Ask<'addWallet'>): Promise<Answer<'addWallet'>>
  /** Adds the wallets of a file to a bundle, all of which `keep` opens. Zero-fills both passphrases. */
  importWallets(ask: Ask<'importWallets'>): Promise<Answer<'importWallets'>>
  /** Changes what opens a bundle, and what confirms once `keep` was called. Zero-fills both passphrases. */
  replaceLock(ask: Ask<'replaceLock'>): Promise<Answer<'replaceLock'>>
  /** Lets a passkey open a bundle too and, once `keep` was called, confirm what is asked. Zero-fills both secrets. */
  addPasskey(ask: Ask<'addPasskey'>): Promise<Answer<'addPasskey'>>
  /** Lets a passkey open a bundle no longer and, once `keep` was called, confirm nothing. Zero-fills the passphrase. */
  removePasskey(ask: Ask<'removePasskey'>): Promise<Answer<'removePasskey'>>
  /**
   * Changes what is no secret about a wallet that is open.
   * @throws TernError `wallet/locked` when it is not, or when the bundle was given another root key since it was opened.
   */
  changeWallet(ask: Ask<'changeWallet'>): Promise<Answer<'changeWallet'>>
  /** Goes on with the bundle that was made last, which is stored now. Any other digest changes nothing. */
  keep(ask: Ask<'keep'>): Answer<'keep'>
  /** Signs a word to the server. @throws TernError `wallet/locked` when no bundle with this digest is open or was made since. */
  approve(ask: Ask<'approve'>): Promise<Answer<'approve'>>
  /** Answers nothing if the secret opens the bundle, and changes nothing. Zero-fills it. @throws TernError `wallet/wrongPassphrase`. */
  prove(ask: Ask<'prove'>): Promise<Answer<'prove'>>
  /** Answers the secret key of one wallet, whether it is open or not, and opens nothing. Zero-fills the passphrase. */
  exportKey(ask: Ask<'exportKey'>): Promise<Answer<'exportKey'>>
  /**
   * Opens every wallet of a bundle; what was open before is forgotten, even when this fails. Answers the bundle as of version 2 if
   * it is older, to be stored and kept. Zero-fills the passphrase.
   */
  unlock(ask: Ask<'unlock'>): Promise<Answer<'unlock'>>
  /** Adds wallets from elsewhere to a bundle; all of it is open once it is kept. Zero-fills the secrets. */
  importKeys(ask: Ask<'importKeys'>): Promise<Answer<'importKeys'>>
  /** Gives a bundle a recovery phrase and a wallet of it. Zero-fills both secrets. */
  givePhrase(ask: Ask<'givePhrase'>): Promise<Answer<'givePhrase'>>
  /** Makes the practice wallet of a phrase and opens it instead of what was open. Zero-fills the phrase. */
  practise(ask: Ask<'practise'>): Promise<Answer<'practise'>>
  /** Opens a practice wallet, unless one with a passphrase is open. */
  openPractice(ask: Ask<'openPractice'>): Promise<Answer<'openPractice'>>
  /** Forgets every key. */
  lock(): Answer<'lock'>
  /**
   * What may be signed without the passphrase; what was said first is taken, and laxer limits only with it. Zero-fills it.
   * @throws TernError `wallet/locked`, `wallet/wrongPassphrase`; `wallet/notConfirmed` for laxer ones without it.
   */
  limits(ask: Ask<'limits'>): Promise<Answer<'limits'>>
  /**
   * Zero-fills the passphrase.
   * @throws TernError `wallet/locked`, `wallet/refusedToSign` when the firewall refuses one of the messages, `wallet/overLimit`
   *   without the passphrase, `wallet/wrongPassphrase`.
   */
  sign(ask: Ask<'sign'>): Promise<Answer<'sign'>>
  /** @throws TernError `wallet/refusedToSign` as `sign`. */
  readTrades(ask: Ask<'readTrades'>): Promise<Answer<'readTrades'>>
  /** @throws TernError `wallet/refusedToSign` when it is no withdrawal, or does more. */
  readWithdrawal(ask: Ask<'readWithdrawal'>): Promise<Answer<'readWithdrawal'>>
  /**
   * Signs a withdrawal whose bytes say what was shown, for whoever typed the last four characters of the recipient's address
   * and the passphrase. Zero-fills the passphrase.
   * @throws TernError `wallet/locked`, `wallet/refusedToSign`, `wallet/recipientNotTyped`, `wallet/wrongPassphrase`.
   */
  withdraw(ask: Ask<'withdraw'>): Promise<Answer<'withdraw'>>
}
