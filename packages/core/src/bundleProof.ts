import type { Address } from '@solana/addresses'
import { addressBytes } from './parseAddress.ts'
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

/** What whoever stores a bundle proves to hold a key for. */
export interface BundleClaim {
  /** The name and port that the vault's page was loaded from. */
  readonly host: string
  /** The server's public name for the session, in hexadecimal. */
  readonly session: string
  readonly rev: number
  /** `bundleDigest` of the bundle. */
  readonly digest: string
}

/** `store`: the bundle takes the place of the one before. `signOut`: no other browser has this session any more. */
export type BundleAct = 'store' | 'signOut'

const words = { store: 'Tern: store a wallet file', signOut: 'Tern: sign out other browsers' } as const

/** The domain of Solana's off-chain messages, behind a byte that no transaction begins with. */
const signingDomain = 'solana offchain'
const headerVersion = 0
/** Printable ASCII, on one line. */
const restrictedAscii = 0
/** Hashed, what tells these messages from those of other programs. */
const applicationDomain = 'tern/bundle'

/**
 * The message that a wallet of the stored bundle signs for a change of it, as Solana's off-chain messages are: never a transaction.
 *
 * @param address the wallet that signs it.
 * @throws RangeError when a part of the claim is not printable ASCII.
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
