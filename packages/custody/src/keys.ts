import { type Address, type Owner, TernError } from '@tern/core'
import type { BundleAct } from '@tern/core/bundleProof'
import type { AutoLock } from './autoLock.ts'
import { encodeBase64Url } from './base64Url.ts'
import { type Bundle, parseBundle, pinOf } from './bundle.ts'
import { callerOf, type Reply, type SignerConnection, signerFailed } from './caller.ts'
import type { Withdrawal } from './firewallWithdrawal.ts'
import type { NamedDerivation, WalletChange } from './keyTree.ts'
import { ownerBy } from './owner.ts'
import type { Derivation } from './phrase/derivation.ts'
import type { PracticeWallet } from './practiceWallet.ts'
import type { Answer, Ask, NewWallet, Notice, SignerCalls } from './requests.ts'
import type { SignerLimits } from './signerLimits.ts'
import type { CountedEffects } from './tradeLoss.ts'

/** Whether the wallets can sign. */
export type KeysStatus = 'locked' | 'unlocking' | 'unlocked'

/**
 * The wallets, as the app sees them: it can ask for signatures and never holds a key. A signer that serves several pages tells
 * each of them what is open: one that was unlocked or locked elsewhere is so here.
 */
export interface Keys {
  readonly status: KeysStatus
  /** The open wallets, in the bundle's order; empty unless `unlocked`. */
  readonly addresses: readonly Address[]
  /** How many lamports the trades may take that were signed since they were opened, or since the passphrase was last asked for. */
  readonly signedLamports: bigint
  /** Calls `listener` after each change of the above. @returns what ends it. */
  subscribe(listener: () => void): () => void
  /**
   * A new bundle with one new wallet, which is open afterwards. Store the bundle before anything is sent to the wallet.
   * @throws TernError `wallet/passphraseRefused`
   */
  create(
    passphrase: string,
    wallet: Pick<NewWallet, 'suborgId'> & Partial<NewWallet>,
  ): Promise<{ readonly bundle: Bundle; readonly addresses: readonly Address[]; readonly recoveryCode: string }>
  /**
   * A new bundle with wallets of a phrase, which opens it as the passphrase does; all of them are open afterwards. Store it first.
   * @throws TernError `wallet/passphraseRefused`, `wallet/noPhrase`.
   */
  createOfPhrase(
    passphrase: string,
    phrase: string,
    wallets: { readonly suborgId: string; readonly accounts: readonly NamedDerivation[] },
  ): Promise<{ readonly bundle: Bundle; readonly addresses: readonly Address[] }>
  /** The addresses that a phrase leads to. */
  derive(phrase: string, derivations: readonly Derivation[]): Promise<readonly Address[]>
  /**
   * The bundle with wallets from elsewhere, at the next revision: accounts of a phrase, or a secret key of 64 bytes, which is taken.
   * @throws TernError `wallet/wrongPassphrase`, `wallet/noPhrase`, `wallet/secretKeyMalformed`.
   */
  importKeys(bundle: Bundle, passphrase: string, from: ForeignKeys): Promise<Bundle>
  /**
   * The bundle at the next revision with a recovery phrase in the place of its recovery code, and a wallet of it.
   * @throws TernError `wallet/wrongPassphrase`, `wallet/noPhrase`.
   */
  givePhrase(bundle: Bundle, passphrase: string, phrase: string, label: string): Promise<Relocked>
  /** The recovery phrase of a bundle, for its owner to see. @throws TernError `wallet/wrongPassphrase`, `wallet/noPhrase`. */
  revealPhrase(bundle: Bundle, passphrase: string): Promise<string>
  /**
   * The bundle with one more wallet, at the next revision. Store and `keep` it before anything is sent to the wallet.
   * `passphrase` may be the recovery code here and below.
   * @throws TernError `wallet/wrongPassphrase`, `wallet/bundleTampered` when the seal is wrong, here and below.
   */
  addWallet(bundle: Bundle, passphrase: string, label: string): Promise<Bundle>
  /**
   * The bundle at the next revision with the wallets of `file` that it lacks, which `passphrase` opens from then on.
   * `filePassphrase` opens the file.
   * @throws TernError `wallet/wrongPassphrase`, `wallet/wrongFilePassphrase`, and as `unlock` for what is wrong with the file.
   */
  importWallets(bundle: Bundle, passphrase: string, file: Bundle, filePassphrase: string): Promise<Bundle>
  /**
   * The bundle at the next revision with another passphrase, under a new root key.
   * @throws TernError `wallet/passphraseRefused`, `wallet/wrongPassphrase`.
   */
  changePassphrase(bundle: Bundle, passphrase: string, next: string): Promise<Relocked>
  /** The same with another recovery code. @throws TernError `wallet/wrongPassphrase`. */
  replaceRecoveryCode(bundle: Bundle, passphrase: string): Promise<Relocked & { readonly recoveryCode: string }>
  /**
   * The same, which a passkey opens too. `output`: what the passkey's PRF answered at `salt` (base64url).
   * @throws TernError `wallet/wrongPassphrase`.
   */
  addPasskey(bundle: Bundle, passphrase: string, passkey: PasskeyOutput): Promise<Relocked>
  /**
   * The same, which the passkey whose lock is `kid` no longer opens. Older copies of the file still open by it.
   * @throws TernError `wallet/wrongPassphrase`.
   */
  removePasskey(bundle: Bundle, passphrase: string, kid: string): Promise<Relocked>
  /**
   * The bundle at the next revision with another name or another nonce mode of a wallet, while it is open.
   * @throws TernError `wallet/locked`: it is not, or the bundle was given another root key since it was opened.
   */
  changeWallet(bundle: Bundle, address: Address, change: WalletChange): Promise<Bundle>
  /**
   * Has the signer go on with the bundle that it answered last, which is stored now: what it opens is open, and what opens it
   * confirms. Until then, and if it is never kept, all is as it was.
   */
  keep(bundle: Bundle): Promise<readonly Address[]>
  /**
   * A wallet's word to the server, for the header of a request: that `bundle`, which was made last or is open, is to be stored, or that
   * other browsers are to be signed out. @throws TernError `wallet/locked`.
   */
  approve(act: BundleAct, session: string, bundle: Bundle): Promise<string>
  /** Has a secret checked against a bundle. @throws TernError `wallet/wrongPassphrase`, `wallet/bundleTampered`. */
  prove(bundle: Bundle, passphrase: string): Promise<void>
  /**
   * The secret key of one wallet of a bundle as other wallets take it, 64 bytes, for its owner to see. Zero-fill it soon.
   * @throws TernError `wallet/wrongPassphrase`, `trade/addressMismatch` when the bundle has no such wallet.
   */
  exportKey(bundle: Bundle, passphrase: string, address: Address): Promise<Uint8Array>
  /** As `unlock`, by what a passkey's PRF answered at the salt of its lock; at once. */
  unlockByPasskey(bundle: Bundle, output: Uint8Array): Promise<Unlocked>
  /**
   * Opens every wallet of a bundle (about 0.8 s, off the page's thread), once its seal was checked.
   * @throws TernError `wallet/wrongPassphrase`, `wallet/bundleTampered`, `wallet/bundleMalformed`,
   *   `wallet/bundleUnsupported`, `wallet/kdfRefused`, `trade/addressMismatch`
   */
  unlock(bundle: Bundle, passphrase: string): Promise<Unlocked>
  /**
   * Signs for one wallet, while it is open: `wallet/locked` otherwise, `trade/addressMismatch` for another wallet's
   * message, `wallet/refusedToSign` with the reason when the signer's firewall refuses, `wallet/overLimit` beyond the limits.
   */
  owner(address: Address): Owner
  /**
   * The signatures that `owner` puts on messages, one each, in order. With the owner's secret, the passphrase or what a passkey
   * answered (32 bytes, taken), also beyond the limits, which count anew from there.
   * @throws TernError as `owner`'s, `wallet/wrongPassphrase`.
   */
  sign(
    address: Address,
    messages: Ask<'sign'>['messages'],
    secret?: string | Uint8Array,
  ): Promise<readonly Uint8Array[]>
  /** A port at which the signer itself answers `SigningCalls`, not yet started: for a page that may ask nothing else. */
  signingPort(): MessagePort
  /** What each message does, as the signer reads its bytes. @throws TernError `wallet/refusedToSign`. */
  readTrades(address: Address, messages: Ask<'sign'>['messages']): Promise<readonly CountedEffects[]>
  /**
   * How much trades may take without a passphrase. What is said first, by whichever page, is taken; to let more pass later takes
   * the passphrase. @throws TernError `wallet/notConfirmed`, `wallet/locked`, `wallet/wrongPassphrase`.
   */
  setLimits(limits: SignerLimits, passphrase?: string): Promise<void>
  /**
   * What a message does, as the signer reads its bytes. @throws TernError `wallet/refusedToSign` when it is no withdrawal.
   */
  readWithdrawal(address: Address, bytes: Uint8Array): Promise<Withdrawal>
  /**
   * Signs one message that does what was shown, for whoever typed the end of the recipient's address and the passphrase; the
   * signer checks all three. @returns the signature.
   * @throws TernError `wallet/refusedToSign`, `wallet/recipientNotTyped`, `wallet/wrongPassphrase`, `wallet/locked`.
   */
  signWithdrawal(address: Address, bytes: Uint8Array, proof: WithdrawalProof): Promise<Uint8Array>
  /** Makes the practice wallet of a phrase for one chain and opens it. Keep it: the signer does not. */
  practise(phrase: string, wallet: Pick<PracticeWallet, 'genesisHash' | 'label'>): Promise<PracticeWallet>
  /** Opens a practice wallet, unless wallets with a passphrase are open. @throws TernError `wallet/bundleTampered`. */
  openPractice(wallet: PracticeWallet): Promise<readonly Address[]>
  /** The phrase of a practice wallet, for its owner to write down. */
  practicePhrase(wallet: PracticeWallet): Promise<string>
  /** When the wallets lock by themselves; said last counts, whichever page says it. */
  setAutoLock(rule: AutoLock): void
  /** That somebody is there; without it the wallets lock in time. */
  notePresence(presence: { readonly isActive: boolean; readonly isInSight: boolean }): void
  /** Forgets every key. `saidAtMs`: what was unlocked since then stays open. */
  lock(saidAtMs?: number): Promise<void>
}

/** A bundle that opens otherwise from the next revision on, and what changed beside what was asked for. */
export type Relocked = Answer<'replaceLock'>

/** What is open. `bundle`: the same as of version 2, to be stored and kept, if the bundle or its lock was of version 1. */
export type Unlocked = Answer<'unlock'>

/** Wallets that come from elsewhere. */
export type ForeignKeys =
  | { readonly phrase: string; readonly accounts: readonly NamedDerivation[] }
  | { readonly secretKey: Uint8Array; readonly label: string }

/** A passkey and what its pseudo-random function answered. */
export interface PasskeyOutput {
  /** Base64url, both; the salt is 32 bytes. */
  readonly credentialId: string
  readonly salt: string
  /** What it is listed as, up to 64 characters; with a number where another one is. */
  readonly label: string
  /** 32 bytes, taken: the caller's are gone afterwards. */
  readonly output: Uint8Array
}

/** What it takes to have a withdrawal signed. */
export interface WithdrawalProof {
  /** What `readWithdrawal` answered and a person saw. */
  readonly shown: Withdrawal
  /** The last four characters of the recipient's address, typed by hand. */
  readonly recipientEnd: string
  readonly passphrase: string
}

/** The same passphrase gives the same bytes, however a keyboard composes its accents. */
const encodePassphrase = (passphrase: string) => new TextEncoder().encode(passphrase.normalize('NFKC'))

/** Loaded by who makes a passphrase. */
async function assertPassphrase(passphrase: string): Promise<void> {
  const { checkPassphrase } = await import('./passphrase.ts')
  const reasons = checkPassphrase(passphrase)
  if (reasons.length > 0)
    throw new TernError('wallet/passphraseRefused', { reasons: reasons.map(reason => reason.text) })
}

/**
 * Connects the app to its signer.
 * @param payees where trades may pay their fee (the fee wallet); the signer refuses transfers to anybody else but who takes tips.
 * @param tipAccounts where trades may tip beside the accounts of providers that are known (`@tern/core/tipAccounts`).
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

  /** What is open now and what was signed, by whichever page. */
  function hear({ open, signedLamports }: Notice): void {
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
    if ('open' in notice) hear(notice)
  })
  connection.addEventListener('error', () => become('locked', [], 0n))
  // Said even where there are none, or a script could name some later. Unanswered only when the signer is gone, and then
  // every later call says so.
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
    async importWallets(bundle, passphrase, file, filePassphrase) {
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
    async givePhrase(bundle, passphrase, phrase, label) {
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
    owner: address => ownerBy(address, messages => sign(address, messages)),
    sign,
    signingPort() {
      const { port1, port2 } = new MessageChannel()
      ask('admit', { port: port2 }, [port2]).catch(() => undefined)
      return port1
    },
    readTrades: async (address, messages) => (await ask('readTrades', { address, messages })).trades,
    async setLimits(limits, passphrase) {
      if (passphrase === undefined) await ask('limits', { limits })
      else {
        const secret = encodePassphrase(passphrase)
        await ask('limits', { limits, passphrase: secret }, [secret.buffer])
      }
    },
    readWithdrawal: (address, bytes) => ask('readWithdrawal', { address, bytes }),
    async signWithdrawal(address, bytes, { shown, recipientEnd, passphrase }) {
      const secret = encodePassphrase(passphrase)
      const asked = { address, bytes, shown, recipientEnd, passphrase: secret }
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
