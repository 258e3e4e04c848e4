import { type Address, TernError } from '@tern/core'
import { type BundleAct, type Counted, encodeBase64Url } from '@tern/core/internal'
import type { AskedMessage } from './asked.ts'
import type { AutoLock } from './autoLock.ts'
import { type Bundle, parseBundle, pinOf } from './bundle.ts'
import { callerOf, type Reply, type SignerConnection, signerFailed } from './caller.ts'
import type { Withdrawal } from './firewallWithdrawal.ts'
import type { NamedDerivation, WalletChange } from './keyTree.ts'
import type { Derivation } from './phrase/derivation.ts'
import type { PracticeWallet } from './practiceWallet.ts'
import type { Answer, Ask, NewWallet, Notice, SignerCalls } from './requests.ts'
import type { SignerLimits } from './signerLimits.ts'
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

/** Encodes a passphrase. With NFKC, any composition of its accents gives the same bytes. */
const encodePassphrase = (passphrase: string) => new TextEncoder().encode(passphrase.normalize('NFKC'))

/** Loads the check only when a user chooses a passphrase. */
async function assertPassphrase(passphrase: string): Promise<void> {
  const { checkPassphrase } = await import('./passphrase.ts')
  const reasons = checkPassphrase(passphrase)
  if (reasons.length > 0)
    throw new TernError('wallet/passphraseRefused', { reasons: reasons.map(reason => reason.text) })
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
  const listeners = new Set<() => void>()
  let state: Pick<Keys, 'status' | 'addresses' | 'signedLamports'> = {
    status: 'locked',
    addresses: [],
    signedLamports: 0n,
  }

  function become(status: KeysStatus, addresses: readonly Address[] = [], signedLamports = state.signedLamports): void {
    const isSame = status === state.status && addresses.join() === state.addresses.join()
    if (isSame && signedLamports === state.signedLamports) return
    state = { status, addresses, signedLamports }
    for (const listener of listeners) listener()
  }

  /** Applies a notice. A request of any page may have caused it. */
  function onNotice({ open, signedLamports }: Notice): void {
    if (open.length > 0) become('unlocked', open, signedLamports)
    else become(state.status === 'unlocked' ? 'locked' : state.status, [], signedLamports)
  }

  const sign: Keys['sign'] = async (address, messages, secret) => {
    const passphrase = typeof secret === 'string' ? encodePassphrase(secret) : secret
    const asked = { address, messages, ...(passphrase && { passphrase }) }
    return (await ask('sign', asked, passphrase && [passphrase.buffer])).signatures
  }

  async function opening<T extends { readonly addresses: readonly Address[] }>(open: () => Promise<T>): Promise<T> {
    become('unlocking')
    try {
      const opened = await open()
      become('unlocked', opened.addresses)
      return opened
    } catch (error) {
      become('locked')
      throw error
    }
  }

  async function unlock(bundle: Bundle, secret: Uint8Array): Promise<Unlocked> {
    const asked = { bundle: parseBundle(bundle), passphrase: secret }
    return opening(() => ask('unlock', asked, [secret.buffer]))
  }

  connection.addEventListener('message', ({ data }) => {
    const notice = data as Notice | Reply
    if ('open' in notice) onNotice(notice)
  })
  connection.addEventListener('error', () => become('locked', [], 0n))
  // Sends empty lists too, because the signer accepts the first lists: otherwise a script could name payees later.
  // The call fails only if the signer is gone, and then every later call reports it.
  ask('payees', { payees, tipAccounts }).catch(() => undefined)

  return {
    get status() {
      return state.status
    },
    get addresses() {
      return state.addresses
    },
    get signedLamports() {
      return state.signedLamports
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async addWallet(bundle, passphrase, label) {
      const bytes = encodePassphrase(passphrase)
      const createdAt = seconds()
      const asked = { bundle: parseBundle(bundle), passphrase: bytes, label, createdAt }
      return (await ask('addWallet', asked, [bytes.buffer])).bundle
    },
    async importWallets(bundle, passphrase, { file, filePassphrase }) {
      const [bytes, fileBytes] = [encodePassphrase(passphrase), encodePassphrase(filePassphrase)]
      const asked = {
        bundle: parseBundle(bundle),
        passphrase: bytes,
        file: parseBundle(file),
        filePassphrase: fileBytes,
      }
      return (await ask('importWallets', asked, [bytes.buffer, fileBytes.buffer])).bundle
    },
    async changePassphrase(bundle, passphrase, next) {
      await assertPassphrase(next)
      const [bytes, nextBytes] = [encodePassphrase(passphrase), encodePassphrase(next)]
      const asked = { bundle: parseBundle(bundle), passphrase: bytes, next: nextBytes }
      return ask('replaceLock', asked, [bytes.buffer, nextBytes.buffer])
    },
    async replaceRecoveryCode(bundle, passphrase) {
      const bytes = encodePassphrase(passphrase)
      const asked = { bundle: parseBundle(bundle), passphrase: bytes }
      const { recoveryCode, ...replaced } = await ask('replaceLock', asked, [bytes.buffer])
      if (recoveryCode === undefined) throw signerFailed('replaceLock')
      return { ...replaced, recoveryCode }
    },
    async create(passphrase, { suborgId, label = 'Main', createdAt = seconds() }) {
      await assertPassphrase(passphrase)
      const bytes = encodePassphrase(passphrase)
      return opening(() => ask('create', { suborgId, label, createdAt, passphrase: bytes }, [bytes.buffer]))
    },
    async createOfPhrase(passphrase, phrase, { suborgId, accounts }) {
      await assertPassphrase(passphrase)
      const [bytes, words] = [encodePassphrase(passphrase), new TextEncoder().encode(phrase)]
      const asked = { suborgId, accounts, createdAt: seconds(), passphrase: bytes, phrase: words }
      return opening(() => ask('createOfPhrase', asked, [bytes.buffer, words.buffer]))
    },
    async derive(phrase, derivations) {
      const words = new TextEncoder().encode(phrase)
      return (await ask('derive', { phrase: words, derivations }, [words.buffer])).addresses
    },
    async importKeys(bundle, passphrase, from) {
      const bytes = encodePassphrase(passphrase)
      const asked = { bundle: parseBundle(bundle), passphrase: bytes, createdAt: seconds() }
      if ('secretKey' in from) {
        const secretKeys = [{ label: from.label, secretKey: from.secretKey }]
        return (await ask('importKeys', { ...asked, secretKeys }, [bytes.buffer, from.secretKey.buffer])).bundle
      }
      const words = new TextEncoder().encode(from.phrase)
      const ofPhrase = { ...asked, phrase: words, accounts: from.accounts }
      return (await ask('importKeys', ofPhrase, [bytes.buffer, words.buffer])).bundle
    },
    async givePhrase(bundle, passphrase, { phrase, label }) {
      const [bytes, words] = [encodePassphrase(passphrase), new TextEncoder().encode(phrase)]
      const asked = { bundle: parseBundle(bundle), passphrase: bytes, phrase: words, label, createdAt: seconds() }
      return ask('givePhrase', asked, [bytes.buffer, words.buffer])
    },
    async revealPhrase(bundle, passphrase) {
      const bytes = encodePassphrase(passphrase)
      const { secret } = await ask('revealPhrase', { bundle: parseBundle(bundle), passphrase: bytes }, [bytes.buffer])
      const phrase = new TextDecoder().decode(secret)
      secret.fill(0)
      return phrase
    },
    async addPasskey(bundle, passphrase, { credentialId, salt, label, output }) {
      const bytes = encodePassphrase(passphrase)
      const passkey = { credentialId, label, addedAt: seconds(), salt, output }
      const asked = { bundle: parseBundle(bundle), passphrase: bytes, ...passkey }
      return ask('addPasskey', asked, [bytes.buffer, output.buffer])
    },
    async removePasskey(bundle, passphrase, kid) {
      const bytes = encodePassphrase(passphrase)
      return ask('removePasskey', { bundle: parseBundle(bundle), passphrase: bytes, kid }, [bytes.buffer])
    },
    async changeWallet(bundle, address, { label, nonceMode }) {
      const changes = { ...(label !== undefined && { label }), ...(nonceMode !== undefined && { nonceMode }) }
      return (await ask('changeWallet', { bundle: parseBundle(bundle), address, ...changes })).bundle
    },
    async keep(bundle) {
      const { addresses } = await ask('keep', { digest: pinOf(bundle).digest })
      if (addresses.length > 0) become('unlocked', addresses)
      return addresses
    },
    async approve(act, session, bundle) {
      const { address, signature } = await ask('approve', { act, session, digest: pinOf(bundle).digest })
      return `${address}.${encodeBase64Url(signature)}`
    },
    async prove(bundle, passphrase) {
      const bytes = encodePassphrase(passphrase)
      await ask('prove', { bundle: parseBundle(bundle), passphrase: bytes }, [bytes.buffer])
    },
    async exportKey(bundle, passphrase, address) {
      const bytes = encodePassphrase(passphrase)
      const asked = { bundle: parseBundle(bundle), passphrase: bytes, address }
      return (await ask('exportKey', asked, [bytes.buffer])).secret
    },
    unlock: async (bundle, passphrase) => unlock(bundle, encodePassphrase(passphrase)),
    unlockByPasskey: async (bundle, output) => unlock(bundle, output),
    sign,
    signingPort() {
      const { port1, port2 } = new MessageChannel()
      ask('admit', { port: port2 }, [port2]).catch(() => undefined)
      return port1
    },
    readTrades: async (address, messages) => (await ask('readTrades', { address, messages })).trades,
    readUnits: async mints => (await ask('readUnits', { mints })).units,
    async setLimits(limits, passphrase) {
      if (passphrase === undefined) await ask('limits', { limits })
      else {
        const secret = encodePassphrase(passphrase)
        await ask('limits', { limits, passphrase: secret }, [secret.buffer])
      }
    },
    readWithdrawal: (address, message) => ask('readWithdrawal', { address, ...message }),
    async signWithdrawal(address, message, { shown, recipientEnd, passphrase }) {
      const secret = encodePassphrase(passphrase)
      const asked = { address, ...message, shown, recipientEnd, passphrase: secret }
      return (await ask('withdraw', asked, [secret.buffer])).signature
    },
    async practise(phrase, { genesisHash, label }) {
      const bytes = new TextEncoder().encode(phrase)
      const asked = { phrase: bytes, genesisHash, label, createdAt: seconds() }
      const { wallet } = await opening(async () => {
        const made = await ask('practise', asked, [bytes.buffer])
        return { ...made, addresses: [made.wallet.address] }
      })
      return wallet
    },
    openPractice: async wallet => (await ask('openPractice', { wallet })).addresses,
    async practicePhrase(wallet) {
      const { secret } = await ask('practicePhrase', { wallet })
      const phrase = new TextDecoder().decode(secret)
      secret.fill(0)
      return phrase
    },
    setAutoLock: rule => void ask('autoLock', { rule }).catch(() => undefined),
    notePresence: presence => void ask('presence', presence).catch(() => undefined),
    async lock(saidAtMs) {
      await ask('lock', saidAtMs === undefined ? {} : { saidAtMs })
      if (saidAtMs === undefined) become('locked')
    },
  }
}
