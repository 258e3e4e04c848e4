import { TernError } from '@tern/core'
import { encodeBase64Url } from './base64Url.ts'
import type { Bundle, SealedPhrase } from './bundle.ts'
import { AES, bytesOf, encode, placeOf, type RootKeys } from './rootKey.ts'

/** Longer than any phrase of 24 words, so that the length tells nothing of the words. */
const paddedLength = 256

/** Encrypts a phrase (its words in UTF-8) for the bundle of a sub-organisation. */
export async function sealPhrase(
  { phrase: key }: Required<RootKeys>,
  suborgId: string,
  phrase: Uint8Array,
): Promise<SealedPhrase> {
  const padded = new Uint8Array(paddedLength)
  padded.set(phrase)
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const ciphertext = await crypto.subtle.encrypt(
    { name: AES, iv, additionalData: placeOf(2, 'phrase', suborgId) },
    key,
    padded,
  )
  padded.fill(0)
  return { iv: encodeBase64Url(iv), ciphertext: encode(ciphertext) }
}

/**
 * The phrase that wallets of a bundle come from, for the caller to zero-fill; `undefined` when they come from none.
 * @throws TernError `wallet/bundleTampered` when it was changed or is another bundle's.
 */
export async function openPhrase(
  { phrase: sealed, suborgId, wallets }: Bundle,
  { phrase: key }: RootKeys,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (sealed === undefined) return undefined
  const tampered = new TernError('wallet/bundleTampered', { address: wallets[0]?.address ?? '' })
  if (key === undefined) throw tampered
  const cipher = { name: AES, iv: bytesOf(sealed.iv), additionalData: placeOf(2, 'phrase', suborgId) }
  const padded = await crypto.subtle.decrypt(cipher, key, bytesOf(sealed.ciphertext)).catch(() => {
    throw tampered
  })
  const bytes = new Uint8Array(padded)
  const end = bytes.indexOf(0)
  const phrase = bytes.slice(0, end < 0 ? bytes.length : end)
  bytes.fill(0)
  return phrase
}
