import { TernError } from '@tern/core'
import { encodeBase64Url } from '@tern/core/internal'
import type { Bundle, SealedPhrase } from './bundle.ts'
import { aes, bytesOf, encode, placeOf, type RootKeys } from './rootKey.ts'

/** Longer than any phrase of 24 words, so the ciphertext's length reveals nothing. */
const paddedLength = 256

/** Encrypts a phrase (UTF-8) for a sub-organisation's bundle. */
export async function sealPhrase(
  { phrase: key }: Required<RootKeys>,
  suborgId: string,
  phrase: Uint8Array,
): Promise<SealedPhrase> {
  const padded = new Uint8Array(paddedLength)
  padded.set(phrase)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const ciphertext = await crypto.subtle.encrypt(
    { name: aes, iv, additionalData: placeOf(2, 'phrase', suborgId) },
    key,
    padded,
  )
  padded.fill(0)
  return { iv: encodeBase64Url(iv), ciphertext: encode(ciphertext) }
}

/**
 * Decrypts the bundle's recovery phrase. The caller zero-fills it.
 *
 * @returns `undefined` if the bundle has no phrase.
 * @throws TernError `wallet/bundleTampered` if the ciphertext was changed or belongs to another sub-organisation.
 */
export async function openPhrase(
  { phrase: sealed, suborgId, wallets }: Bundle,
  { phrase: key }: RootKeys,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (sealed === undefined) return undefined
  const tampered = new TernError('wallet/bundleTampered', { address: wallets[0]?.address ?? '' })
  if (key === undefined) throw tampered
  const cipher = { name: aes, iv: bytesOf(sealed.iv), additionalData: placeOf(2, 'phrase', suborgId) }
  const padded = await crypto.subtle.decrypt(cipher, key, bytesOf(sealed.ciphertext)).catch(() => {
    throw tampered
  })
  const bytes = new Uint8Array(padded)
  const end = bytes.indexOf(0)
  const phrase = bytes.slice(0, end < 0 ? bytes.length : end)
  bytes.fill(0)
  return phrase
}
