import { decodeBase58, TernError } from '@tern/core'

/** Bytes of an exported secret key: private half, then public half. */
const secretLength = 64
const addressLength = 32

function bytesOf(text: string): Uint8Array | undefined {
  try {
    if (!text.startsWith('[')) return decodeBase58(text)
    const numbers: unknown = JSON.parse(text)
    const isByte = (value: unknown): value is number =>
      Number.isInteger(value) && Number(value) >= 0 && Number(value) < 256
    return Array.isArray(numbers) && numbers.every(isByte) ? Uint8Array.from(numbers) : undefined
  } catch {
    return undefined
  }
}

/**
 * Parses a secret key of 64 bytes: base58 as wallets export it, or the JSON array of `solana-keygen`. The caller zero-fills it.
 *
 * @throws TernError `wallet/secretKeyMalformed`, or `wallet/addressForSecretKey` if the text has the form of an address.
 */
export function parseSecretKey(text: string): Uint8Array {
  const bytes = bytesOf(text.trim())
  if (bytes?.length === addressLength && !text.trim().startsWith('['))
    throw new TernError('wallet/addressForSecretKey', {})
  if (bytes?.length !== secretLength) throw new TernError('wallet/secretKeyMalformed', {})
  return bytes
}
