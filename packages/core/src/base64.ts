import { TernError } from './errors.ts'

/** `bytes` in standard base64 with padding, in browsers and in Node alike. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(binary)
}

/** The bytes of standard base64, padded and without spaces: one text for the bytes, as nodes send it. @throws TernError `encoding/notBase64`. */
export function decodeBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new TernError('encoding/notBase64', {})
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
