import { TernError } from './errors.ts'

/**
 * Writes bytes in standard base64 with padding, in browsers and in Node.
 *
 * @example
 * encodeBase64(Uint8Array.of(1, 2, 3)) // 'AQID'
 */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(binary)
}

/**
 * Reads standard base64 with padding and without spaces, as nodes send it.
 *
 * @throws TernError `encoding/notBase64`.
 * @example
 * decodeBase64('AQID') // Uint8Array [1, 2, 3]
 */
export function decodeBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new TernError('encoding/notBase64', {})
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
