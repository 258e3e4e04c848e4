import { type Address, encodeBase58 } from '@tern/core'

/**
 * How a wallet derives an account's key from a phrase's seed. Phantom and Solflare use `change`; older wallets use `account` or `root`.
 * `none` is the default of `solana-keygen`: the seed's first 32 bytes.
 */
export type DerivationScheme = 'change' | 'account' | 'root' | 'none'

/** A key of a phrase. `account` counts from 0. `root` and `none` have account 0 alone. */
export interface Derivation {
  readonly scheme: DerivationScheme
  readonly account: number
}

/** A wallet's extractable key, so that WebCrypto can wrap it. */
export interface DerivedKey {
  readonly address: Address
  readonly key: CryptoKey
}

type Bytes = Uint8Array<ArrayBuffer>

const purpose = 44
const solana = 501
const hardened = 0x8000_0000
const encoder = new TextEncoder()

/** Returns the path's numbers, all hardened. `undefined`: the scheme derives nothing. */
function stepsOf({ scheme, account }: Derivation): readonly number[] | undefined {
  switch (scheme) {
    case 'change':
      return [purpose, solana, account, 0]
    case 'account':
      return [purpose, solana, account]
    case 'root':
      return [purpose, solana]
    case 'none':
      return undefined
  }
}

/**
 * Formats a derivation path as other wallets do.
 * @example
 * pathOf({ scheme: 'change', account: 2 }) // "m/44'/501'/2'/0'"
 */
export function pathOf(derivation: Derivation): string {
  const steps = stepsOf(derivation)
  return steps === undefined ? 'none' : ['m', ...steps.map(step => `${step}'`)].join('/')
}

/**
 * Computes a phrase's seed by BIP-39 without a passphrase: 64 bytes. The caller zero-fills the seed.
 *
 * @param phrase UTF-8 words in the form of `normalPhrase`.
 * @see https://github.com/bitcoin/bips/blob/master/bip-0039.mediawiki#from-mnemonic-to-seed
 */
export async function phraseSeed(phrase: Uint8Array): Promise<Bytes> {
  const material = await crypto.subtle.importKey('raw', Uint8Array.from(phrase), 'PBKDF2', false, ['deriveBits'])
  const kdf = { name: 'PBKDF2', hash: 'SHA-512', salt: encoder.encode('mnemonic'), iterations: 2048 }
  return new Uint8Array(await crypto.subtle.deriveBits(kdf, material, 512))
}

async function hmac(key: Bytes, data: Bytes): Promise<Bytes> {
  const signer = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-512' }, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', signer, data))
}

/** A key and its chain code, 32 bytes each. */
export interface ExtendedKey {
  readonly secret: Bytes
  readonly chainCode: Bytes
}

const halves = (bytes: Bytes): ExtendedKey => ({ secret: bytes.subarray(0, 32), chainCode: bytes.subarray(32) })

/**
 * Derives a key along a path of hardened steps, for ed25519.
 *
 * @see https://github.com/satoshilabs/slips/blob/master/slip-0010.md
 */
export async function deriveExtendedKey(seed: Bytes, steps: readonly number[]): Promise<ExtendedKey> {
  let node = halves(await hmac(encoder.encode('ed25519 seed'), seed))
  for (const step of steps) {
    const data = new Uint8Array(37)
    data.set(node.secret, 1)
    new DataView(data.buffer).setUint32(33, hardened + step)
    const child = await hmac(node.chainCode, data)
    for (const used of [data, node.secret, node.chainCode]) used.fill(0)
    node = halves(child)
  }
  return node
}

/** Derives a private half, 32 bytes. The caller zero-fills it. */
export async function deriveSecret(seed: Bytes, derivation: Derivation): Promise<Bytes> {
  const steps = stepsOf(derivation)
  if (steps === undefined) return seed.slice(0, 32)
  const { secret, chainCode } = await deriveExtendedKey(seed, steps)
  chainCode.fill(0)
  return secret
}

/** Prefix of a PKCS#8 document with an Ed25519 key (RFC 8410). The key's 32 bytes follow and end the document. */
const pkcs8Prefix = Uint8Array.from([48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32])

const bytesOfBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))

/**
 * Imports a private half and computes its address.
 * WebCrypto reveals the public half only in a JWK. The JWK also holds the private half as text, until garbage collection.
 */
export async function importSecret(secret: Uint8Array): Promise<DerivedKey> {
  const pkcs8 = new Uint8Array([...pkcs8Prefix, ...secret])
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign'])
  pkcs8.fill(0)
  const { x = '' } = await crypto.subtle.exportKey('jwk', key)
  return { address: encodeBase58(bytesOfBase64Url(x)) as Address, key }
}

/** Derives a key of a seed. */
export async function deriveKey(seed: Bytes, derivation: Derivation): Promise<DerivedKey> {
  const secret = await deriveSecret(seed, derivation)
  try {
    return await importSecret(secret)
  } finally {
    secret.fill(0)
  }
}
