import { argon2id } from '@noble/hashes/argon2.js'
import { type Address, isTernError, TernError } from '@tern/core'
import { canonicalJson } from '@tern/core/bundleProof'
import { decodeBase64Url, encodeBase64Url } from './base64Url.ts'
import type { Bundle, Lock, PasskeyLock, PassphraseKdf, RootBox } from './bundle.ts'
import { phraseBytes } from './phrase/phrase.ts'
import { recoveryCodeBytes } from './recoveryCode.ts'

/**
 * The root key of a bundle, what locks it and what follows from it. A lock's secret becomes a key-encryption key, which wraps a
 * private key (X25519); the root key is sealed to that private key's public half. From the root key follow the key that wraps
 * wallets and the key that seals the bundle. WebCrypto alone handles all of them, so their bytes never exist in JavaScript.
 */
export const AES = 'AES-GCM'
const EXCHANGE = 'X25519'
const kekInfo = new TextEncoder().encode('tern/kek/v1')

/** What a passphrase costs to try, as `PassphraseKdf` has it. */
export type Cost = Omit<PassphraseKdf, 'name' | 'salt'>

/** Answers a lock's key: `deriveKek` with the secret at hand. */
export type KekOf = (kdf: Lock['kdf']) => Promise<CryptoKey | undefined>

/** Says where encrypted bytes belong, as their additional data. JSON, because its quoting is unambiguous. */
export const placeOf = (version: Bundle['v'], ...parts: readonly string[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(['tern/bundle', version, ...parts]))

export const randomText = (length: number): string => encodeBase64Url(crypto.getRandomValues(new Uint8Array(length)))
export const encode = (bytes: ArrayBuffer): string => encodeBase64Url(new Uint8Array(bytes))

/** The bytes of a field that `parseBundle` has let through. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = decodeBase64Url(text)
  if (!bytes) throw new TernError('wallet/bundleMalformed', { at: 'base64url' })
  return bytes
}

/** How long a passkey's answer is. */
const answerLength = 32

/** What is left after stretching, for HKDF to make a key of; `undefined` when `secret` is not of the kind that is asked for. */
function stretch(secret: Uint8Array, kdf: Lock['kdf'], salt: Uint8Array): Uint8Array | undefined {
  if (kdf.name === 'hkdf-sha256') return recoveryCodeBytes(secret)
  if (kdf.name === 'bip39-hkdf-sha256') return phraseBytes(secret)
  if (kdf.name === 'webauthn-prf') return secret.length === answerLength ? Uint8Array.from(secret) : undefined
  return argon2id(secret, salt, { m: kdf.m, t: kdf.t, p: kdf.p, dkLen: 32 })
}

/**
 * Makes of a passphrase, a recovery code or phrase (UTF-8), or of a passkey's answer, the key that opens a lock; `undefined` when the
 * secret is not of the kind that `kdf` is for. A passphrase takes about 0.8 s and blocks. Zero-fills nothing of the caller's.
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
    { name: AES, length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  )
}

/** Each lock's key once, however often it is asked for: stretching is the slow part. */
export function kekCache(secret: Uint8Array): KekOf {
  const known = new Map<string, Promise<CryptoKey | undefined>>()
  return kdf => {
    const name = JSON.stringify(kdf)
    const kek = known.get(name) ?? deriveKek(secret, kdf)
    known.set(name, kek)
    return kek
  }
}

/** What follows from the root key of one bundle. */
export interface RootKeys {
  /** Wraps and unwraps the keys of wallets. */
  readonly wallets: CryptoKey
  /** Signs and verifies the bundle's seal; `undefined` for version 1. */
  readonly seal?: CryptoKey
  /** Encrypts and decrypts the recovery phrase; `undefined` for version 1. */
  readonly phrase?: CryptoKey
}

async function keysOf(material: CryptoKey, suborgId: string): Promise<Required<RootKeys>> {
  const from = (purpose: string) => {
    return { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: placeOf(2, purpose, suborgId) }
  }
  const hmac = { name: 'HMAC', hash: 'SHA-256', length: 256 }
  return {
    wallets: await crypto.subtle.deriveKey(from('wallets'), material, { name: AES, length: 256 }, false, [
      'wrapKey',
      'unwrapKey',
    ]),
    seal: await crypto.subtle.deriveKey(from('seal'), material, hmac, false, ['sign', 'verify']),
    phrase: await crypto.subtle.deriveKey(from('phrase'), material, { name: AES, length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
  }
}

/** A new root key, for locks to seal, and what follows from it. */
export async function newRoot(suborgId: string): Promise<{ root: CryptoKey; keys: Required<RootKeys> }> {
  const root = await crypto.subtle.generateKey({ name: AES, length: 256 }, true, ['wrapKey'])
  // Wrapped and unwrapped, it is material for HKDF, and its bytes were never here.
  const once = await crypto.subtle.generateKey({ name: AES, length: 256 }, false, ['wrapKey', 'unwrapKey'])
  const how = { name: AES, iv: new Uint8Array(12) }
  const wrapped = await crypto.subtle.wrapKey('raw', root, once, how)
  const material = await crypto.subtle.unwrapKey('raw', wrapped, once, how, 'HKDF', false, ['deriveKey'])
  return { root, keys: await keysOf(material, suborgId) }
}

/** The key between a lock's key pair and the sender's, used for one message. */
async function exchange(own: CryptoKey, other: string, { ephemeral, publicKey }: Omit<RootBox, 'sealed'>) {
  const theirs = await crypto.subtle.importKey('raw', bytesOf(other), EXCHANGE, false, [])
  const shared = await crypto.subtle.deriveKey({ name: EXCHANGE, public: theirs }, own, 'HKDF', false, ['deriveKey'])
  const salt = Uint8Array.of(...bytesOf(ephemeral), ...bytesOf(publicKey))
  const info = placeOf(2, 'box')
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info },
    shared,
    { name: AES, length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  )
}

/** The key of a box seals one message, so its nonce may be zero. */
const boxCipher = (suborgId: string, kid: string) => {
  return { name: AES, iv: new Uint8Array(12), additionalData: placeOf(2, 'root', suborgId, kid) }
}

/** Seals a root key to the public key of a lock, for which its secret need not be at hand. */
async function sealTo(root: CryptoKey, suborgId: string, kid: string, publicKey: string): Promise<RootBox> {
  const sender = (await crypto.subtle.generateKey(EXCHANGE, false, ['deriveKey'])) as CryptoKeyPair
  const ephemeral = encode(await crypto.subtle.exportKey('raw', sender.publicKey))
  const key = await exchange(sender.privateKey, publicKey, { ephemeral, publicKey })
  const sealed = encode(await crypto.subtle.wrapKey('raw', root, key, boxCipher(suborgId, kid)))
  return { publicKey, ephemeral, sealed }
}

/** A lock before it holds a root key. */
export type NewLock =
  | Pick<Extract<Lock, { type: 'pass' }>, 'type' | 'kdf'>
  | Pick<Extract<Lock, { type: 'recovery' }>, 'type' | 'kdf'>
  | Pick<Extract<Lock, { type: 'phrase' }>, 'type' | 'kdf'>
  | Pick<PasskeyLock, 'type' | 'kdf' | 'credentialId' | 'label' | 'addedAt'>

/** Locks a root key with the key `kek` of a new lock. */
export async function lockRoot(root: CryptoKey, suborgId: string, lock: NewLock, kek: CryptoKey): Promise<Lock> {
  const kid = randomText(16)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const pair = (await crypto.subtle.generateKey(EXCHANGE, true, ['deriveKey'])) as CryptoKeyPair
  const publicKey = encode(await crypto.subtle.exportKey('raw', pair.publicKey))
  const additionalData = placeOf(2, 'lock', suborgId, kid)
  const wrapped = await crypto.subtle.wrapKey('pkcs8', pair.privateKey, kek, { name: AES, iv, additionalData })
  const box = await sealTo(root, suborgId, kid, publicKey)
  return { ...lock, kid, iv: encodeBase64Url(iv), wrapped: encode(wrapped), box }
}

/** Gives a lock another root key. @returns `undefined` for a lock of version 1, which only its own secret could give one. */
export async function lockAnew(root: CryptoKey, suborgId: string, lock: Lock): Promise<Lock | undefined> {
  if (lock.box === undefined) return undefined
  return { ...lock, box: await sealTo(root, suborgId, lock.kid, lock.box.publicKey) }
}

/** An opened bundle's root key. */
export interface OpenRoot {
  /** As it was opened, and as its seal says. */
  readonly bundle: Bundle
  readonly keys: RootKeys
  /** The lock that opened, and its key. */
  readonly lock: Lock
  readonly kek: CryptoKey
  /** The root key itself, for WebCrypto to seal it again. */
  root(): Promise<CryptoKey>
  /** What follows from it as of version 2. */
  nextKeys(): Promise<Required<RootKeys>>
}

type Unwrap = (as: 'HKDF' | 'AES-GCM', isExtractable: boolean, usages: KeyUsage[]) => Promise<CryptoKey>

/** Opens one lock. @throws whatever WebCrypto does when `kek` is not its key. */
async function openLock({ suborgId }: Bundle, lock: Lock, kek: CryptoKey): Promise<Unwrap> {
  const { kid, box } = lock
  const [iv, wrapped] = [bytesOf(lock.iv), bytesOf(lock.wrapped)]
  if (box === undefined) {
    const cipher = { name: AES, iv, additionalData: placeOf(1, 'ark', suborgId, kid) }
    return (...as) => crypto.subtle.unwrapKey('raw', wrapped, kek, cipher, ...as)
  }
  const cipher = { name: AES, iv, additionalData: placeOf(2, 'lock', suborgId, kid) }
  const own = await crypto.subtle.unwrapKey('pkcs8', wrapped, kek, cipher, EXCHANGE, false, ['deriveKey'])
  const key = await exchange(own, box.ephemeral, box)
  return (...as) => crypto.subtle.unwrapKey('raw', bytesOf(box.sealed), key, boxCipher(suborgId, kid), ...as)
}

/**
 * Opens a bundle's root key, and takes nothing of a bundle whose seal is not of that key.
 * @throws TernError `wallet/wrongPassphrase` when no lock opens, `wallet/bundleTampered` when the seal is wrong.
 */
export async function openRoot(bundle: Bundle, kekOf: KekOf): Promise<OpenRoot> {
  // What takes no stretching is tried first: a recovery code opens at once, and for a passphrase nothing is lost.
  const quickFirst = bundle.ark.toSorted((a, b) => Number(a.type === 'pass') - Number(b.type === 'pass'))
  for (const lock of quickFirst) {
    const kek = await kekOf(lock.kdf)
    if (!kek) continue
    const opened = await openWith(bundle, lock, kek).catch(error => {
      // Another lock may be the one that this secret opens.
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
  const keys: RootKeys = isSealed ? await nextKeys() : { wallets: await unwrap(AES, false, ['unwrapKey']) }
  if (isSealed) await assertSealed(bundle, keys)
  return { bundle, keys, lock, kek, root: () => unwrap(AES, true, ['wrapKey']), nextKeys }
}

const sealedBytes = ({ seal: _, ...rest }: Partial<Bundle>) =>
  new TextEncoder().encode(`tern/seal/2 ${canonicalJson(rest)}`)

/** @throws TernError `wallet/bundleTampered` when `keys` have not sealed exactly this bundle. */
export async function assertSealed(bundle: Bundle, { seal }: RootKeys): Promise<void> {
  const isSealed =
    seal !== undefined &&
    bundle.seal !== undefined &&
    // HMAC's verification takes the same time wherever the difference is.
    (await crypto.subtle.verify('HMAC', seal, bytesOf(bundle.seal), sealedBytes(bundle)))
  if (!isSealed) throw new TernError('wallet/bundleTampered', { address: bundle.wallets[0]?.address ?? '' })
}

/** The bundle with the seal of its root key over all that is in it. */
export async function sealBundle(bundle: Omit<Bundle, 'v' | 'seal'>, seal: CryptoKey): Promise<Bundle> {
  const whole = { ...bundle, v: 2 as const }
  return { ...whole, seal: encode(await crypto.subtle.sign('HMAC', seal, sealedBytes(whole))) }
}

/** Where the key of a wallet belongs. */
export const walletPlace = (version: Bundle['v'], suborgId: string, walletId: string, address: Address) =>
  placeOf(version, 'wallet', suborgId, walletId, address)
