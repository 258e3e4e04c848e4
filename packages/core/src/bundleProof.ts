import { sha256 } from './sha256.ts'

/**
 * Writes JSON with the keys of every object sorted, so that equal values are equal texts, whoever wrote them.
 *
 * @example
 * canonicalJson({ b: 1, a: [2, { d: 3, c: 4 }] }) // '{"a":[2,{"c":4,"d":3}],"b":1}'
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
  })
}

/**
 * The digest of a wallet bundle, in base64url: SHA-256 of its canonical JSON.
 *
 * @example
 * bundleDigest({ rev: 1 }) // 'zqoZ-Z_DEjFz7fugvYXiaGD0YH0MEhRWDU64IQZrRHc'
 */
export function bundleDigest(bundle: object): string {
  const digest = sha256(new TextEncoder().encode(canonicalJson(bundle)))
  return btoa(String.fromCharCode(...digest))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
