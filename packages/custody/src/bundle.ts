import { type Address, addressBytes, sha256 } from '@tern/core'
import { TernError } from '@tern/core/walletErrors'
import * as v from 'valibot'
import { decodeBase64Url, encodeBase64Url } from './base64Url.ts'

/** What a passphrase costs to try: Argon2id with `m` KiB, `t` passes, `p` lanes. `salt`: 16 bytes. */
export interface PassphraseKdf {
  readonly name: 'argon2id'
  readonly m: number
  readonly t: number
  readonly p: number
  readonly salt: string
}

/** The root key, wrapped under a passphrase. `iv`: 12 bytes, `wrapped`: 48. */
export interface PassphraseLock {
  readonly kid: string
  readonly type: 'pass'
  readonly kdf: PassphraseKdf
  readonly iv: string
  readonly wrapped: string
}

/** How a recovery code becomes a key: it is random enough to need no stretching. `salt`: 16 bytes. */
export interface RecoveryKdf {
  readonly name: 'hkdf-sha256'
  readonly salt: string
}

/** The root key, wrapped under the recovery code. `iv`: 12 bytes, `wrapped`: 48. */
export interface RecoveryLock {
  readonly kid: string
  readonly type: 'recovery'
  readonly kdf: RecoveryKdf
  readonly iv: string
  readonly wrapped: string
}

/** What a passkey is asked for: its pseudo-random function at `salt`, which is as random as a key. `salt`: 32 bytes. */
export interface PasskeyKdf {
  readonly name: 'webauthn-prf'
  readonly salt: string
}

/**
 * The root key, wrapped under what one passkey answers. `credentialId` names the passkey. `iv`: 12 bytes, `wrapped`: 48.
 * `label` and `addedAt` (seconds since 1970) tell it from others; a Tern from before there were any says of a bundle with them
 * that it is none.
 */
export interface PasskeyLock {
  readonly kid: string
  readonly type: 'prf'
  readonly credentialId: string
  readonly label?: string
  readonly addedAt?: number
  readonly kdf: PasskeyKdf
  readonly iv: string
  readonly wrapped: string
}

/** What opens a bundle. */
export type Lock = PassphraseLock | RecoveryLock | PasskeyLock

/** One wallet's PKCS#8 key, wrapped under the root key. `iv`: 12 bytes, `ciphertext`: 64. */
export interface SealedWallet {
  readonly walletId: string
  readonly address: Address
  readonly label: string
  readonly iv: string
  readonly ciphertext: string
  readonly nonceMode: boolean
  /** Seconds since 1970. */
  readonly createdAt: number
}

/** All wallets of one sub-organisation as the server stores them: ciphertext, and what is needed to open it. Bytes are base64url. */
export interface Bundle {
  readonly v: 1
  readonly suborgId: string
  /** Grows by one with every change; an older one is never taken for a newer. */
  readonly rev: number
  /** Seconds since 1970. */
  readonly createdAt: number
  readonly ark: readonly Lock[]
  readonly wallets: readonly SealedWallet[]
}

/** What a bundle may ask for: not so little that guessing is cheap (OWASP's floor), not so much that opening it hangs the page. */
export const KDF_LIMITS = { m: [19_456, 262_144], t: [2, 10], p: [1, 4] } as const

const bytesText = (length: number) =>
  v.pipe(
    v.string(),
    v.check(text => decodeBase64Url(text)?.length === length, `not ${length} bytes of base64url`),
  )

/** How a passkey is named: up to 1,023 bytes, as WebAuthn has it. */
export const credentialIdText = v.pipe(
  v.string(),
  v.maxLength(1364),
  v.check(text => (decodeBase64Url(text)?.length ?? 0) > 0, 'not base64url'),
)

const isAddress = (text: string): boolean => {
  try {
    return addressBytes(text).length === 32
  } catch {
    return false
  }
}

export const addressText = v.pipe(
  v.string(),
  v.check(isAddress, 'not an address'),
  v.transform(text => text as Address),
)
/** What a passkey's function is asked at. */
export const saltText = bytesText(32)
const count = (least: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(least))

export const suborgIdText = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))
const longestLabel = 64
export const labelText = v.pipe(v.string(), v.minLength(1), v.maxLength(longestLabel))
export const seconds = count(0)

/** How many wallets a bundle holds at most. */
export const mostWallets = 100

/** How a lock is named. */
export const kidText = bytesText(16)

const bundleSchema = v.strictObject({
  v: v.literal(1),
  suborgId: suborgIdText,
  rev: count(1),
  createdAt: seconds,
  ark: v.pipe(
    v.array(
      v.variant('type', [
        v.strictObject({
          kid: kidText,
          type: v.literal('pass'),
          kdf: v.strictObject({
            name: v.literal('argon2id'),
            m: count(1),
            t: count(1),
            p: count(1),
            salt: bytesText(16),
          }),
          iv: bytesText(12),
          wrapped: bytesText(48),
        }),
        v.strictObject({
          kid: kidText,
          type: v.literal('recovery'),
          kdf: v.strictObject({ name: v.literal('hkdf-sha256'), salt: bytesText(16) }),
          iv: bytesText(12),
          wrapped: bytesText(48),
        }),
        v.strictObject({
          kid: kidText,
          type: v.literal('prf'),
          credentialId: credentialIdText,
          label: v.exactOptional(labelText),
          addedAt: v.exactOptional(seconds),
          kdf: v.strictObject({ name: v.literal('webauthn-prf'), salt: saltText }),
          iv: bytesText(12),
          wrapped: bytesText(48),
        }),
      ]),
    ),
    v.minLength(1),
    v.maxLength(12),
  ),
  wallets: v.pipe(
    v.array(
      v.strictObject({
        walletId: bytesText(16),
        address: addressText,
        label: labelText,
        iv: bytesText(12),
        ciphertext: bytesText(64),
        nonceMode: v.boolean(),
        createdAt: seconds,
      }),
    ),
    v.minLength(1),
    v.maxLength(mostWallets),
    v.check(wallets => new Set(wallets.map(w => w.address)).size === wallets.length, 'an address twice'),
    v.check(wallets => new Set(wallets.map(w => w.walletId)).size === wallets.length, 'a wallet twice'),
  ),
})

const KNOWN_LOCKS: readonly string[] = ['pass', 'recovery', 'prf'] satisfies Lock['type'][]

/** Tells a bundle that only a newer Tern can read from one that is broken. */
function assertSupported(json: unknown): void {
  if (typeof json !== 'object' || json === null) return
  const version = 'v' in json ? json.v : undefined
  if (typeof version === 'number' && version !== 1)
    throw new TernError('wallet/bundleUnsupported', { what: `version ${version}` })
  const locks: readonly unknown[] = 'ark' in json && Array.isArray(json.ark) ? json.ark : []
  for (const lock of locks) {
    if (typeof lock !== 'object' || lock === null) continue
    if ('type' in lock && typeof lock.type === 'string' && !KNOWN_LOCKS.includes(lock.type))
      throw new TernError('wallet/bundleUnsupported', { what: `unlocking by ${lock.type.slice(0, 32)}` })
  }
}

function assertKdf(kdf: PassphraseKdf): void {
  for (const name of ['m', 't', 'p'] as const) {
    const [least, most] = KDF_LIMITS[name]
    if (kdf[name] < least || kdf[name] > most)
      throw new TernError('wallet/kdfRefused', { parameter: name, value: kdf[name], least, most })
  }
}

/**
 * The bundle that `json` (parsed JSON of unknown origin) is.
 * @throws TernError `wallet/bundleMalformed`, `wallet/bundleUnsupported` when a newer Tern wrote it, `wallet/kdfRefused`
 *   when it asks for more or less key stretching than `KDF_LIMITS` allow.
 */
export function parseBundle(json: unknown): Bundle {
  assertSupported(json)
  const parsed = v.safeParse(bundleSchema, json, { abortEarly: true })
  if (!parsed.success) throw new TernError('wallet/bundleMalformed', { at: v.getDotPath(parsed.issues[0]) ?? '' })
  for (const { kdf } of parsed.output.ark) if (kdf.name === 'argon2id') assertKdf(kdf)
  return parsed.output
}

/** The wallets of `file` that `bundle` lacks, in its order, sealed as they are there. A name that is taken gets a number. */
export function walletsToImport(bundle: Bundle, file: Bundle): readonly SealedWallet[] {
  const known = new Set(bundle.wallets.map(({ address }) => address))
  const names = new Set(bundle.wallets.map(({ label }) => label))
  return file.wallets
    .filter(({ address }) => !known.has(address))
    .map(wallet => {
      const label = freeName(wallet.label, names)
      names.add(label)
      return { ...wallet, label }
    })
}

/** The name, with a number where it is taken. */
export function freeName(label: string, taken: ReadonlySet<string | undefined>): string {
  let name = label
  for (let n = 2; taken.has(name); n++) name = `${label.slice(0, longestLabel - 1 - String(n).length)} ${n}`
  return name
}

/** The newest bundle that this browser has used of a sub-organisation. */
export interface PinnedRevision extends Pick<Bundle, 'suborgId' | 'rev'> {
  /** Of all that is in it; unset in what earlier versions remembered. */
  readonly digest?: string
  /** Of its wallets, in its order. */
  readonly addresses?: readonly Address[]
}

/** What to remember of a bundle. */
export function pinOf(bundle: Bundle): Required<PinnedRevision> {
  const { suborgId, rev, wallets } = bundle
  // Parsed, its fields are in one order, wherever it comes from.
  const bytes = new TextEncoder().encode(JSON.stringify(parseBundle(bundle)))
  return { suborgId, rev, digest: encodeBase64Url(sha256(bytes)), addresses: wallets.map(({ address }) => address) }
}

/**
 * Why `bundle` must not be used where `pinned` was seen before: it is another sub-organisation's, older, another one of the
 * same revision, or a newer one that does not begin with the wallets that were known. Whoever keeps the bundles could else name
 * an address of their own to pay into, which only unlocking would show.
 * @returns `undefined` when it may be used.
 */
export function checkRevision(
  pinned: PinnedRevision | undefined,
  bundle: Bundle,
): TernError<'wallet/bundleOutdated' | 'wallet/bundleForeign' | 'wallet/bundleTampered'> | undefined {
  if (!pinned) return undefined
  const { suborgId, rev, digest, addresses = [] } = pinned
  if (suborgId !== bundle.suborgId) return new TernError('wallet/bundleForeign', {})
  if (bundle.rev < rev) return new TernError('wallet/bundleOutdated', { pinnedRev: rev, rev: bundle.rev })
  const other = addresses.find((address, i) => bundle.wallets[i]?.address !== address)
  if (other !== undefined) return new TernError('wallet/bundleTampered', { address: other })
  const isOther = bundle.rev === rev && digest !== undefined && digest !== pinOf(bundle).digest
  return isOther ? new TernError('wallet/bundleTampered', { address: bundle.wallets[0]?.address ?? '' }) : undefined
}
