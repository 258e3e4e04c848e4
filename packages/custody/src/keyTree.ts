import { argon2id } from '@noble/hashes/argon2.js'
import { type Address, addressBytes, encodeBase58, isTernError } from '@tern/core'
import { TernError } from '@tern/core/walletErrors'
import { decodeBase64Url, encodeBase64Url } from './base64Url.ts'
import {
  type Bundle,
  freeName,
  type Lock,
  type PasskeyKdf,
  type PasskeyLock,
  type PassphraseKdf,
  type RecoveryKdf,
  type SealedWallet,
  walletsToImport,
} from './bundle.ts'
import { recoveryCodeBytes } from './recoveryCode.ts'

/**
 * The tree: a passphrase, a recovery code or a passkey's answer becomes a key-encryption key, which wraps a random root key, which wraps each wallet's
 * PKCS#8 key. Wallet keys are generated, wrapped and unwrapped by WebCrypto alone, so their bytes never exist in
 * JavaScript; what this module hands out can sign and cannot be exported. `exportKey` alone is for getting one out.
 */
const AES = 'AES-GCM'
const KEK_INFO = new TextEncoder().encode('tern/kek/v1')
const CHALLENGE = new TextEncoder().encode('tern/is-this-the-key/v1')

/** What new bundles use: 64 MiB and 3 passes, about 0.8 s. */
export const DEFAULT_KDF = { m: 65_536, t: 3, p: 1 } as const

/** What a bundle's boxes are sealed with besides their key: where they belong. JSON, because its quoting is unambiguous. */
const sealOf = (...parts: readonly (string | number)[]) =>
  new TextEncoder().encode(JSON.stringify(['tern/bundle', ...parts]))
const arkSeal = (suborgId: string, kid: string) => sealOf(1, 'ark', suborgId, kid)
const walletSeal = (suborgId: string, walletId: string, address: Address) =>
  sealOf(1, 'wallet', suborgId, walletId, address)

const randomText = (length: number) => encodeBase64Url(crypto.getRandomValues(new Uint8Array(length)))

/** The bytes of a field that `parseBundle` has let through. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64Url(text)
  if (!bytes) throw new TernError('wallet/bundleMalformed', { at: 'base64url' })
  return bytes
}

/** How long a passkey's answer is. */
const ANSWER_LENGTH = 32

/** What is left after stretching, for HKDF to make a key of; `undefined` when `secret` is not of the kind that is asked for. */
function stretch(secret: Uint8Array, kdf: Lock['kdf'], salt: Uint8Array): Uint8Array | undefined {
  if (kdf.name === 'hkdf-sha256') return recoveryCodeBytes(secret)
  if (kdf.name === 'webauthn-prf') return secret.length === ANSWER_LENGTH ? Uint8Array.from(secret) : undefined
  return argon2id(secret, salt, { m: kdf.m, t: kdf.t, p: kdf.p, dkLen: 32 })
}

/**
 * Makes of a passphrase or a recovery code (UTF-8), or of a passkey's answer, the key that wraps root keys; `undefined` when it is not of the kind
 * that `kdf` is for. A passphrase takes about 0.8 s and blocks. Zero-fills nothing of the caller's.
 */
export async function deriveKek(secret: Uint8Array, kdf: Lock['kdf']): Promise<CryptoKey | undefined> {
  const salt = bytesOf(kdf.salt)
  const stretched = stretch(secret, kdf, salt) as Uint8Array<ArrayBuffer> | undefined
  if (!stretched) return undefined
  const material = await crypto.subtle.importKey('raw', stretched, 'HKDF', false, ['deriveKey'])
  stretched.fill(0)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: KEK_INFO },
    material,
    { name: AES, length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  )
}

/** Answers a lock's key: `deriveKek` with the secret at hand. */
export type KekOf = (kdf: Lock['kdf']) => Promise<CryptoKey | undefined>

/** An unlocked wallet: signs, and cannot be exported. */
export interface OpenWallet {
  readonly address: Address
  readonly key: CryptoKey
}

async function newWallet(
  root: CryptoKey,
  suborgId: string,
  { label, createdAt }: { label: string; createdAt: number },
): Promise<SealedWallet> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const address = encodeBase58(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))) as Address
  return sealWallet(root, suborgId, pair.privateKey, { address, label, nonceMode: false, createdAt })
}

async function sealWallet(
  root: CryptoKey,
  suborgId: string,
  key: CryptoKey,
  { address, label, nonceMode, createdAt }: Omit<SealedWallet, 'walletId' | 'iv' | 'ciphertext'>,
): Promise<SealedWallet> {
  const walletId = randomText(16)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const wrapped = await crypto.subtle.wrapKey('pkcs8', key, root, {
    name: AES,
    iv,
    additionalData: walletSeal(suborgId, walletId, address),
  })
  return {
    walletId,
    address,
    label,
    iv: encodeBase64Url(iv),
    ciphertext: encodeBase64Url(new Uint8Array(wrapped)),
    nonceMode,
    createdAt,
  }
}

/** How a new lock is opened: by stretching a passphrase, at this cost, or by a recovery code. */
type NewLock = { readonly type: 'pass'; readonly cost: Cost } | { readonly type: 'recovery' }

/** What a passphrase costs to try, as `PassphraseKdf` has it. */
export type Cost = Omit<PassphraseKdf, 'name' | 'salt'>

async function sealRoot(root: CryptoKey, suborgId: string, kdf: Lock['kdf'], kekOf: KekOf) {
  const kid = randomText(16)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const kek = await kekOf(kdf)
  if (!kek) throw new TernError('wallet/recoveryCodeMalformed', {})
  const algorithm = { name: AES, iv, additionalData: arkSeal(suborgId, kid) }
  const wrapped = await crypto.subtle.wrapKey('raw', root, kek, algorithm)
  return { kid, iv: encodeBase64Url(iv), wrapped: encodeBase64Url(new Uint8Array(wrapped)) }
}

async function lockRoot(root: CryptoKey, suborgId: string, lock: NewLock, kekOf: KekOf): Promise<Lock> {
  const salt = randomText(16)
  if (lock.type === 'recovery') {
    const kdf: RecoveryKdf = { name: 'hkdf-sha256', salt }
    return { type: 'recovery', kdf, ...(await sealRoot(root, suborgId, kdf, kekOf)) }
  }
  const kdf: PassphraseKdf = { name: 'argon2id', ...lock.cost, salt }
  return { type: 'pass', kdf, ...(await sealRoot(root, suborgId, kdf, kekOf)) }
}

/** What a new lock is opened with. */
export interface NewSecrets {
  readonly passphrase?: KekOf
  readonly recoveryCode?: KekOf
}

async function lockWith(root: CryptoKey, suborgId: string, secrets: NewSecrets, cost: Cost): Promise<readonly Lock[]> {
  const { passphrase, recoveryCode } = secrets
  return Promise.all([
    ...(passphrase ? [lockRoot(root, suborgId, { type: 'pass', cost }, passphrase)] : []),
    ...(recoveryCode ? [lockRoot(root, suborgId, { type: 'recovery' }, recoveryCode)] : []),
  ])
}

/** A new bundle with one new wallet, at revision 1. `createdAt`: seconds since 1970. */
export async function createBundle(
  { suborgId, label, createdAt }: { suborgId: string; label: string; createdAt: number },
  passphrase: KekOf,
  cost: Cost = DEFAULT_KDF,
  recoveryCode?: KekOf,
): Promise<Bundle> {
  const root = await crypto.subtle.generateKey({ name: AES, length: 256 }, true, ['wrapKey', 'unwrapKey'])
  const wallet = await newWallet(root, suborgId, { label, createdAt })
  const ark = await lockWith(root, suborgId, { passphrase, ...(recoveryCode && { recoveryCode }) }, cost)
  return { v: 1, suborgId, rev: 1, createdAt, ark, wallets: [wallet] }
}

/**
 * The bundle with one more wallet, at the next revision. `createdAt`: seconds since 1970.
 * @throws TernError `wallet/wrongPassphrase`.
 */
export async function addWallet(
  bundle: Bundle,
  { label, createdAt }: { label: string; createdAt: number },
  kekOf: KekOf,
): Promise<Bundle> {
  const root = await unlockRoot(bundle, kekOf, { extractable: false, usages: ['wrapKey'] })
  const wallet = await newWallet(root, bundle.suborgId, { label, createdAt })
  return { ...bundle, rev: bundle.rev + 1, wallets: [...bundle.wallets, wallet] }
}

/**
 * The bundle at the next revision with the wallets of `file` that it lacks, sealed under its own root key: from then on what
 * opens the bundle opens them.
 * @throws TernError `wallet/wrongPassphrase`, `wallet/wrongFilePassphrase`, and as `openBundle` for what is wrong with `file`.
 */
export async function importWallets(bundle: Bundle, kekOf: KekOf, file: Bundle, fileKekOf: KekOf): Promise<Bundle> {
  const { suborgId } = bundle
  const root = await unlockRoot(bundle, kekOf, { extractable: false, usages: ['wrapKey'] })
  const fileRoot = await unlockRoot(file, fileKekOf, { extractable: false, usages: ['unwrapKey'] }).catch(error => {
    throw isTernError(error, 'wallet/wrongPassphrase') ? new TernError('wallet/wrongFilePassphrase', {}) : error
  })
  const added = walletsToImport(bundle, file).map(async wallet => {
    const { key } = await openWallet(fileRoot, file.suborgId, wallet, 'extractable')
    return sealWallet(root, suborgId, key, wallet)
  })
  return { ...bundle, rev: bundle.rev + 1, wallets: [...bundle.wallets, ...(await Promise.all(added))] }
}

/**
 * The bundle at the next revision, its locks of the kinds in `secrets` replaced by new ones; the others still open it. Older
 * copies of the file open with what they were made with.
 * @throws TernError `wallet/wrongPassphrase` when `kekOf` opens no lock.
 */
export async function replaceLocks(
  bundle: Bundle,
  kekOf: KekOf,
  secrets: NewSecrets,
  cost: Cost = DEFAULT_KDF,
): Promise<Bundle> {
  const root = await unlockRoot(bundle, kekOf, { extractable: true, usages: ['wrapKey'] })
  const locks = await lockWith(root, bundle.suborgId, secrets, cost)
  const kept = bundle.ark.filter(({ type }) => !locks.some(lock => lock.type === type))
  return { ...bundle, rev: bundle.rev + 1, ark: [...kept, ...locks] }
}

/** A passkey, what it is listed as, and what it answered. A label that another one has gets a number. */
export interface PasskeyAnswer extends Pick<PasskeyLock, 'credentialId'> {
  readonly label: string
  readonly addedAt: number
  readonly salt: string
  readonly kekOf: KekOf
}

/** The bundle at the next revision, which a passkey opens too. @throws TernError `wallet/wrongPassphrase` when `kekOf` opens no lock. */
export async function addPasskey(bundle: Bundle, kekOf: KekOf, passkey: PasskeyAnswer): Promise<Bundle> {
  const root = await unlockRoot(bundle, kekOf, { extractable: true, usages: ['wrapKey'] })
  const kdf: PasskeyKdf = { name: 'webauthn-prf', salt: passkey.salt }
  const sealed = await sealRoot(root, bundle.suborgId, kdf, passkey.kekOf)
  const taken = new Set(bundle.ark.map(lock => (lock.type === 'prf' ? lock.label : undefined)))
  const { credentialId, addedAt } = passkey
  const lock: PasskeyLock = {
    type: 'prf',
    credentialId,
    label: freeName(passkey.label, taken),
    addedAt,
    kdf,
    ...sealed,
  }
  return { ...bundle, rev: bundle.rev + 1, ark: [...bundle.ark, lock] }
}

/**
 * The bundle at the next revision, which the passkey of the lock `kid` no longer opens; the passphrase and the recovery code do, as
 * do other passkeys. @throws TernError `wallet/wrongPassphrase` when `kekOf` opens no lock.
 */
export async function removePasskey(bundle: Bundle, kekOf: KekOf, kid: string): Promise<Bundle> {
  await unlockRoot(bundle, kekOf, { extractable: false, usages: ['unwrapKey'] })
  const kept = bundle.ark.filter(lock => lock.type !== 'prf' || lock.kid !== kid)
  return { ...bundle, rev: bundle.rev + 1, ark: kept }
}

interface RootUse {
  readonly extractable: boolean
  readonly usages: readonly ('wrapKey' | 'unwrapKey')[]
}

/** The root key. @throws TernError `wallet/wrongPassphrase` when no lock opens. */
async function unlockRoot(bundle: Bundle, kekOf: KekOf, { extractable, usages }: RootUse): Promise<CryptoKey> {
  // What takes no stretching is tried first: a recovery code opens at once, and for a passphrase nothing is lost.
  const quickFirst = bundle.ark.toSorted((a, b) => Number(a.type === 'pass') - Number(b.type === 'pass'))
  for (const lock of quickFirst) {
    const kek = await kekOf(lock.kdf)
    if (!kek) continue
    const algorithm = { name: AES, iv: bytesOf(lock.iv), additionalData: arkSeal(bundle.suborgId, lock.kid) }
    try {
      return await crypto.subtle.unwrapKey('raw', bytesOf(lock.wrapped), kek, algorithm, AES, extractable, [...usages])
    } catch {
      // Another lock may be the one that this secret opens.
    }
  }
  throw new TernError('wallet/wrongPassphrase', {})
}

/** Whether `key` is the private half of `address`: what it signs verifies. */
async function isKeyOf(key: CryptoKey, address: Address): Promise<boolean> {
  try {
    const raw = addressBytes(address) as Uint8Array<ArrayBuffer>
    const publicKey = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify(
      'Ed25519',
      publicKey,
      await crypto.subtle.sign('Ed25519', key, CHALLENGE),
      CHALLENGE,
    )
  } catch {
    return false
  }
}

/** `extractable`: for WebCrypto to wrap it again, and for `exportKey`. */
async function openWallet(
  root: CryptoKey,
  suborgId: string,
  wallet: SealedWallet,
  use: 'extractable' | 'sign' = 'sign',
): Promise<OpenWallet> {
  const { walletId, address } = wallet
  const algorithm = { name: AES, iv: bytesOf(wallet.iv), additionalData: walletSeal(suborgId, walletId, address) }
  let key: CryptoKey
  try {
    const sealed = bytesOf(wallet.ciphertext)
    const isExtractable = use === 'extractable'
    key = await crypto.subtle.unwrapKey('pkcs8', sealed, root, algorithm, 'Ed25519', isExtractable, ['sign'])
  } catch {
    throw new TernError('wallet/bundleTampered', { address })
  }
  if (!(await isKeyOf(key, address)))
    throw new TernError('trade/addressMismatch', { expected: address, actual: 'another key' })
  return { address, key }
}

/**
 * Opens every wallet of a parsed bundle, or none.
 * @throws TernError `wallet/wrongPassphrase` when no lock opens (a changed lock cannot be told from it),
 *   `wallet/bundleTampered` when a wallet was changed or is another bundle's, `trade/addressMismatch` when a key is not
 *   its address's.
 */
export async function openBundle(bundle: Bundle, kekOf: KekOf): Promise<readonly OpenWallet[]> {
  const root = await unlockRoot(bundle, kekOf, { extractable: false, usages: ['unwrapKey'] })
  return Promise.all(bundle.wallets.map(wallet => openWallet(root, bundle.suborgId, wallet)))
}

/**
 * The secret key of one wallet as other wallets take it: its private half and its address, 64 bytes, for the caller to zero-fill.
 * @throws TernError `wallet/wrongPassphrase`, `trade/addressMismatch` when the bundle has no such wallet, and as `openBundle`.
 */
export async function exportKey(bundle: Bundle, kekOf: KekOf, address: Address): Promise<Uint8Array<ArrayBuffer>> {
  const root = await unlockRoot(bundle, kekOf, { extractable: false, usages: ['unwrapKey'] })
  const wallet = bundle.wallets.find(sealed => sealed.address === address)
  if (!wallet) throw new TernError('trade/addressMismatch', { expected: address, actual: 'none of its wallets' })
  const { key } = await openWallet(root, bundle.suborgId, wallet, 'extractable')
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', key))
  const secret = new Uint8Array(64)
  secret.set(pkcs8.subarray(-32))
  secret.set(addressBytes(address), 32)
  pkcs8.fill(0)
  return secret
}
