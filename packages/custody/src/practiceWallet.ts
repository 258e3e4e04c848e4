import { type Address, TernError } from '@tern/core'
import * as v from 'valibot'
import { addressText, labelText, seconds } from './bundle.ts'
import { deriveKey, phraseSeed } from './phrase/derivation.ts'
import type { OpenWallet } from './sealedWallet.ts'

/**
 * A wallet for a practice chain. The browser keeps its phrase under a key that scripts cannot export.
 * It opens without a passphrase, and the server never gets it. It is valid on the chain of `genesisHash` only.
 */
export interface PracticeWallet {
  readonly genesisHash: string
  readonly address: Address
  readonly label: string
  readonly nonceMode: boolean
  /** Seconds since 1970. */
  readonly createdAt: number
  /** AES-GCM, not extractable. */
  readonly key: CryptoKey
  readonly iv: Uint8Array
  readonly ciphertext: Uint8Array
}

/** Checks a stored practice wallet, because the browser's storage may hold anything. */
export const practiceWalletShape = v.strictObject({
  genesisHash: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  address: addressText,
  label: labelText,
  nonceMode: v.boolean(),
  createdAt: seconds,
  key: v.instance(CryptoKey),
  iv: v.instance(Uint8Array),
  ciphertext: v.instance(Uint8Array),
})

/** Parses a stored practice wallet. @returns `undefined` for anything else. */
export function parsePracticeWallet(kept: unknown): PracticeWallet | undefined {
  const parsed = v.safeParse(practiceWalletShape, kept)
  return parsed.success ? parsed.output : undefined
}

const aes = 'AES-GCM'
const firstAccount = { scheme: 'change', account: 0 } as const

/** Binds the phrase to its chain: decryption fails under another genesis hash. */
const sealOf = (genesisHash: string) => new TextEncoder().encode(JSON.stringify(['tern/practice', 1, genesisHash]))

async function keyOf(phrase: Uint8Array): Promise<OpenWallet> {
  const seed = await phraseSeed(phrase)
  const { address, key } = await deriveKey(seed, firstAccount)
  seed.fill(0)
  const pkcs8 = new Uint8Array(await crypto.subtle.exportKey('pkcs8', key))
  const signing = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign'])
  pkcs8.fill(0)
  return { address, key: signing }
}

/** Makes a practice wallet of a phrase's first account. */
export async function sealPracticeWallet(
  phrase: Uint8Array,
  { genesisHash, label, createdAt }: Pick<PracticeWallet, 'genesisHash' | 'label' | 'createdAt'>,
): Promise<{ readonly wallet: PracticeWallet; readonly open: OpenWallet }> {
  const open = await keyOf(phrase)
  const key = await crypto.subtle.generateKey({ name: aes, length: 256 }, false, ['encrypt', 'decrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const algorithm = { name: aes, iv, additionalData: sealOf(genesisHash) }
  const ciphertext = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, Uint8Array.from(phrase)))
  const { address } = open
  return { wallet: { genesisHash, address, label, nonceMode: false, createdAt, key, iv, ciphertext }, open }
}

/** Decrypts a practice wallet's phrase. The caller zero-fills it. @throws TernError `wallet/bundleTampered`. */
export async function practicePhrase({
  genesisHash,
  address,
  key,
  iv,
  ciphertext,
}: PracticeWallet): Promise<Uint8Array> {
  const algorithm = { name: aes, iv: Uint8Array.from(iv), additionalData: sealOf(genesisHash) }
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, Uint8Array.from(ciphertext)))
  } catch {
    throw new TernError('wallet/bundleTampered', { address })
  }
}

/**
 * Opens a practice wallet.
 * @throws TernError `wallet/bundleTampered`, `trade/addressMismatch` if the key does not belong to the address.
 */
export async function openPracticeWallet(wallet: PracticeWallet): Promise<OpenWallet> {
  const phrase = await practicePhrase(wallet)
  const open = await keyOf(phrase)
  phrase.fill(0)
  if (open.address !== wallet.address)
    throw new TernError('trade/addressMismatch', { expected: wallet.address, actual: 'another key' })
  return open
}
