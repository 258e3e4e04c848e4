import type { Address } from '@solana/addresses'
import { encodeBase64Url } from './base64Url.ts'
import { addressBytes } from './parseAddress.ts'
import { sha256 } from './sha256.ts'

/**
 * Writes JSON with the keys of every object sorted, so that equal values become equal texts.
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
 * Computes the digest of a wallet bundle: SHA-256 of its canonical JSON, in base64url.
 *
 * @example
 * bundleDigest({ rev: 1 }) // 'zqoZ-Z_DEjFz7fugvYXiaGD0YH0MEhRWDU64IQZrRHc'
 */
export function bundleDigest(bundle: object): string {
  return encodeBase64Url(sha256(new TextEncoder().encode(canonicalJson(bundle))))
}

/** The facts of a change. A browser signs the facts with a wallet's key to prove that it may change the stored bundle. */
export interface BundleClaim {
  /** The name and port that the vault's page was loaded from. */
  readonly host: string
  /** The server's public name for the session, in hexadecimal. */
  readonly session: string
  readonly rev: number
  /** `bundleDigest` of the bundle. */
  readonly digest: string
}

/** `store` replaces the stored bundle. `signOut` ends the session in every other browser. */
export type BundleAct = 'store' | 'signOut'

const words = { store: 'Tern: store a wallet file', signOut: 'Tern: sign out other browsers' } as const

/** The domain of Solana's off-chain messages. The byte 0xff before it cannot begin a transaction. */
const signingDomain = 'solana offchain'
const headerVersion = 0
/** The message format for printable ASCII on one line. */
const restrictedAscii = 0
/** Its hash distinguishes these messages from the messages of other programs. */
const applicationDomain = 'tern/bundle'

/**
 * Writes the message that a wallet of the stored bundle signs for a change of the bundle.
 * It has the format of Solana's off-chain messages, so it can never be a transaction.
 *
 * @param address the wallet that signs the message.
 * @throws RangeError if a part of the claim is not printable ASCII, or if the text is over 1,024 characters long.
 * @example
 * bundleMessage('store', address, { host: 'vault.tern.example', session, rev: 7, digest }) // bytes that begin with 0xff 'solana offchain'
 * @see https://docs.anza.xyz/proposals/off-chain-message-signing
 */
export function bundleMessage(act: BundleAct, address: Address, claim: BundleClaim): Uint8Array<ArrayBuffer> {
  const { host, session, rev, digest } = claim
  const text = `${words[act]}. Host ${host}, session ${session}, revision ${rev}, digest ${digest}`
  if (!/^[\x20-\x7e]{1,1024}$/.test(text)) throw new RangeError('not printable ASCII')
  const message = new TextEncoder().encode(text)
  return Uint8Array.of(
    0xff,
    ...new TextEncoder().encode(signingDomain),
    headerVersion,
    ...sha256(new TextEncoder().encode(applicationDomain)),
    restrictedAscii,
    1,
    ...addressBytes(address),
    message.length & 0xff,
    message.length >> 8,
    ...message,
  )
}
