import { argon2id } from '@noble/hashes/argon2.js'
import { type Address, isTernError, TernError } from '@tern/core'
import { canonicalJson, decodeBase64Url, encodeBase64Url, withoutOrderMarks } from '@tern/core/internal'
import type { Bundle, Lock, PasskeyLock, PassphraseKdf, RootBox } from './bundle.ts'
import { phraseBytes } from './phrase/phrase.ts'
import { recoveryCodeBytes } from './recoveryCode.ts'

/**
 * The root key of a bundle: its locks, and the keys that derive from it.
 *
 * - A lock's secret derives a key-encryption key. That key wraps an X25519 private key. The root key is sealed to its public half.
 * - Three keys derive from the root key: to wrap wallets, to encrypt the phrase and to seal the bundle.
 *
 * WebCrypto alone holds these keys, so their bytes never exist in JavaScript. Only the lock's secret does.
 */
export const aes = 'AES-GCM'
const exchangeAlgorithm = 'X25519'
const kekInfo = new TextEncoder().encode('tern/kek/v1')

/** Cost of a guess at a passphrase, see `PassphraseKdf`. */
export type Cost = Omit<PassphraseKdf, 'name' | 'salt'>

/** Returns a lock's key: `deriveKek` for a secret in memory. */
export type KekOf = (kdf: Lock['kdf']) => Promise<CryptoKey | undefined>

/** Builds the additional data that binds encrypted bytes to their place. JSON, because its quoting is unambiguous. */
export const placeOf = (version: Bundle['v'], ...parts: readonly string[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(['tern/bundle', version, ...parts]))

export const randomText = (length: number): string => encodeBase64Url(crypto.getRandomValues(new Uint8Array(length)))
export const encode = (bytes: ArrayBuffer): string => encodeBase64Url(new Uint8Array(bytes))

/** Decodes a base64url field that `parseBundle` has checked. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64Url(text)
  if (!bytes) throw new TernError('wallet/bundleMalformed', { at: 'base64url' })
  return bytes
}

/** Bytes of a passkey's PRF output. */
const answerLength = 32

/** Stretches a secret for HKDF. @returns `undefined` if the secret does not have the form that `kdf` expects. */
function stretch(secret: Uint8Array, kdf: Lock['kdf'], salt: Uint8Array): Uint8Array | undefined {
  if (kdf.name === 'hkdf-sha256') return recoveryCodeBytes(secret)
  if (kdf.name === 'bip39-hkdf-sha256') return phraseBytes(secret)
  if (kdf.name === 'webauthn-prf') return secret.length === answerLength ? Uint8Array.from(secret) : undefined
  return argon2id(secret, salt, { m: kdf.m, t: kdf.t, p: kdf.p, dkLen: 32 })
}

/**
 * Derives the key that opens a lock from a secret: a passphrase, recovery code or phrase (UTF-8), or a passkey's PRF output.
 * A passphrase takes about 0.8 s at the default cost and blocks the thread. The caller zero-fills `secret`.
 *
 * @returns `undefined` if the secret does not have the form that `kdf` expects.
 */
export async function deriveKek(secret: Uint8Array, kdf: Lock['kdf']): Promise<CryptoKey | undefined> {
  const salt = bytesOf(kdf.salt)
  const stretched = stretch(secret, kdf, salt) as Uint8Array<ArrayBuffer> | undefined
  if (!stretched) return undefined
  const material = await crypto.subtle.importKey('raw', stretched, 'HKDF', false, ['deriveKey'])
  stretched.fill(0)
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: kekInfo },
    material,
    { name: aes, length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  )
}

/** Caches each lock's key, because stretching is slow. */
export function kekCache(secret: Uint8Array): KekOf {
  const known = new Map<string, Promise<CryptoKey | undefined>>()
  return kdf => {
    const name = JSON.stringify(kdf)
    const kek = known.get(name) ?? deriveKek(secret, kdf)
    known.set(name, kek)
    return kek
  }
}

/** Keys that derive from a bundle's root key. */
export interface RootKeys {
  /** Wraps and unwraps wallet keys. */
  readonly wallets: CryptoKey
  /** Signs and verifies the seal. `undefined` for version 1. */
  readonly seal?: CryptoKey
  /** Encrypts and decrypts the recovery phrase. `undefined` for version 1. */
  readonly phrase?: CryptoKey
}

async function keysOf(material: CryptoKey, suborgId: string): Promise<Required<RootKeys>> {
  const from = (purpose: string) => {
    return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: placeOf(2, purpose, suborgId) }
  }
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 }
  return {
    wallets: await crypto.subtle.deriveKey(from('wallets'), material, { name: aes, length: 256 }, false, [
      'wrapKey',
      'unwrapKey',
    ]),
    seal: await crypto.subtle.deriveKey(from('seal'), material, hmac, false, ['sign', 'verify']),
    phrase: await crypto.subtle.deriveKey(from('phrase'), material, { name: aes, length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
  }
}

/** Creates a root key that can be sealed to locks, and derives its keys. */
export async function newRoot(suborgId: string): Promise<{ root: CryptoKey; keys: Required<RootKeys> }> {
  const root = await crypto.subtle.generateKey({ name: aes, length: 256 }, true, ['wrapKey'])
  // Wrap and unwrap turns the AES key into HKDF material without its bytes ever reaching JavaScript.
  const once = await crypto.subtle.generateKey({ name: aes, length: 256 }, false, ['wrapKey', 'unwrapKey'])
  const how = { name: aes, iv: new Uint8Array(12) }
  const wrapped = await crypto.subtle.wrapKey('raw', root, once, how)
  const material = await crypto.subtle.unwrapKey('raw', wrapped, once, how, 'HKDF', false, ['deriveKey'])
  return { root, keys: await keysOf(material, suborgId) }
}

/** Derives the key of a box from a private and a public key. The key encrypts a single message. */
async function exchange(own: CryptoKey, other: string, { ephemeral, publicKey }: Omit<RootBox, 'sealed'>) {
  const theirs = await crypto.subtle.importKey('raw', bytesOf(other), exchangeAlgorithm, false, [])
  const shared = await crypto.subtle.deriveKey({ name: exchangeAlgorithm, public: theirs }, own, 'HKDF', false, [
    'deriveKey',
  ])
  const salt = Uint8Array.of(...bytesOf(ephemeral), ...bytesOf(publicKey))
  const info = placeOf(2, 'box')
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    shared,
    { name: aes, length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  )
}

/** A box's key encrypts a single message, so a zero nonce is safe. */
const boxCipher = (suborgId: string, kid: string) => {
  return { name: aes, iv: new Uint8Array(12), additionalData: placeOf(2, 'root', suborgId, kid) }
}

/** Seals a root key to a lock's public key. The lock's secret is not needed. */
async function sealTo(root: CryptoKey, suborgId: string, kid: string, publicKey: string): Promise<RootBox> {
  const sender = (await crypto.subtle.generateKey(exchangeAlgorithm, false, ['deriveKey'])) as CryptoKeyPair
  const ephemeral = encode(await crypto.subtle.exportKey('raw', sender.publicKey))
  const key = await exchange(sender.privateKey, publicKey, { ephemeral, publicKey })
  const sealed = encode(await crypto.subtle.wrapKey('raw', root, key, boxCipher(suborgId, kid)))
  return { publicKey, ephemeral, sealed }
}

/** A lock without a root key. */
export type NewLock =
  | Pick<Extract<Lock, { type: 'pass' }>, 'type' | 'kdf'>
  | Pick<Extract<Lock, { type: 'recovery' }>, 'type' | 'kdf'>
  | Pick<Extract<Lock, { type: 'phrase' }>, 'type' | 'kdf'>
  | Pick<PasskeyLock, 'type' | 'kdf' | 'credentialId' | 'label' | 'addedAt'>

/** Creates a lock of `root` that `kek` opens. */
export async function lockRoot(
  root: CryptoKey,
  suborgId: string,
  { lock, kek }: { readonly lock: NewLock; readonly kek: CryptoKey },
): Promise<Lock> {
  const kid = randomText(16)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const pair = (await crypto.subtle.generateKey(exchangeAlgorithm, true, ['deriveKey'])) as CryptoKeyPair
  const publicKey = encode(await crypto.subtle.exportKey('raw', pair.publicKey))
  const additionalData = placeOf(2, 'lock', suborgId, kid)
  const wrapped = await crypto.subtle.wrapKey('pkcs8', pair.privateKey, kek, { name: aes, iv, additionalData })
  const box = await sealTo(root, suborgId, kid, publicKey)
  return { ...lock, kid, iv: encodeBase64Url(iv), wrapped: encode(wrapped), box }
}

/**
 * Gives a lock another root key.
 *
 * @returns `undefined` for a lock of version 1, because only its own secret could give it a root key.
 */
export async function lockAnew(root: CryptoKey, suborgId: string, lock: Lock): Promise<Lock | undefined> {
  if (lock.box === undefined) return undefined
  return { ...lock, box: await sealTo(root, suborgId, lock.kid, lock.box.publicKey) }
}

/** An opened bundle and the keys of its root key. */
export interface OpenRoot {
  /** The bundle. Its seal was checked, unless it is of version 1. */
  readonly bundle: Bundle
  readonly keys: RootKeys
  /** The lock that the secret opened, and that lock's key. */
  readonly lock: Lock
  readonly kek: CryptoKey
  /** Unwraps the root key, extractable so that WebCrypto can seal it again. */
  root(): Promise<CryptoKey>
  /** Derives the keys of version 2 from the root key. */
  nextKeys(): Promise<Required<RootKeys>>
}

type Unwrap = (as: 'HKDF' | 'AES-GCM', isExtractable: boolean, usages: KeyUsage[]) => Promise<CryptoKey>

/** Opens a lock. @throws WebCrypto's error if `kek` does not open it. */
async function openLock({ suborgId }: Bundle, lock: Lock, kek: CryptoKey): Promise<Unwrap> {
  const { kid, box } = lock
  const [iv, wrapped] = [bytesOf(lock.iv), bytesOf(lock.wrapped)]
  if (box === undefined) {
    const cipher = { name: aes, iv, additionalData: placeOf(1, 'ark', suborgId, kid) }
    return (...as) => crypto.subtle.unwrapKey('raw', wrapped, kek, cipher, ...as)
  }
  const cipher = { name: aes, iv, additionalData: placeOf(2, 'lock', suborgId, kid) }
  const own = await crypto.subtle.unwrapKey('pkcs8', wrapped, kek, cipher, exchangeAlgorithm, false, ['deriveKey'])
  const key = await exchange(own, box.ephemeral, box)
  return (...as) => crypto.subtle.unwrapKey('raw', bytesOf(box.sealed), key, boxCipher(suborgId, kid), ...as)
}

/**
 * Opens a bundle's root key and checks the seal with it.
 *
 * @throws TernError `wallet/wrongPassphrase` if the secret opens no lock, `wallet/bundleTampered` if the seal is wrong.
 */
export async function openRoot(bundle: Bundle, kekOf: KekOf): Promise<OpenRoot> {
  // Locks without stretching go first: a recovery code opens at once, and a passphrase loses no time.
  const quickFirst = bundle.ark.toSorted((a, b) => Number(a.type === 'pass') - Number(b.type === 'pass'))
  for (const lock of quickFirst) {
    const kek = await kekOf(lock.kdf)
    if (!kek) continue
    const opened = await openWith(bundle, lock, kek).catch(error => {
      // The secret may open another lock.
      if (isTernError(error)) throw error
    })
    if (opened) return opened
  }
  throw new TernError('wallet/wrongPassphrase', {})
}

async function openWith(bundle: Bundle, lock: Lock, kek: CryptoKey): Promise<OpenRoot> {
  const unwrap = await openLock(bundle, lock, kek)
  const nextKeys = async () => keysOf(await unwrap('HKDF', false, ['deriveKey']), bundle.suborgId)
  const isSealed = bundle.v === 2
  const keys: RootKeys = isSealed ? await nextKeys() : { wallets: await unwrap(aes, false, ['unwrapKey']) }
  if (isSealed) await assertSealed(bundle, keys)
  return { bundle, keys, lock, kek, root: () => unwrap(aes, true, ['wrapKey']), nextKeys }
}

const sealedBytes = ({ seal: _, ...rest }: Partial<Bundle>) =>
  new TextEncoder().encode(`tern/seal/2 ${canonicalJson(rest)}`)

/** Checks the seal. @throws TernError `wallet/bundleTampered` unless `keys` sealed exactly this bundle. */
export async function assertSealed(bundle: Bundle, { seal }: RootKeys): Promise<void> {
  const isSealed =
    seal !== undefined &&
    bundle.seal !== undefined &&
    // WebCrypto verifies HMACs in constant time.
    (await crypto.subtle.verify('HMAC', seal, bytesOf(bundle.seal), sealedBytes(bundle)))
  if (!isSealed) throw new TernError('wallet/bundleTampered', { address: bundle.wallets[0]?.address ?? '' })
}

/**
 * Seals a bundle: adds version 2 and the HMAC over all fields.
 * It first removes marks from names that reorder letters. Older versions accepted such names, but the server refuses them.
 */
export async function sealBundle(bundle: Omit<Bundle, 'v' | 'seal'>, seal: CryptoKey): Promise<Bundle> {
  const wallets = bundle.wallets.map(wallet => ({ ...wallet, label: withoutOrderMarks(wallet.label) || 'Wallet' }))
  const ark = bundle.ark.map(lock =>
    lock.type === 'prf' && lock.label !== undefined
      ? { ...lock, label: withoutOrderMarks(lock.label) || 'Passkey' }
      : lock,
  )
  const whole = { ...bundle, wallets, ark, v: 2 as const }
  return { ...whole, seal: encode(await crypto.subtle.sign('HMAC', seal, sealedBytes(whole))) }
}

/** Additional data of a wallet's key. */
export const walletPlace = (
  version: Bundle['v'],
  suborgId: string,
  { walletId, address }: { readonly walletId: string; readonly address: Address },
) => placeOf(version, 'wallet', suborgId, walletId, address)
