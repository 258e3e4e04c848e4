import { TernError } from './errors.ts'

/** `bytes` in standard base64 with padding, in browsers and in Node alike. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192))
  return btoa(binary)
}

/** The bytes of standard base64. @throws TernError `encoding/notBase64`. */
export function decodeBase64(text: string): Uint8Array {
  let binary: string
  try {
    binary = atob(text)
  } catch (cause) {
    throw new TernError('encoding/notBase64', {}, { cause })
  }
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}
