import { type Address, addressBytes, isTernError, TernError } from '@tern/core'
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
 * The tree: what opens a bundle gives its root key (`rootKey.ts`), from which follow the key that wraps each wallet's PKCS#8 key and
 * the key that seals the whole bundle. WebCrypto alone wraps and unwraps wallet keys, so their bytes exist in JavaScript only while
 * a key is made of a phrase or read from text; what this module hands out can sign and cannot be exported. `exportKey` and
 * `revealPhrase` alone are for getting secrets out.
 */
/** What new bundles use: 64 MiB and 3 passes, about 0.8 s. */
export const DEFAULT_KDF = { m: 65_536, t: 3, p: 1 } as const

/** The key of a new lock, from the secret that is to open it. */
async function kekFor(kekOf: KekOf, kdf: Lock['kdf']): Promise<CryptoKey> {
  const kek = await kekOf(kdf)
  if (!kek) throw new TernError('wallet/recoveryCodeMalformed', {})
  return kek
}

/** What new locks are opened with. */
export interface NewSecrets {
  readonly passphrase?: KekOf
  readonly recoveryCode?: KekOf
  /** The recovery phrase itself, its words in UTF-8. */
  readonly phrase?: Uint8Array
}

/** Makes a new lock of the bundle's root key, which is known once there is one. */
type LockMaker = (root: CryptoKey, suborgId: string) => Promise<Lock>

function lockMakers({ passphrase, recoveryCode, phrase }: NewSecrets, cost: Cost): readonly LockMaker[] {
  const made = (lock: NewLock, kekOf: KekOf): LockMaker => {
    return async (root, suborgId) => lockRoot(root, suborgId, lock, await kekFor(kekOf, lock.kdf))
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

/** A new bundle with one new wallet of no phrase, at revision 1. `createdAt`: seconds since 1970. */
export async function createBundle(
  { suborgId, label, createdAt }: { suborgId: string; label: string; createdAt: number },
  passphrase: KekOf,
  cost: Cost = DEFAULT_KDF,
  recoveryCode?: KekOf,
): Promise<Bundle> {
  const { root, keys } = await newRoot(suborgId)
  const wallet = await newWallet(keys, suborgId, { label, createdAt })
  const makers = lockMakers({ passphrase, ...(recoveryCode && { recoveryCode }) }, cost)
  const ark = await Promise.all(makers.map(make => make(root, suborgId)))
  return sealBundle({ suborgId, rev: 1, createdAt, ark, wallets: [wallet] }, keys.seal)
}

/** A wallet to be made of a phrase. */
export interface NamedDerivation extends Derivation {
  readonly label: string
}

/** A new bundle with wallets of a phrase, which opens it as the passphrase does, at revision 1. `createdAt`: seconds since 1970. */
export async function createBundleOfPhrase(
  { suborgId, createdAt, wallets }: { suborgId: string; createdAt: number; wallets: readonly NamedDerivation[] },
  { passphrase, phrase }: Required<Pick<NewSecrets, 'passphrase' | 'phrase'>>,
  cost: Cost = DEFAULT_KDF,
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
) => sealWallet(keys, suborgId, key, { address, nonceMode: false, ...about })

/** The phrase's first account that `known` lacks, by the path that Phantom and Solflare use. */
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

/** A bundle at its next revision, not yet sealed, and what follows from its root key. */
interface Draft {
  readonly bundle: Omit<Bundle, 'v' | 'seal'>
  readonly keys: Required<RootKeys>
}

const draftOf = ({ suborgId, rev, createdAt, ark, wallets, phrase }: Bundle): Draft['bundle'] => {
  return { suborgId, rev: rev + 1, createdAt, ark, wallets, ...(phrase && { phrase }) }
}

/** The wallets of an opened bundle, wrapped by the keys of another root key or of another version. */
async function rewrap({ bundle, keys }: OpenRoot, next: RootKeys): Promise<readonly SealedWallet[]> {
  return Promise.all(
    bundle.wallets.map(async wallet => {
      const { key } = await openWallet(keys, bundle, wallet, 'extractable')
      return sealWallet(next, bundle.suborgId, key, wallet)
    }),
  )
}

/**
 * The bundle at its next revision, as of version 2. The lock that was opened is made anew if it is of version 1; the others are
 * once they open.
 */
async function modernised(open: OpenRoot): Promise<Draft> {
  const { bundle, keys, lock, kek } = open
  const { suborgId } = bundle
  const next = draftOf(bundle)
  const ark = lock.box
    ? bundle.ark
    : await Promise.all(
        bundle.ark.map(async one => (one === lock ? lockRoot(await open.root(), suborgId, bare(lock), kek) : one)),
      )
  const { seal, wallets, phrase } = keys
  if (seal !== undefined && phrase !== undefined) return { bundle: { ...next, ark }, keys: { seal, wallets, phrase } }
  const nextKeys = await open.nextKeys()
  return { bundle: { ...next, ark, wallets: await rewrap(open, nextKeys) }, keys: nextKeys }
}

/** What a lock is, without what it holds. */
function bare({ kid: _, iv: __, wrapped: ___, box: ____, ...lock }: Lock): NewLock {
  return lock as NewLock
}

/** Whether an opened bundle, or the lock that opened it, is of version 1. */
export const isDated = ({ bundle, lock }: OpenRoot): boolean => bundle.v === 1 || lock.box === undefined

/** An opened bundle as of version 2, at the next revision: the same wallets, names and locks. */
export async function modernise(open: OpenRoot): Promise<Bundle> {
  const { bundle, keys } = await modernised(open)
  return sealBundle(bundle, keys.seal)
}

/**
 * The bundle with one more wallet, at the next revision: the next of its phrase, if it has one. `createdAt`: seconds since 1970.
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
 * The bundle at the next revision with the wallets of `file` that it lacks, sealed under its own root key: from then on what
 * opens the bundle opens them.
 * @throws TernError `wallet/wrongPassphrase`, `wallet/wrongFilePassphrase`, and as `openBundle` for what is wrong with `file`.
 */
export async function importWallets(bundle: Bundle, kekOf: KekOf, file: Bundle, fileKekOf: KekOf): Promise<Bundle> {
  const { suborgId } = bundle
  const { bundle: next, keys } = await modernised(await openRoot(bundle, kekOf))
  const ofFile = await openRoot(file, fileKekOf).catch(error => {
    throw isTernError(error, 'wallet/wrongPassphrase') ? new TernError('wallet/wrongFilePassphrase', {}) : error
  })
  const added = walletsToImport(bundle, file).map(async wallet => {
    const { key } = await openWallet(ofFile.keys, file, wallet, 'extractable')
    const { walletId: _, ...rest } = wallet
    return sealWallet(keys, suborgId, key, rest)
  })
  return sealBundle({ ...next, wallets: [...next.wallets, ...(await Promise.all(added))] }, keys.seal)
}

/** A secret key that comes from elsewhere: its private half, 32 bytes. */
export interface NamedSecret {
  readonly secret: Uint8Array
  readonly label: string
}

/**
 * The bundle at the next revision with wallets of secret keys from elsewhere, but for those that it has. No phrase of the bundle's
 * leads to them.
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

/** A bundle whose root key is new. */
export interface Renewed {
  readonly bundle: Bundle
  /** Locks of version 1 that could not follow, since only their own secret could give them the new root key. */
  readonly dropped: readonly Lock[]
}

/**
 * The bundle at the next revision under a new root key: all wallets are wrapped anew, and the locks that `keeps` lets stay are given
 * the new root key. A secret that opened an older revision opens nothing of this one unless its lock is among those.
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
    else if (lock === open.lock) kept.push(await lockRoot(root, suborgId, bare(lock), open.kek))
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

/** A phrase for a bundle that has none, and the wallet to be made of it. */
interface GivenPhrase {
  readonly phrase: Uint8Array
  readonly wallet: { readonly label: string; readonly createdAt: number }
}

/**
 * The bundle at the next revision under a new root key, with a recovery phrase in the place of its recovery code, and a first wallet
 * of that phrase. The wallets that it has stay, and no phrase leads to them.
 * @throws TernError as `openRoot`, `wallet/requestMalformed` when it has a phrase.
 */
export async function givePhrase(bundle: Bundle, kekOf: KekOf, given: GivenPhrase): Promise<Renewed> {
  if (bundle.phrase !== undefined) throw new TernError('wallet/requestMalformed', { at: 'phrase' })
  const open = await openRoot(bundle, kekOf)
  const makers = lockMakers({ phrase: given.phrase }, DEFAULT_KDF)
  return renew(open, ({ type }) => type !== 'recovery', makers, given)
}

/** The recovery phrase of a bundle, for the caller to zero-fill. @throws TernError as `openRoot`, `wallet/noPhrase`. */
export async function revealPhrase(bundle: Bundle, kekOf: KekOf): Promise<Uint8Array> {
  const { keys } = await openRoot(bundle, kekOf)
  const phrase = await openPhrase(bundle, keys)
  if (phrase === undefined) throw new TernError('wallet/noPhrase', {})
  return phrase
}

/**
 * The bundle at the next revision under a new root key, its locks of the kinds in `secrets` replaced by new ones; the others still
 * open it. Older copies of the file open with what they were made with, and open no wallet that was made since.
 * @throws TernError as `openRoot`.
 */
export async function replaceLocks(
  bundle: Bundle,
  kekOf: KekOf,
  secrets: NewSecrets,
  cost: Cost = DEFAULT_KDF,
): Promise<Renewed> {
  const open = await openRoot(bundle, kekOf)
  const replaced = [secrets.passphrase && 'pass', secrets.recoveryCode && 'recovery']
  return renew(open, ({ type }) => !replaced.includes(type), lockMakers(secrets, cost))
}

/** A new recovery code, where one is made along. */
const codeMaker = (recoveryCode: KekOf | undefined) => (recoveryCode ? lockMakers({ recoveryCode }, DEFAULT_KDF) : [])
const keepsBut = (recoveryCode: KekOf | undefined) => (lock: Lock) =>
  recoveryCode === undefined || lock.type !== 'recovery'

/** A passkey, what it is listed as, and what it answered. A label that another one has gets a number. */
export interface PasskeyAnswer extends Pick<PasskeyLock, 'credentialId'> {
  readonly label: string
  readonly addedAt: number
  readonly salt: string
  readonly kekOf: KekOf
}

/**
 * The bundle at the next revision under a new root key, which a passkey opens too. `recoveryCode`: of a new code, which takes the
 * present one's place. @throws TernError as `openRoot`.
 */
export async function addPasskey(
  bundle: Bundle,
  kekOf: KekOf,
  passkey: PasskeyAnswer,
  recoveryCode?: KekOf,
): Promise<Renewed> {
  const open = await openRoot(bundle, kekOf)
  const kdf = { name: 'webauthn-prf', salt: passkey.salt } as const
  const taken = new Set(bundle.ark.map(lock => (lock.type === 'prf' ? lock.label : undefined)))
  const { credentialId, addedAt } = passkey
  const lock = { type: 'prf', credentialId, label: freeName(passkey.label, taken), addedAt, kdf } as const
  const make: LockMaker = async (root, suborgId) => lockRoot(root, suborgId, lock, await kekFor(passkey.kekOf, kdf))
  return renew(open, keepsBut(recoveryCode), [make, ...codeMaker(recoveryCode)])
}

/**
 * The bundle at the next revision under a new root key, which the passkey of the lock `kid` no longer opens; the passphrase, the
 * recovery code and other passkeys do. `recoveryCode`: as for `addPasskey`. @throws TernError as `openRoot`.
 */
export async function removePasskey(bundle: Bundle, kekOf: KekOf, kid: string, recoveryCode?: KekOf): Promise<Renewed> {
  const open = await openRoot(bundle, kekOf)
  const keeps = keepsBut(recoveryCode)
  const isOther = (lock: Lock) => lock.type !== 'prf' || lock.kid !== kid
  return renew(open, lock => isOther(lock) && keeps(lock), codeMaker(recoveryCode))
}

/** What is no secret about a wallet, and may change while it is open. */
export type WalletChange = Partial<Pick<SealedWallet, 'label' | 'nonceMode'>>

/**
 * The bundle at the next revision with one wallet called or used otherwise, for whoever has its root key open.
 * @throws TernError `wallet/bundleTampered` when `keys` have not sealed the bundle.
 */
export async function changeWallet(
  bundle: Bundle,
  keys: RootKeys,
  address: Address,
  { label, nonceMode }: WalletChange,
): Promise<Bundle> {
  await assertSealed(bundle, keys)
  if (keys.seal === undefined) throw new TernError('wallet/bundleTampered', { address })
  const next = draftOf(bundle)
  const changed = { ...(label !== undefined && { label }), ...(nonceMode !== undefined && { nonceMode }) }
  const wallets = next.wallets.map(wallet => (wallet.address === address ? { ...wallet, ...changed } : wallet))
  return sealBundle({ ...next, wallets }, keys.seal)
}

/**
 * Opens every wallet of an opened bundle, or none.
 * @throws TernError `wallet/bundleTampered` when a wallet was changed or is another bundle's, `trade/addressMismatch` when a key is
 *   not its address's.
 */
export const openWallets = ({ bundle, keys }: OpenRoot): Promise<readonly OpenWallet[]> =>
  Promise.all(bundle.wallets.map(wallet => openWallet(keys, bundle, wallet)))

/**
 * Opens every wallet of a parsed bundle, or none.
 * @throws TernError as `openRoot` and `openWallets`.
 */
export const openBundle = async (bundle: Bundle, kekOf: KekOf): Promise<readonly OpenWallet[]> =>
  openWallets(await openRoot(bundle, kekOf))

/**
 * The secret key of one wallet as other wallets take it: its private half and its address, 64 bytes, for the caller to zero-fill.
 * @throws TernError `trade/addressMismatch` when the bundle has no such wallet, and as `openBundle`.
 */
export async function exportKey(bundle: Bundle, kekOf: KekOf, address: Address): Promise<Uint8Array<ArrayBuffer>> {
  const { keys } = await openRoot(bundle, kekOf)
  const wallet = bundle.wallets.find(sealed => sealed.address === address)
  if (!wallet) throw new TernError('trade/addressMismatch', { expected: address, actual: 'none of its wallets' })
  const { key } = await openWallet(keys, bundle, wallet, 'extractable')
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', key))
  const secret = new Uint8Array(64)
  secret.set(pkcs8.subarray(-32))
  secret.set(addressBytes(address), 32)
  pkcs8.fill(0)
  return secret
}
