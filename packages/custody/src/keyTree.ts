import { type Address, isTernError, TernError } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { type Bundle, freeName, type Lock, type PasskeyLock, type SealedWallet, walletsToImport } from './bundle.ts'
import { type Derivation, type DerivedKey, deriveKey, importSecret, phraseSeed } from './phrase/derivation.ts'
import {
  assertSealed,
  type Cost,
  deriveKek,
  type KekOf,
  lockAnew,
  lockRoot,
  type NewLock,
  newRoot,
  type OpenRoot,
  openRoot,
  type RootKeys,
  randomText,
  sealBundle,
} from './rootKey.ts'
import { openPhrase, sealPhrase } from './sealedPhrase.ts'
import { newWallet, type OpenWallet, openWallet, sealWallet } from './sealedWallet.ts'

/**
 * Makes and changes bundles. A lock opens the root key (`rootKey.ts`).
 * Keys that derive from the root key wrap the wallets' PKCS#8 keys, encrypt the phrase and seal the bundle.
 * WebCrypto wraps and unwraps wallet keys. Their bytes exist in JavaScript only while a key is derived, imported or exported.
 * Opened wallets can sign but not be exported. Only `exportKey` and `revealPhrase` return secrets.
 */
/** Cost of new passphrase locks: 64 MiB and 3 passes, about 0.8 s. */
export const defaultKdf = { m: 65_536, t: 3, p: 1 } as const

/** Derives a new lock's key from its secret. */
async function kekFor(kekOf: KekOf, kdf: Lock['kdf']): Promise<CryptoKey> {
  const kek = await kekOf(kdf)
  if (!kek) throw new TernError('wallet/recoveryCodeMalformed', {})
  return kek
}

/** Secrets of new locks. */
export interface NewSecrets {
  readonly passphrase?: KekOf
  readonly recoveryCode?: KekOf
  /** The recovery phrase as UTF-8. */
  readonly phrase?: Uint8Array
}

/** Makes a lock once the bundle's root key exists. */
type LockMaker = (root: CryptoKey, suborgId: string) => Promise<Lock>

function lockMakers({ passphrase, recoveryCode, phrase }: NewSecrets, cost: Cost): readonly LockMaker[] {
  const made = (lock: NewLock, kekOf: KekOf): LockMaker => {
    return async (root, suborgId) => lockRoot(root, suborgId, { lock, kek: await kekFor(kekOf, lock.kdf) })
  }
  const salt = () => randomText(16)
  const byPhrase =
    (words: Uint8Array): KekOf =>
    kdf =>
      deriveKek(words, kdf)
  return [
    ...(passphrase ? [made({ type: 'pass', kdf: { name: 'argon2id', ...cost, salt: salt() } }, passphrase)] : []),
    ...(recoveryCode ? [made({ type: 'recovery', kdf: { name: 'hkdf-sha256', salt: salt() } }, recoveryCode)] : []),
    ...(phrase ? [made({ type: 'phrase', kdf: { name: 'bip39-hkdf-sha256', salt: salt() } }, byPhrase(phrase))] : []),
  ]
}

/** Creates a bundle at revision 1 with a wallet that has no phrase. `createdAt`: seconds since 1970. */
export async function createBundle(
  { suborgId, label, createdAt }: { suborgId: string; label: string; createdAt: number },
  { passphrase, recoveryCode }: { readonly passphrase: KekOf; readonly recoveryCode?: KekOf | undefined },
  cost: Cost = defaultKdf,
): Promise<Bundle> {
  const { root, keys } = await newRoot(suborgId)
  const wallet = await newWallet(keys, suborgId, { label, createdAt })
  const makers = lockMakers({ passphrase, ...(recoveryCode && { recoveryCode }) }, cost)
  const ark = await Promise.all(makers.map(make => make(root, suborgId)))
  return sealBundle({ suborgId, rev: 1, createdAt, ark, wallets: [wallet] }, keys.seal)
}

/** A labelled account of a phrase. */
export interface NamedDerivation extends Derivation {
  readonly label: string
}

/**
 * Creates a bundle at revision 1 with accounts of a phrase. Both the passphrase and the phrase open it.
 * `createdAt`: seconds since 1970.
 */
export async function createBundleOfPhrase(
  { suborgId, createdAt, wallets }: { suborgId: string; createdAt: number; wallets: readonly NamedDerivation[] },
  { passphrase, phrase }: Required<Pick<NewSecrets, 'passphrase' | 'phrase'>>,
  cost: Cost = defaultKdf,
): Promise<Bundle> {
  const { root, keys } = await newRoot(suborgId)
  const makers = lockMakers({ passphrase, phrase }, cost)
  const ark = await Promise.all(makers.map(make => make(root, suborgId)))
  const seed = await phraseSeed(phrase)
  const sealed = await Promise.all(
    wallets.map(async ({ label, ...derivation }) =>
      seal(keys, suborgId, await deriveKey(seed, derivation), { label, createdAt }),
    ),
  )
  seed.fill(0)
  const draft = { suborgId, rev: 1, createdAt, ark, wallets: sealed, phrase: await sealPhrase(keys, suborgId, phrase) }
  return sealBundle(draft, keys.seal)
}

const seal = (
  keys: RootKeys,
  suborgId: string,
  { address, key }: DerivedKey,
  about: { label: string; createdAt: number },
) => sealWallet(keys, suborgId, { key, wallet: { address, nonceMode: false, ...about } })

/** Derives the phrase's first account that `known` lacks, by the path of Phantom and Solflare. */
async function nextKey(phrase: Uint8Array, known: readonly SealedWallet[]): Promise<DerivedKey> {
  const seed = await phraseSeed(phrase)
  try {
    for (let account = 0; ; account++) {
      const next = await deriveKey(seed, { scheme: 'change', account })
      if (known.every(({ address }) => address !== next.address)) return next
    }
  } finally {
    seed.fill(0)
  }
}

/** A bundle at its next revision, not sealed yet, and the keys of its root key. */
interface Draft {
  readonly bundle: Omit<Bundle, 'v' | 'seal'>
  readonly keys: Required<RootKeys>
}

const draftOf = ({ suborgId, rev, createdAt, ark, wallets, phrase }: Bundle): Draft['bundle'] => {
  return { suborgId, rev: rev + 1, createdAt, ark, wallets, ...(phrase && { phrase }) }
}

/** Wraps the wallets of an opened bundle under other keys. */
async function rewrap({ bundle, keys }: OpenRoot, next: RootKeys): Promise<readonly SealedWallet[]> {
  return Promise.all(
    bundle.wallets.map(async wallet => {
      const { key } = await openWallet({ keys, bundle }, wallet, 'extractable')
      return sealWallet(next, bundle.suborgId, { key, wallet })
    }),
  )
}

/**
 * Drafts the next revision as version 2. A version-1 bundle gets a new set of keys from the same root key.
 * The lock that the secret opened is made again if it is of version 1. The other version-1 locks stay until they open.
 */
async function modernised(open: OpenRoot): Promise<Draft> {
  const { bundle, keys, lock, kek } = open
  const { suborgId } = bundle
  const next = draftOf(bundle)
  const ark = lock.box
    ? bundle.ark
    : await Promise.all(
        bundle.ark.map(async one =>
          one === lock ? lockRoot(await open.root(), suborgId, { lock: bare(lock), kek }) : one,
        ),
      )
  const { seal, wallets, phrase } = keys
  if (seal !== undefined && phrase !== undefined) return { bundle: { ...next, ark }, keys: { seal, wallets, phrase } }
  const nextKeys = await open.nextKeys()
  return { bundle: { ...next, ark, wallets: await rewrap(open, nextKeys) }, keys: nextKeys }
}

/** Strips a lock of its id and of its encrypted root key. */
function bare({ kid: _, iv: __, wrapped: ___, box: ____, ...lock }: Lock): NewLock {
  return lock as NewLock
}

/** Checks if an opened bundle, or the lock that opened it, is of version 1. */
export const isDated = ({ bundle, lock }: OpenRoot): boolean => bundle.v === 1 || lock.box === undefined

/** Rewrites an opened bundle as version 2 at the next revision, with the same wallets, labels and locks. */
export async function modernise(open: OpenRoot): Promise<Bundle> {
  const { bundle, keys } = await modernised(open)
  return sealBundle(bundle, keys.seal)
}

/**
 * Adds a wallet, at the next revision: the next account of the bundle's phrase, or a random key without a phrase.
 * `createdAt`: seconds since 1970.
 *
 * @throws TernError as `openRoot`.
 */
export async function addWallet(
  bundle: Bundle,
  wallet: { label: string; createdAt: number },
  kekOf: KekOf,
): Promise<Bundle> {
  const open = await openRoot(bundle, kekOf)
  const { bundle: next, keys } = await modernised(open)
  const phrase = await openPhrase(bundle, open.keys)
  const added = phrase
    ? await seal(keys, bundle.suborgId, await nextKey(phrase, next.wallets), wallet)
    : await newWallet(keys, bundle.suborgId, wallet)
  phrase?.fill(0)
  return sealBundle({ ...next, wallets: [...next.wallets, added] }, keys.seal)
}

/**
 * Adds the wallets of `file` that the bundle lacks, at the next revision, encrypted under the bundle's own root key.
 *
 * @throws TernError `wallet/wrongPassphrase`, `wallet/wrongFilePassphrase`, and as `openBundle` for a fault of `file`.
 */
export async function importWallets(
  bundle: Bundle,
  kekOf: KekOf,
  { file, fileKekOf }: { readonly file: Bundle; readonly fileKekOf: KekOf },
): Promise<Bundle> {
  const { suborgId } = bundle
  const { bundle: next, keys } = await modernised(await openRoot(bundle, kekOf))
  const ofFile = await openRoot(file, fileKekOf).catch(error => {
    throw isTernError(error, 'wallet/wrongPassphrase') ? new TernError('wallet/wrongFilePassphrase', {}) : error
  })
  const added = walletsToImport(bundle, file).map(async wallet => {
    const { key } = await openWallet(ofFile, wallet, 'extractable')
    const { walletId: _, ...rest } = wallet
    return sealWallet(keys, suborgId, { key, wallet: rest })
  })
  return sealBundle({ ...next, wallets: [...next.wallets, ...(await Promise.all(added))] }, keys.seal)
}

/** A secret key of another wallet: its private half, 32 bytes. */
export interface NamedSecret {
  readonly secret: Uint8Array
  readonly label: string
}

/**
 * Adds wallets of imported secret keys, at the next revision, and skips addresses that the bundle has.
 * The bundle's recovery phrase does not restore these wallets, unless the keys come from that phrase.
 *
 * @throws TernError as `openRoot`.
 */
export async function importSecrets(
  bundle: Bundle,
  kekOf: KekOf,
  { secrets, createdAt }: { secrets: readonly NamedSecret[]; createdAt: number },
): Promise<Bundle> {
  const { bundle: next, keys } = await modernised(await openRoot(bundle, kekOf))
  let { wallets } = next
  for (const { secret, label } of secrets) {
    const key = await importSecret(secret)
    if (wallets.some(({ address }) => address === key.address)) continue
    const name = freeName(label, new Set(wallets.map(wallet => wallet.label)))
    wallets = [...wallets, await seal(keys, bundle.suborgId, key, { label: name, createdAt })]
  }
  return sealBundle({ ...next, wallets }, keys.seal)
}

/** A bundle with a new root key. */
export interface Renewed {
  readonly bundle: Bundle
  /** Dropped version-1 locks. Only the lock's own secret could give it the new root key. */
  readonly dropped: readonly Lock[]
}

/**
 * Gives the bundle a new root key, at the next revision, and wraps all wallets under it.
 * Locks that `keeps` selects receive the new root key. Every other secret opens only older revisions.
 */
async function renew(
  open: OpenRoot,
  keeps: (lock: Lock) => boolean,
  added: readonly LockMaker[],
  given?: GivenPhrase,
): Promise<Renewed> {
  const { suborgId, ark } = open.bundle
  const { root, keys } = await newRoot(suborgId)
  const dropped: Lock[] = []
  const kept: Lock[] = []
  for (const lock of ark.filter(keeps)) {
    const anew = await lockAnew(root, suborgId, lock)
    if (anew) kept.push(anew)
    else if (lock === open.lock) kept.push(await lockRoot(root, suborgId, { lock: bare(lock), kek: open.kek }))
    else dropped.push(lock)
  }
  const made = await Promise.all(added.map(make => make(root, suborgId)))
  const wallets = await rewrap(open, keys)
  const words = given?.phrase ?? (await openPhrase(open.bundle, open.keys))
  const first = given && (await seal(keys, suborgId, await nextKey(given.phrase, wallets), given.wallet))
  const draft = {
    ...draftOf(open.bundle),
    ark: [...kept, ...made],
    wallets: first ? [...wallets, first] : wallets,
    ...(words && { phrase: await sealPhrase(keys, suborgId, words) }),
  }
  if (words !== given?.phrase) words?.fill(0)
  return { bundle: await sealBundle(draft, keys.seal), dropped }
}

/** A phrase for a bundle without a phrase, and the label of its first wallet. */
interface GivenPhrase {
  readonly phrase: Uint8Array
  readonly wallet: { readonly label: string; readonly createdAt: number }
}

/**
 * Gives the bundle a new root key and a recovery phrase instead of its recovery code, and adds the phrase's first account.
 * The phrase does not restore the wallets that the bundle had before.
 *
 * @throws TernError as `openRoot`, and `wallet/requestMalformed` if the bundle has a phrase.
 */
export async function givePhrase(bundle: Bundle, kekOf: KekOf, given: GivenPhrase): Promise<Renewed> {
  if (bundle.phrase !== undefined) throw new TernError('wallet/requestMalformed', { at: 'phrase' })
  const open = await openRoot(bundle, kekOf)
  const makers = lockMakers({ phrase: given.phrase }, defaultKdf)
  return renew(open, ({ type }) => type !== 'recovery', makers, given)
}

/**
 * Decrypts the bundle's recovery phrase. The caller zero-fills it. @throws TernError as `openRoot`, `wallet/noPhrase`.
 */
export async function revealPhrase(bundle: Bundle, kekOf: KekOf): Promise<Uint8Array> {
  const { keys } = await openRoot(bundle, kekOf)
  const phrase = await openPhrase(bundle, keys)
  if (phrase === undefined) throw new TernError('wallet/noPhrase', {})
  return phrase
}

/**
 * Gives the bundle a new root key and new locks of the given kinds. The other kinds of locks still open it.
 * The old secrets still open older copies of the file, but no wallet that was added since.
 *
 * @throws TernError as `openRoot`.
 */
export async function replaceLocks(
  bundle: Bundle,
  kekOf: KekOf,
  { cost = defaultKdf, ...secrets }: NewSecrets & { readonly cost?: Cost },
): Promise<Renewed> {
  const open = await openRoot(bundle, kekOf)
  const replaced = [secrets.passphrase && 'pass', secrets.recoveryCode && 'recovery']
  return renew(open, ({ type }) => !replaced.includes(type), lockMakers(secrets, cost))
}

/** The maker of a new recovery lock, if there is a new code. */
const codeMaker = (recoveryCode: KekOf | undefined) => (recoveryCode ? lockMakers({ recoveryCode }, defaultKdf) : [])
const keepsBut = (recoveryCode: KekOf | undefined) => (lock: Lock) =>
  recoveryCode === undefined || lock.type !== 'recovery'

/** A passkey, its label and its output. A label that is taken gets a number. */
export interface PasskeyAnswer extends Pick<PasskeyLock, 'credentialId'> {
  readonly label: string
  readonly addedAt: number
  readonly salt: string
  readonly kekOf: KekOf
}

/**
 * Gives the bundle a new root key and adds a passkey's lock.
 *
 * @param recoveryCode of a new code that replaces the current code.
 * @throws TernError as `openRoot`.
 */
export async function addPasskey(
  bundle: Bundle,
  kekOf: KekOf,
  { passkey, recoveryCode }: { readonly passkey: PasskeyAnswer; readonly recoveryCode?: KekOf | undefined },
): Promise<Renewed> {
  const open = await openRoot(bundle, kekOf)
  const kdf = { name: 'webauthn-prf', salt: passkey.salt } as const
  const taken = new Set(bundle.ark.map(lock => (lock.type === 'prf' ? lock.label : undefined)))
  const { credentialId, addedAt } = passkey
  const lock = { type: 'prf', credentialId, label: freeName(passkey.label, taken), addedAt, kdf } as const
  const make: LockMaker = async (root, suborgId) =>
    lockRoot(root, suborgId, { lock, kek: await kekFor(passkey.kekOf, kdf) })
  return renew(open, keepsBut(recoveryCode), [make, ...codeMaker(recoveryCode)])
}

/**
 * Gives the bundle a new root key without the passkey lock `kid`.
 * The other locks stay, except version-1 locks that the secret did not open (see `dropped`).
 *
 * @param recoveryCode as for `addPasskey`.
 * @throws TernError as `openRoot`.
 */
export async function removePasskey(
  bundle: Bundle,
  kekOf: KekOf,
  { kid, recoveryCode }: { readonly kid: string; readonly recoveryCode?: KekOf | undefined },
): Promise<Renewed> {
  const open = await openRoot(bundle, kekOf)
  const keeps = keepsBut(recoveryCode)
  const isOther = (lock: Lock) => lock.type !== 'prf' || lock.kid !== kid
  return renew(open, lock => isOther(lock) && keeps(lock), codeMaker(recoveryCode))
}

/** The parts of a wallet that are not secret and may change while it is open. */
export type WalletChange = Partial<Pick<SealedWallet, 'label' | 'nonceMode'>>

/**
 * Changes a wallet's label or nonce mode, at the next revision, with the open keys instead of a secret.
 *
 * @throws TernError `wallet/bundleTampered` unless `keys` sealed the bundle.
 */
export async function changeWallet(
  bundle: Bundle,
  keys: RootKeys,
  { address, label, nonceMode }: WalletChange & { readonly address: Address },
): Promise<Bundle> {
  await assertSealed(bundle, keys)
  if (keys.seal === undefined) throw new TernError('wallet/bundleTampered', { address })
  const next = draftOf(bundle)
  const changed = { ...(label !== undefined && { label }), ...(nonceMode !== undefined && { nonceMode }) }
  const wallets = next.wallets.map(wallet => (wallet.address === address ? { ...wallet, ...changed } : wallet))
  return sealBundle({ ...next, wallets }, keys.seal)
}

/**
 * Opens all wallets of an opened bundle, or throws.
 *
 * @throws TernError `wallet/bundleTampered` if a wallet was changed or belongs to another bundle.
 * @throws TernError `trade/addressMismatch` if a key does not belong to its address.
 */
export const openWallets = (open: OpenRoot): Promise<readonly OpenWallet[]> =>
  Promise.all(open.bundle.wallets.map(wallet => openWallet(open, wallet)))

/** Opens all wallets of a parsed bundle, or throws. @throws TernError as `openRoot` and `openWallets`. */
export const openBundle = async (bundle: Bundle, kekOf: KekOf): Promise<readonly OpenWallet[]> =>
  openWallets(await openRoot(bundle, kekOf))

/**
 * Exports a wallet's secret key in the form of other wallets: private half, then address, 64 bytes. The caller zero-fills it.
 *
 * @throws TernError `trade/addressMismatch` if the bundle does not have the wallet, and as `openBundle`.
 */
export async function exportKey(bundle: Bundle, kekOf: KekOf, address: Address): Promise<Uint8Array<ArrayBuffer>> {
  const { keys } = await openRoot(bundle, kekOf)
  const wallet = bundle.wallets.find(sealed => sealed.address === address)
  if (!wallet) throw new TernError('trade/addressMismatch', { expected: address, actual: 'none of its wallets' })
  const { key } = await openWallet({ keys, bundle }, wallet, 'extractable')
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', key))
  const secret = new Uint8Array(64)
  secret.set(pkcs8.subarray(-32))
  secret.set(addressBytes(address), 32)
  pkcs8.fill(0)
  return secret
}
