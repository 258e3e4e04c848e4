import { type Address, encodeBase58, TernError } from '@tern/core'
import { addressBytes, encodeBase64Url } from '@tern/core/internal'
import type { Bundle, SealedWallet } from './bundle.ts'
import { aes, bytesOf, encode, type RootKeys, randomText, walletPlace } from './rootKey.ts'

const challenge = new TextEncoder().encode('tern/is-this-the-key/v1')

/** An unlocked wallet. Unless it was opened as `extractable`, its key can sign but not be exported. */
export interface OpenWallet {
  readonly address: Address
  readonly key: CryptoKey
}

/** Creates and seals a wallet with a random key, without a phrase. `createdAt`: seconds since 1970. */
export async function newWallet(
  keys: RootKeys,
  suborgId: string,
  { label, createdAt }: { label: string; createdAt: number },
): Promise<SealedWallet> {
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const address = encodeBase58(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))) as Address
  return sealWallet(keys, suborgId, { key: pair.privateKey, wallet: { address, label, nonceMode: false, createdAt } })
}

/** Encrypts a wallet's key. A wallet without `walletId` gets a random id. */
export async function sealWallet(
  { wallets }: RootKeys,
  suborgId: string,
  {
    key,
    wallet,
  }: {
    readonly key: CryptoKey
    readonly wallet: Omit<SealedWallet, 'walletId' | 'iv' | 'ciphertext'> & Partial<Pick<SealedWallet, 'walletId'>>
  },
): Promise<SealedWallet> {
  const { walletId = randomText(16), address, label, nonceMode, createdAt } = wallet
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = walletPlace(2, suborgId, { walletId, address })
  const wrapped = await crypto.subtle.wrapKey('pkcs8', key, wallets, { name: aes, iv, additionalData })
  return { walletId, address, label, iv: encodeBase64Url(iv), ciphertext: encode(wrapped), nonceMode, createdAt }
}

/** Checks that `key` is the private half of `address`, by a signature. */
async function isKeyOf(key: CryptoKey, address: Address): Promise<boolean> {
  try {
    const raw = addressBytes(address) as Uint8Array<ArrayBuffer>
    const publicKey = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify(
      'Ed25519',
      publicKey,
      await crypto.subtle.sign('Ed25519', key, challenge),
      challenge,
    )
  } catch {
    return false
  }
}

/** A bundle's version and id, and the keys of its root key. */
interface OpenedBundle {
  readonly bundle: Pick<Bundle, 'v' | 'suborgId'>
  readonly keys: RootKeys
}

/**
 * Decrypts a wallet of a bundle.
 *
 * @param use `extractable`: WebCrypto may wrap or export the key. `sign`: it can only sign.
 * @throws TernError `wallet/bundleTampered` if the ciphertext was changed or belongs to another bundle.
 * @throws TernError `trade/addressMismatch` if the key does not belong to the address.
 */
export async function openWallet(
  { bundle: { v: version, suborgId }, keys }: OpenedBundle,
  wallet: SealedWallet,
  use: 'extractable' | 'sign' = 'sign',
): Promise<OpenWallet> {
  const { walletId, address } = wallet
  const algorithm = {
    name: aes,
    iv: bytesOf(wallet.iv),
    additionalData: walletPlace(version, suborgId, { walletId, address }),
  }
  let key: CryptoKey
  try {
    const sealed = bytesOf(wallet.ciphertext)
    const isExtractable = use === 'extractable'
    key = await crypto.subtle.unwrapKey('pkcs8', sealed, keys.wallets, algorithm, 'Ed25519', isExtractable, ['sign'])
  } catch {
    throw new TernError('wallet/bundleTampered', { address })
  }
  if (!(await isKeyOf(key, address)))
    throw new TernError('trade/addressMismatch', { expected: address, actual: 'another key' })
  return { address, key }
}
