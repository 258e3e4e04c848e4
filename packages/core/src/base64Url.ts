/**
 * Encodes bytes as base64url without padding, the form in bundles.
 *
 * @example
 * encodeBase64Url(Uint8Array.of(255, 239)) // '_-8'
 */
export function encodeBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/**
 * Decodes base64url strictly.
 *
 * @returns `undefined` unless `text` is exactly the output of `encodeBase64Url`, so each value has a single spelling.
 * @example
 * decodeBase64Url('_-8') // Uint8Array [255, 239]
 */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) return undefined
  if (text.length % 4 === 1) return undefined
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
  return encodeBase64Url(bytes) === text ? bytes : undefined
}
